# SPDX-License-Identifier: Apache-2.0
"""What `svcomp/campaign` and `svcomp/evaluate` share: reading tasks, running them under limits, scores, tables."""

# SPDX-License-Identifier: Apache-2.0
"""Scores as the Competition on Software Verification counts them: a correct TRUE 2, a correct FALSE 1, a wrong TRUE -32,
a wrong FALSE -16, all else 0. Where witnesses are asked for, a correct answer counts only if its witness is confirmed."""

POINTS = {("true", "TRUE"): 2, ("false", "FALSE"): 1, ("true", "FALSE"): -16, ("false", "TRUE"): -32}


def outcome(expected, verdict, witness=None):
    """"correct", "correct, unconfirmed", "wrong", "unknown", "error", or "" if no verdict is expected. `witness`: what
    `execute.confirmation` says; None if no witness was asked for."""
    if verdict in ("CONSISTENT", "INCONSISTENT"):
        return ""
    if verdict not in ("TRUE", "FALSE"):
        return "error" if verdict in ("ERROR", "LOST") else "unknown"
    if not expected:
        return ""
    if verdict != expected.upper():
        return "wrong"
    return "correct" if witness in (None, "confirmed") else "correct, unconfirmed"


def score(expected, verdict, witness=None):
    return 0 if outcome(expected, verdict, witness) not in ("correct", "wrong") else POINTS[expected, verdict]


def best_score(expected):
    return {"true": 2, "false": 1}.get(expected, 0)

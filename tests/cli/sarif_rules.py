# SPDX-License-Identifier: Apache-2.0
"""The rules of SARIF 2.1.0 (OASIS Standard, 27 March 2020) that concern what bireach writes: for each kind of object
its properties with their types, which of them must be there, and what numbers have to fit. Sections in brackets."""
import re
from urllib.parse import unquote

# property: (type, is required). Types: names of objects below, Python types, [type] lists, {value: type} dictionaries.
OBJECTS = {
    "sarifLog": {"$schema": ("uri", False), "version": ("version", True), "runs": (["run"], True)},  # 3.13
    "run": {"tool": ("tool", True), "invocations": (["invocation"], False),  # 3.14
            "originalUriBaseIds": ({"*": "baseLocation"}, False), "columnKind": ("columnKind", False),
            "artifacts": (["artifact"], False), "results": (["result"], False), "properties": ("bag", False)},
    "tool": {"driver": ("toolComponent", True)},  # 3.18
    "toolComponent": {"name": (str, True), "version": (str, False), "semanticVersion": ("semver", False),  # 3.19
                      "shortDescription": ("plainMessage", False), "rules": (["reportingDescriptor"], False),
                      "notifications": (["reportingDescriptor"], False)},
    "reportingDescriptor": {"id": (str, True), "name": (str, False), "shortDescription": ("plainMessage", False),  # 3.49
                            "fullDescription": ("plainMessage", False), "help": ("plainMessage", False),
                            "defaultConfiguration": ("reportingConfiguration", False), "properties": ("bag", False)},
    "reportingConfiguration": {"level": ("level", False)},  # 3.50
    "invocation": {"executionSuccessful": (bool, True), "exitCode": (int, False),  # 3.20
                   "exitCodeDescription": (str, False), "toolExecutionNotifications": (["notification"], False)},
    "notification": {"descriptor": ("descriptorReference", False), "level": ("level", False),  # 3.58
                     "message": ("message", True)},
    "descriptorReference": {"id": (str, False), "index": ("index", False)},  # 3.52
    "artifact": {"location": ("artifactLocation", False), "sourceLanguage": (str, False),  # 3.24
                 "roles": (["role"], False), "hashes": ({"*": str}, False)},
    "artifactLocation": {"uri": ("uriReference", False), "uriBaseId": (str, False), "index": ("index", False)},  # 3.4
    "baseLocation": {"uri": ("folderUri", False)},  # 3.14.14
    "result": {"ruleId": (str, False), "ruleIndex": ("index", False), "kind": ("kind", False), "level": ("level", False),  # 3.27
               "rank": ("rank", False), "fixes": (["fix"], False),
               "message": ("message", True), "locations": (["location"], False), "partialFingerprints": ({"*": str}, False),
               "codeFlows": (["codeFlow"], False), "relatedLocations": (["location"], False), "properties": ("bag", False)},
    "location": {"id": ("index", False), "physicalLocation": ("physicalLocation", False),  # 3.28
                 "logicalLocations": (["logicalLocation"], False), "message": ("message", False), "properties": ("bag", False)},
    "physicalLocation": {"artifactLocation": ("artifactLocation", True), "region": ("region", False)},  # 3.29
    "logicalLocation": {"name": (str, False), "kind": (str, False)},  # 3.33
    "region": {"startLine": ("number", False), "startColumn": ("number", False), "endLine": ("number", False),  # 3.30
               "endColumn": ("number", False)},
    "fix": {"description": ("message", False), "artifactChanges": (["artifactChange"], True)},  # 3.55
    "artifactChange": {"artifactLocation": ("artifactLocation", True), "replacements": (["replacement"], True)},  # 3.56
    "replacement": {"deletedRegion": ("region", True), "insertedContent": ("artifactContent", False)},  # 3.57
    "artifactContent": {"text": (str, False)},  # 3.3
    "codeFlow": {"message": ("message", False), "threadFlows": (["threadFlow"], True)},  # 3.36
    "threadFlow": {"id": (str, False), "message": ("message", False), "locations": (["threadFlowLocation"], True)},  # 3.37
    "threadFlowLocation": {"location": ("location", False), "state": ({"*": "message"}, False),  # 3.38
                           "nestingLevel": ("index", False), "executionOrder": ("index", False),
                           "importance": ("importance", False)},
}
CHOICES = {
    "version": ("2.1.0",), "columnKind": ("utf16CodeUnits", "unicodeCodePoints"), "level": ("none", "note", "warning", "error"),
    "kind": ("pass", "open", "informational", "notApplicable", "review", "fail"),
    "role": ("analysisTarget", "attachment", "responseFile", "resultFile", "standardStream", "tracedFile", "unmodified",
             "modified", "added", "deleted", "renamed", "uncontrolled", "driver", "extension", "translation", "taxonomy",
             "policy", "referencedOnCommandLine", "memoryContents", "directory", "userSpecifiedConfiguration",
             "toolSpecifiedConfiguration", "debugOutputFile"),
    "importance": ("important", "essential", "unimportant"),
}
PATTERNS = {
    "uri": r"[a-z][a-z0-9+.-]*://[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+",
    "uriReference": r"(file:///)?(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+",  # RFC 3986, what bireach makes of paths
    "folderUri": r"file:///(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})*",
    "semver": r"\d+\.\d+\.\d+",
}


class Checker:
    def __init__(self, log):
        self.findings = []
        self.check(log, "sarifLog", "log")
        for index, run in enumerate(log.get("runs", []) if isinstance(log, dict) else []):
            self.check_run(run, "runs[%d]" % index)

    def note(self, place, what):
        self.findings.append("%s: %s" % (place, what))

    def check(self, value, kind, place):
        if isinstance(kind, list):
            if not isinstance(value, list):
                return self.note(place, "no array")
            for index, item in enumerate(value):
                self.check(item, kind[0], "%s[%d]" % (place, index))
        elif isinstance(kind, dict):
            if not isinstance(value, dict):
                return self.note(place, "no object")
            for name, item in value.items():
                self.check(item, kind["*"], "%s.%s" % (place, name))
        elif isinstance(kind, type):
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                self.note(place, "%r is no %s" % (value, kind.__name__))
        elif kind in OBJECTS:
            self.check_object(value, kind, place)
        else:
            self.check_scalar(value, kind, place)

    def check_object(self, value, kind, place):
        if not isinstance(value, dict):
            return self.note(place, "no %s" % kind)
        for name, item in value.items():
            if name not in OBJECTS[kind]:
                self.note(place, "%s has no property %s" % (kind, name))
            else:
                self.check(item, OBJECTS[kind][name][0], "%s.%s" % (place, name))
        for name, (_, required) in OBJECTS[kind].items():
            if required and name not in value:
                self.note(place, "%s without %s" % (kind, name))
        # 3.37.6, 3.36.3, 3.55.3, 3.56.3: at least one
        if any(kind == owner and not value.get(name) for owner, name in (
                ("threadFlow", "locations"), ("codeFlow", "threadFlows"), ("fix", "artifactChanges"),
                ("artifactChange", "replacements"))):
            self.note(place, "empty")

    def check_scalar(self, value, kind, place):
        if kind == "bag":
            if not isinstance(value, dict):
                self.note(place, "no property bag")
        elif kind in ("index", "number"):
            least = 0 if kind == "index" else 1
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                self.note(place, "%r is no number from %d" % (value, least))
        elif kind == "rank":  # 3.27.25
            if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 100:
                self.note(place, "%r is no rank" % value)
        elif kind in CHOICES:
            if value not in CHOICES[kind]:
                self.note(place, "%r is none of %s" % (value, CHOICES[kind]))
        elif kind in PATTERNS:
            if not isinstance(value, str) or not re.fullmatch(PATTERNS[kind], value):
                self.note(place, "%r is no %s" % (value, kind))
        elif kind in ("message", "plainMessage"):
            self.check_message(value, place)
        else:
            raise KeyError(kind)

    def check_message(self, value, place):
        if not isinstance(value, dict) or not isinstance(value.get("text"), str) or set(value) != {"text"}:
            return self.note(place, "no message with a text")
        text = value["text"]
        # 3.11.5: single braces enclose placeholders, for which no arguments are given. 3.11.6: embedded links.
        rest = text.replace("{{", "").replace("}}", "")
        if "{" in rest or "}" in rest:
            self.note(place, "a placeholder in %r" % text)
        if re.search(r"(?<!\\)\[[^\[\]]+\]\(", text):
            self.note(place, "an embedded link in %r" % text)

    def check_run(self, run, place):
        artifacts = run.get("artifacts", [])
        bases = run.get("originalUriBaseIds", {})
        driver = run["tool"]["driver"]
        rules, notifications = driver.get("rules", []), driver.get("notifications", [])
        for base in bases.values():
            if not base["uri"].endswith("/"):
                self.note(place, "a base without slash at its end (3.14.14)")
        for listed in (rules, notifications):
            identifiers = [entry["id"] for entry in listed]
            if len(set(identifiers)) != len(identifiers):
                self.note(place, "an identifier twice")
        for artifact in artifacts:
            for name, digest in artifact.get("hashes", {}).items():
                if name == "sha-256" and not re.fullmatch("[0-9a-f]{64}", digest):
                    self.note(place, "no SHA-256: " + digest)
        for found in self.locations_in(run):
            location = found["artifactLocation"]
            if "uriBaseId" in location and (location["uriBaseId"] not in bases or location["uri"].startswith(("/", "file:"))
                                            or ".." in unquote(location["uri"]).split("/")):
                self.note(place, "an address that its base does not fit: %r (3.4.4)" % location)
            if "index" in location and (location["index"] >= len(artifacts) or
                                        artifacts[location["index"]]["location"]["uri"] != location["uri"]):
                self.note(place, "an index of another artifact: %r (3.4.5)" % location)
            region = found.get("region", {})
            end_line = region.get("endLine", region.get("startLine"))
            if "startLine" not in region or end_line < region["startLine"] or (
                    end_line == region["startLine"] and region.get("endColumn", 10**9) < region.get("startColumn", 1)):
                self.note(place, "no region: %r (3.30)" % region)
        for result in run.get("results", []):
            if result["ruleIndex"] >= len(rules) or rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                self.note(place, "a rule that is not there (3.27.6)")
            if result.get("kind", "fail") != "fail" and result.get("level", "none") != "none":
                self.note(place, "a level beside the kind %s (3.27.10)" % result["kind"])
            numbers = [location["id"] for location in result.get("relatedLocations", [])]
            if len(set(numbers)) != len(numbers):
                self.note(place, "a location's identifier twice (3.28.2)")
        for invocation in run.get("invocations", []):
            for notification in invocation.get("toolExecutionNotifications", []):
                reference = notification["descriptor"]
                if notifications[reference["index"]]["id"] != reference["id"]:
                    self.note(place, "a notification's descriptor that is not there (3.52.3)")

    def locations_in(self, value):
        """Every physicalLocation below a value."""
        if isinstance(value, list):
            for item in value:
                yield from self.locations_in(item)
        elif isinstance(value, dict):
            for name, item in value.items():
                if name == "physicalLocation":
                    yield item
                yield from self.locations_in(item)


def violations(log):
    """What breaks the rules, as lines of text; empty for a valid log."""
    return Checker(log).findings

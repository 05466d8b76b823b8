# SPDX-License-Identifier: Apache-2.0
"""The folder of a campaign, shared by all its machines, in which each task is done exactly once.

  campaign.json      the tasks and how they are run
  claims/TASK        who works on the task: made exclusively, and holds the worker's token
  running/TASK.TOKEN the files of an attempt in progress
  results/TASK/      the files of the finished run, run.json among them; the attempt's folder, renamed
  lost/              claims and attempts that came to nothing: evidence, never read again

A task is done when its result's run.json is whole and about the same program, binary and options. The rename that
publishes a result is atomic and fails if there is one, so a second result can never replace the first.
"""
import json
import os
import secrets
import shutil
import socket
import time
from pathlib import Path

from bireach_runs.execute import FORMAT, Settings, run_task
from bireach_runs.tasks import Task

CAMPAIGN_FORMAT = "bireach-campaign/1"


class StoreError(Exception):
    """The folder is no campaign, or another one."""


def write_whole(path, text):
    """Under a temporary name, then renamed."""
    path = Path(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with open(beside, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.rename(beside, path)


def read_json(path):
    """What a file holds; None if it is missing or not whole."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


class Store:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        content = read_json(self.folder / "campaign.json")
        if not isinstance(content, dict) or content.get("format") != CAMPAIGN_FORMAT:
            raise StoreError(f"{folder}: no campaign (no whole campaign.json of format {CAMPAIGN_FORMAT})")
        self.identity = content["identity"]
        self.settings = Settings(**content["settings"])
        self.settings_digest = content["settings_digest"]
        self.tasks = [Task(**task) for task in content["tasks"]]
        self.by_id = {task.id: task for task in self.tasks}
        self.digests = {}
        self.finished = set()
        for name in ("claims", "running", "results", "lost", "submissions", "log"):
            (self.folder / name).mkdir(exist_ok=True)

    @staticmethod
    def create(folder, tasks, settings):
        """A new campaign, or the one that is there if it has the same tasks. If it has other settings (a new binary,
        another limit), what was done with the old ones is done again."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        old = read_json(folder / "campaign.json")
        listed = [task.as_dict() for task in tasks]
        if old is None and (folder / "campaign.json").exists():
            raise StoreError(f"{folder}/campaign.json is not whole; remove it, and what was done is used again")
        if old is not None and [task["id"] for task in old["tasks"]] != [task["id"] for task in listed]:
            raise StoreError(f"{folder} holds a campaign with other tasks; choose another folder")
        content = {"format": CAMPAIGN_FORMAT, "identity": old["identity"] if old else secrets.token_hex(4),
                   "settings": settings.as_dict(), "settings_digest": settings.digest(), "tasks": listed}
        write_whole(folder / "campaign.json", json.dumps(content, indent=1) + "\n")
        return Store(folder)

    def digest(self, task):
        if task.id not in self.digests:
            self.digests[task.id] = task.digest()
        return self.digests[task.id]

    # What is done

    def result(self, task):
        """The record of the finished run, or None."""
        record = read_json(self.folder / "results" / task.id / "run.json")
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            return None
        same = record.get("digest") == self.digest(task) and record.get("settings_digest") == self.settings_digest
        return record if same else None

    def missing(self):
        """Tasks without a result. What has one keeps it, so each result is read once only."""
        for task in self.tasks:
            if task.id not in self.finished and self.result(task) is not None:
                self.finished.add(task.id)
        return [task for task in self.tasks if task.id not in self.finished]

    def attempts_lost(self, task):
        return len(list((self.folder / "lost").glob(f"{glob_escape(task.id)}.claim.*")))

    # Claims

    def claim_path(self, task):
        return self.folder / "claims" / task.id

    def claim(self, task):
        """A token if the task is ours now; None if it is done or somebody else's."""
        if self.result(task) is not None:
            return None
        token = secrets.token_hex(8)
        content = {"token": token, "host": socket.gethostname(), "pid": os.getpid(), "since": time.time(),
                   "job": os.environ.get("SLURM_ARRAY_JOB_ID", ""), "element": os.environ.get("SLURM_ARRAY_TASK_ID", ""),
                   "node": os.environ.get("SLURMD_NODENAME", "")}
        # Linked into place whole: nobody ever sees an empty claim.
        beside = self.folder / "claims" / f".{task.id}.{token}"
        beside.write_text(json.dumps(content), encoding="utf-8")
        try:
            os.link(beside, self.claim_path(task))
        except FileExistsError:
            return None
        finally:
            beside.unlink()
        if self.result(task) is not None:  # another one finished between the two looks
            self.claim_path(task).unlink()
            return None
        return token

    def holds(self, task, token):
        claim = read_json(self.claim_path(task))
        return claim is not None and claim.get("token") == token

    def break_claim(self, task):
        """For a claim whose owner is known to be gone: puts it, and what the owner has left, among what is lost.
        Returns the claim, or None if there was none."""
        path = self.claim_path(task)
        claim = read_json(path)
        if claim is None:
            return None
        token = claim.get("token", "unknown")
        try:
            os.rename(path, self.folder / "lost" / f"{task.id}.claim.{token}")
        except FileNotFoundError:
            return None
        self.put_away(self.folder / "running" / f"{task.id}.{token}")
        return claim

    def put_away(self, folder):
        if folder.exists():
            os.rename(folder, self.folder / "lost" / f"{folder.name}.{secrets.token_hex(4)}")

    # Work

    def work(self, task, on_start=None, interrupted=lambda: False):
        """Does the task unless it is done or somebody else's. Returns "done", "skipped", "interrupted" (the run was
        ended from outside, and says nothing about the task), or "lost" if the claim was broken meanwhile, in which case
        the result is put away."""
        token = self.claim(task)
        if token is None:
            return "skipped"
        attempt = self.folder / "running" / f"{task.id}.{token}"
        attempt.mkdir()
        try:
            record = run_task(task, self.settings, attempt, on_start)
        except BaseException:
            shutil.rmtree(attempt, ignore_errors=True)
            if self.holds(task, token):
                self.claim_path(task).unlink()
            raise
        if interrupted():
            shutil.rmtree(attempt, ignore_errors=True)
            if self.holds(task, token):
                self.claim_path(task).unlink(missing_ok=True)
            return "interrupted"
        record["settings_digest"] = self.settings_digest
        record["token"] = token
        return self.publish(task, token, attempt, record)

    def publish(self, task, token, attempt, record):
        write_whole(attempt / "run.json", json.dumps(record, indent=1) + "\n")
        target = self.folder / "results" / task.id
        if not self.holds(task, token):
            self.put_away(attempt)
            return "lost"
        if target.exists() and self.result(task) is None:  # stale, or torn by a full disk
            self.put_away(target)
        try:
            os.rename(attempt, target)
        except OSError:  # there is a result
            self.put_away(attempt)
            return "lost"
        self.claim_path(task).unlink(missing_ok=True)
        return "done"


def glob_escape(text):
    return "".join(f"[{c}]" if c in "*?[" else c for c in text)

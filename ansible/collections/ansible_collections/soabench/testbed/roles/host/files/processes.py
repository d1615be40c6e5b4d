"""Processes of a run, found by a mark in the environment with which they were started."""

import json
import os
import signal
import sys
import time

RUN = "SOABENCH_RUN"

# They would change other JVMs behind the model's back.
NOT_INHERITED = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "JAVA_OPTS")

KILL_S = 10


class Problem(Exception):
    """Something that a user can mend; the text is a sentence."""


def say(answer):
    """Ends a script: one JSON object, exit status 1 when it tells a problem."""
    print(json.dumps(answer, sort_keys=True))
    sys.exit(1 if answer.get("problem") else 0)


def await_(right, seconds, poll=0.02):
    """Whether something came true in time."""
    end = time.monotonic() + seconds
    while not right():
        if time.monotonic() >= end:
            return False
        time.sleep(poll)
    return True


def born(pid):
    """When a process was started, or None when it does not run (any more)."""
    try:
        with open("/proc/%d/stat" % pid, encoding="latin-1") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else fields[19]


def marked(value=None):
    """The processes of a run, or of all runs, as pid: (birth, token)."""
    found = {}
    for pid in [int(name) for name in os.listdir("/proc") if name.isdigit()]:
        try:
            with open("/proc/%d/environ" % pid, "rb") as file:
                entries = file.read().split(b"\0")
        except OSError:
            continue
        for entry in entries:
            key, _, token = entry.partition(b"=")
            if key == RUN.encode() and value in (None, token.decode(errors="replace")):
                birth = born(pid)
                if birth is not None:
                    found[pid] = (birth, token.decode(errors="replace"))
    return found


def end_run(token):
    """Ends all processes of a run without grace, its agent included."""

    def gone():
        found = marked(token)
        for pid, (birth, _) in found.items():
            if born(pid) == birth:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        return not found

    if not await_(gone, KILL_S, 0.05):
        raise Problem("processes %s survived SIGKILL; end them before the next run" % sorted(marked(token)))

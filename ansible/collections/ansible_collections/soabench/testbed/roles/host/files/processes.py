"""Processes of a repetition: started detached with a keeper each, found again by a file and by a mark in their environment.

The keeper is the parent. It notes the exit status and ends the process when its time is over, so that nothing runs for ever
when the controller is gone. It sleeps in the kernel: it takes no processor time while its process runs.
"""

import glob
import json
import os
import re
import signal
import subprocess
import sys
import time

RUN = "SOABENCH_RUN"
CHILD = "SOABENCH_CHILD"

# They would change other JVMs behind the model's back.
NOT_INHERITED = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "JAVA_OPTS")

POLL_S = 0.02
AFTER_PARENT_S = 0.5
KILL_S = 10
TAIL = 16 << 10
LONGEST = 300


class Problem(Exception):
    """Something that a user can mend; the text is a sentence."""


def say(answer):
    """Ends a script: one JSON object, exit status 1 when it tells a problem."""
    print(json.dumps(answer, sort_keys=True))
    sys.exit(1 if answer.get("problem") else 0)


def await_(right, seconds, poll=POLL_S):
    """Whether something came true in time."""
    end = time.monotonic() + seconds
    while not right():
        if time.monotonic() >= end:
            return False
        time.sleep(poll)
    return True


# ---- what /proc tells


def stat(pid):
    """The fields of a process after its name, or None when it is gone; [0] state, [1] parent, [11]+[12] ticks, [19] birth."""
    try:
        with open("/proc/%d/stat" % pid, encoding="latin-1") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def born(pid):
    fields = stat(pid)
    return None if fields is None or fields[0] in "ZX" else fields[19]


def everyone():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def marked(name, value=None):
    """The processes that have a variable in the environment with which they were started, as pid: (birth, value)."""
    found = {}
    for pid in everyone():
        try:
            with open("/proc/%d/environ" % pid, "rb") as file:
                entries = file.read().split(b"\0")
        except OSError:
            continue
        for entry in entries:
            key, _, held = entry.partition(b"=")
            if key == name.encode() and (value is None or held == value.encode()):
                birth = born(pid)
                if birth is not None:
                    found[pid] = (birth, held.decode(errors="replace"))
    return found


def family(pid):
    """A process and all that descend from it, as pid: birth."""
    parents = {}
    for other in everyone():
        fields = stat(other)
        if fields is not None and fields[0] not in "ZX":
            parents[other] = (int(fields[1]), fields[19])
    found = {pid: parents[pid][1]} if pid in parents else {}
    grown = bool(found)
    while grown:
        more = {p: birth for p, (parent, birth) in parents.items() if parent in found and p not in found}
        found.update(more)
        grown = bool(more)
    return found


def cpu_ms(pid):
    """Processor time of a process and those that descend from it, those included that it has waited for."""
    ticks = 0
    for member in family(pid):
        fields = stat(member)
        if fields is not None:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks * 1000 // os.sysconf("SC_CLK_TCK")


def words(pid):
    try:
        with open("/proc/%d/comm" % pid, encoding="utf-8", errors="replace") as file:
            return "%d %s" % (pid, file.read().strip())
    except OSError:
        return str(pid)


def send(processes, number):
    for pid, birth in processes.items():
        if born(pid) == birth:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass


def alive(processes):
    return {pid: birth for pid, birth in processes.items() if born(pid) == birth}


# ---- start


class Child:
    """A server or load client of this host. `run` is the folder of the repetition."""

    def __init__(self, run, name, grace_s):
        self.name = name
        self.grace_s = grace_s
        self.logs = os.path.join(run, "out", "logs", name)
        self.stdout = os.path.join(self.logs, "stdout.log")
        self.stderr = os.path.join(self.logs, "stderr.log")
        self.file = os.path.join(run, name + ".pid")
        self.exit_file = os.path.join(run, name + ".exit")

    def start(self, token, command, environment, directory, lease_s, stdin=os.devnull):
        """Starts it detached from whoever calls; does nothing when it was started before."""
        if self.record():
            return
        os.makedirs(self.logs, exist_ok=True)
        reader, writer = os.pipe()
        if os.fork() == 0:
            try:
                os.close(reader)
                self._keep(writer, token, command, environment, directory, lease_s, stdin)
            finally:
                os._exit(1)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as pipe:
            answer = pipe.read()
        if answer != "started":
            raise Problem("%s cannot be started: %s" % (self.name, answer or "its keeper ended"))

    def _keep(self, writer, token, command, environment, directory, lease_s, stdin):
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        mark = token + "/" + self.name
        variables = {key: value for key, value in os.environ.items() if key not in NOT_INHERITED}
        variables.update(environment, **{RUN: token, CHILD: mark})
        try:
            # Read and write: a pipe with a name then never ends, whoever writes into it.
            flags = os.O_RDONLY if stdin == os.devnull else os.O_RDWR
            child = subprocess.Popen(
                command,
                cwd=directory,
                env=variables,
                stdin=os.open(stdin, flags),
                stdout=open(self.stdout, "wb"),
                stderr=open(self.stderr, "wb"),
                start_new_session=True,
            )
        except OSError as e:
            os.write(writer, str(e).encode())
            os._exit(1)
        me = os.getpid()
        # It may have ended already; until it is waited for it has a birth all the same.
        self._write({"pid": child.pid, "born": stat(child.pid)[19], "keeper": me, "keeper_born": born(me), "mark": mark, "stopped": ""})
        os.write(writer, b"started")
        os.close(writer)
        os.chdir("/")
        signal.signal(signal.SIGALRM, self._time_is_over)
        signal.alarm(int(lease_s))
        code = child.wait()
        with open(self.exit_file, "w", encoding="utf-8") as file:
            file.write(str(code if code >= 0 else 128 - code))
        os._exit(0)

    def _time_is_over(self, *_):
        record = self.record()
        send({record["pid"]: record["born"]}, signal.SIGTERM)
        time.sleep(self.grace_s)
        send(self._running(record), signal.SIGKILL)

    def _write(self, record):
        part = self.file + ".part"
        with open(part, "w", encoding="utf-8") as file:
            json.dump(record, file)
        os.rename(part, self.file)

    # ---- look

    def record(self):
        try:
            with open(self.file, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def runs(self):
        record = self.record()
        return record is not None and born(record["pid"]) == record["born"]

    def exit(self):
        try:
            with open(self.exit_file, encoding="utf-8") as file:
                return int(file.read())
        except (FileNotFoundError, ValueError):
            return -1

    def state(self):
        """What the event of a task says of it; None when it was never started."""
        record = self.record()
        if record is None:
            return None
        runs = self.runs()
        if not runs:
            await_(lambda: self.exit() >= 0, 1)
        return {
            "name": self.name,
            "pid": record["pid"],
            "runs": runs,
            "exit": -1 if runs else self.exit(),
            "stopped": record["stopped"],
            "cpu_ms": cpu_ms(record["pid"]) if runs else -1,
            "words": "" if runs else self.last_words(),
            "left": record.get("left", []),
        }

    def last_words(self):
        """The last line of its output that is no part of a stack trace; of its errors first."""
        for path in (self.stderr, self.stdout):
            last = ""
            for line in tail(path).splitlines():
                if line.strip() and not line[0].isspace() and not line.startswith(("Caused by:", "Picked up ")):
                    last = line.strip()
            if last:
                return last[:LONGEST]
        return ""

    def death(self):
        """How it died, as a sentence."""
        exit_ = self.exit()
        said = self.last_words()
        return "%s ended by itself with exit status %d%s; %s; see logs/%s" % (
            self.name,
            exit_,
            " (signal 9: killed from outside, by the kernel when memory is short)" if exit_ == 137 else "",
            'its last words were "%s"' % said if said else "it wrote nothing",
            self.name,
        )

    # ---- stop

    def _running(self, record):
        found = family(record["pid"]) if born(record["pid"]) == record["born"] else {}
        found.update({pid: birth for pid, (birth, _) in marked(CHILD, record["mark"]).items()})
        return found

    def stop(self):
        """Ends it and everything it started: SIGTERM, the grace time, SIGKILL. Can be called again."""
        record = self.record()
        if record is None:
            return
        died = not self.runs()
        seen = self._running(record)

        def left():
            seen.update(self._running(record))
            return alive(seen)

        send({record["pid"]: record["born"]}, signal.SIGTERM)
        asked = await_(lambda: not self.runs(), self.grace_s)
        if asked and not await_(lambda: not left(), AFTER_PARENT_S):
            record["left"] = sorted(words(pid) for pid in left())
            send(left(), signal.SIGTERM)
            await_(lambda: not left(), self.grace_s)

        def killed():
            rest = left()
            send(rest, signal.SIGKILL)
            return not rest

        if not await_(killed, KILL_S, 0.05):
            raise Problem(
                "%s cannot be ended: processes %s survived SIGKILL; end them before the next run" % (self.name, sorted(left()))
            )
        await_(lambda: born(record["keeper"]) != record["keeper_born"], 2)
        if not record["stopped"]:
            record["stopped"] = "died" if died else "asked" if asked else "killed"
            self._write(record)


def end_run(token, run):
    """Ends all processes of a run without grace; `run` is the folder of its repetition, whose keepers are waited for."""
    keepers = {}
    for path in glob.glob(os.path.join(glob.escape(run), "*.pid")):
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        keepers[record["keeper"]] = record["keeper_born"]

    def gone():
        found = {pid: birth for pid, (birth, _) in marked(RUN, token).items()}
        send(found, signal.SIGKILL)
        return not found and not alive(keepers)

    if not await_(gone, KILL_S, 0.05):
        raise Problem("processes %s survived SIGKILL; end them before the next run" % sorted(marked(RUN, token)))


def tail(path, most=TAIL):
    try:
        with open(path, "rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - most))
            return file.read().decode(errors="replace")
    except FileNotFoundError:
        return ""


def pattern(text):
    """The regular expression of a glob of java.nio: * stays within a folder, ** does not, {a,b} are alternatives."""
    parts = {"**": ".*", "*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")"}
    depth = 0
    expression = ""
    for token in re.findall(r"\*\*|\[[^]]+]|\\.|.", text):
        depth += {"{": 1, "}": -1}.get(token, 0)
        if token == "," and depth > 0:
            expression += "|"
        elif token in parts:
            expression += parts[token]
        elif token.startswith("[") and len(token) > 1:
            expression += token.replace("[!", "[^", 1)
        else:
            expression += re.escape(token[-1])
    return re.compile(expression)

"""The far end of the driver's SSH session: tells the time, follows output files, notices which processes ended.

Started in the host's directory for a testbed. Reads one command a line from standard input, ends with it:
  time                     -> time <ns since the epoch>
  fingerprint              -> fingerprint <JSON object>
  cpu <name>               -> cpu <ms of the process and what it started, or -1>
  tell <name> <words>      -> told                 a load client has it on its standard input
                              told not <reason>
  signal <name> <word>     -> signalled            it and what it started got SIG<word>
                              signalled not <reason>
  send <base64 of JSON>    -> sent <status> <base64 of the answer>    method, url, type, body (text:… or a file), timeoutMs
                              sent not <reason>
  trips <host> <port> <uncounted> <counted> <s>    -> trips <ns of each round trip that counts>
  words <name>             -> words stdout|stderr <what it said last in one of its logs, may be empty>
  follow <name> <offset>   -> line <name> <offset behind it> <text>   for each whole line of its output from there
                              ended <name> <exit status, or -1>    when it has ended, after its last line
  watch <name>             -> ended …, as for follow, without its output
Says "alive" every two seconds while it follows anything. Double quotes only: the text is handed over in single ones.
"""
import base64
import http.client
import json
import os
import select
import signal
import socket
import sys
import time
import urllib.parse

FOLLOW_S = 0.1
ALIVE_S = 2.0
GONE_S = 3.0
TAIL = 8192
LONGEST = 300
LONGEST_ANSWER = 8192
TEXT = "text:"
# What a Java machine adds to every reason for not starting, and causes within stack traces.
NO_WORDS = (
    "Caused by:",
    "Error: Could not create the Java Virtual Machine.",
    "Error: A fatal exception has occurred. Program will exit.",
)
MS_PER_TICK = 1000.0 / os.sysconf("SC_CLK_TCK")

followed = {}


def say(*words):
    os.write(1, (" ".join(str(w) for w in words) + "\n").encode())


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def pid_of(name):
    record = read("run/" + name + ".pid")
    return str(json.loads(record)["pid"]) if record else ""


def stat(pid):
    """Fields of /proc/PID/stat behind the command, which may contain blanks."""
    text = read("/proc/" + pid + "/stat")
    return text[text.rfind(")") + 1:].split() if text else []


def family(name):
    """Processor ticks of the process and of what it started, by pid, itself first; empty when it does not run."""
    top = pid_of(name)
    if not top or not stat(top):
        return {}
    parents, ticks = {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        fields = stat(pid)
        if fields:
            parents[pid] = fields[1]
            ticks[pid] = int(fields[11]) + int(fields[12])
    below = {top: ticks.get(top, 0)}
    for pid in ticks:
        above = pid
        while above in parents and above != top:
            above = parents[above]
        if above == top:
            below[pid] = ticks[pid]
    return below


def cpu_ms(name):
    ticks = family(name)
    return int(sum(ticks.values()) * MS_PER_TICK) if ticks else -1


def send_signal(name, word):
    """The process itself must get it; what it started may end meanwhile."""
    pids = list(family(name))
    try:
        if not pids:
            raise ProcessLookupError("it does not run")
        number = signal.Signals["SIG" + word]
        os.kill(int(pids[0]), number)
        for pid in pids[1:]:
            try:
                os.kill(int(pid), number)
            except OSError:
                pass
        say("signalled")
    except (KeyError, OSError) as e:
        say("signalled not", "there is no such signal" if isinstance(e, KeyError) else e)


def send(packed):
    """One HTTP exchange from here."""
    asked = json.loads(base64.b64decode(packed))
    url = urllib.parse.urlsplit(asked["url"])
    body = asked["body"]
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=asked["timeoutMs"] / 1000)
    try:
        if body.startswith(TEXT):
            content = body[len(TEXT):].encode()
        elif body:
            with open(body, "rb") as file:
                content = file.read()
        else:
            content = None
        headers = {"Content-Type": asked["type"]} if asked["type"] else {}
        path = urllib.parse.urlunsplit(("", "", url.path or "/", url.query, ""))
        connection.request(asked["method"], path, content, headers)
        answer = connection.getresponse()
        say("sent", answer.status, base64.b64encode(answer.read(LONGEST_ANSWER)).decode())
    except (OSError, http.client.HTTPException) as e:
        say("sent not", "%s (%s)" % (type(e).__name__, e))
    finally:
        connection.close()


def trips(host, port, uncounted, counted, limit_s):
    """Nanoseconds of HTTP HEAD exchanges, one after the other on one connection."""
    times = []
    request = ("HEAD / HTTP/1.1\r\nHost: %s:%s\r\n\r\n" % (host, port)).encode()
    end = time.monotonic() + limit_s
    try:
        with socket.create_connection((host, port), limit_s) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for i in range(uncounted + counted):
                if time.monotonic() > end:
                    break
                begin = time.perf_counter_ns()
                connection.sendall(request)
                head = b""
                while b"\r\n\r\n" not in head:
                    data = connection.recv(65536)
                    if not data:
                        return times
                    head += data
                if i >= uncounted:
                    times.append(time.perf_counter_ns() - begin)
    except OSError:
        pass
    return times


def number(text, word):
    for line in text.splitlines():
        fields = line.split()
        if fields and fields[0] == word:
            return fields[1:]
    return []


def fingerprint():
    memory = read("/proc/meminfo")
    cpu = number(read("/proc/stat"), "cpu")

    def bytes_of(word):
        value = number(memory, word)
        return int(value[0]) * 1024 if value else -1

    swap = bytes_of("SwapTotal:")
    load = read("/proc/loadavg").split()
    return {
        "boot": read("/proc/sys/kernel/random/boot_id").strip(),
        "kernel": read("/proc/sys/kernel/osrelease").strip(),
        "cpusOnline": read("/sys/devices/system/cpu/online").strip(),
        "governor": read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").strip(),
        "loadAverage": float(load[0]) if load else -1,
        "availableBytes": bytes_of("MemAvailable:"),
        "swapUsedBytes": swap - bytes_of("SwapFree:") if swap >= 0 else -1,
        "stolenMs": int(int(cpu[7]) * MS_PER_TICK) if len(cpu) > 7 else -1,
    }


def tell(name, words):
    try:
        # Not to wait for ever for a reader that is gone.
        pipe = os.open("run/" + name + ".in", os.O_WRONLY | os.O_NONBLOCK)
        try:
            os.write(pipe, (" ".join(words) + "\n").encode())
        finally:
            os.close(pipe)
        say("told")
    except OSError as e:
        say("told not", e)


def last_words(name):
    """The last line that is no part of a stack trace: of its errors, else of its output."""
    for log in ("stderr", "stdout"):
        try:
            with open("run/out/logs/%s/%s.log" % (name, log), "rb") as file:
                file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL))
                lines = file.read().decode(errors="replace").splitlines()
        except OSError:
            continue
        said = [x.strip() for x in lines if x.strip() and not x[0].isspace() and not x.startswith(NO_WORDS)]
        if said:
            return log, said[-1][:LONGEST]
    return "stderr", ""


class Followed:
    """One process, and its output from an offset on if that is not None."""

    def __init__(self, name, offset):
        self.name = name
        self.offset = offset
        self.path = "run/out/logs/" + name + "/stdout.log"
        self.gone = None

    def lines(self):
        if self.offset is None:
            return
        try:
            with open(self.path, "rb") as file:
                file.seek(self.offset)
                data = file.read(1 << 20)
        except OSError:
            return
        whole = data.rfind(b"\n") + 1
        for line in data[:whole].splitlines(keepends=True):
            self.offset += len(line)
            os.write(1, b"line %s %d %s\n" % (self.name.encode(), self.offset, line.rstrip(b"\r\n")))

    def exit(self):
        """Its exit status when it has ended; its keeper notes it a moment later."""
        status = read("run/" + self.name + ".exit").strip()
        if status:
            return status
        if stat(pid_of(self.name)) or not pid_of(self.name):
            self.gone = None
            return ""
        self.gone = self.gone or time.monotonic()
        return "-1" if time.monotonic() - self.gone > GONE_S else ""

    def step(self):
        """Whether it has ended."""
        status = self.exit()
        self.lines()
        before = None
        while status and before != self.offset:
            before = self.offset
            self.lines()
        if status:
            say("ended", self.name, status)
        return bool(status)


def obey(words):
    if words[0] == "time":
        say("time", time.time_ns())
    elif words[0] == "fingerprint":
        say("fingerprint", json.dumps(fingerprint()))
    elif words[0] == "cpu":
        say("cpu", cpu_ms(words[1]))
    elif words[0] == "words":
        say("words", *last_words(words[1]))
    elif words[0] == "tell":
        tell(words[1], words[2:])
    elif words[0] == "signal":
        send_signal(words[1], words[2])
    elif words[0] == "send":
        send(words[1])
    elif words[0] == "trips":
        say("trips", *trips(words[1], *map(int, words[2:6])))
    elif words[0] == "follow":
        followed[words[1]] = Followed(words[1], int(words[2]))
    elif words[0] == "watch":
        followed[words[1]] = Followed(words[1], None)


def main():
    os.chdir(sys.argv[1])
    pending = b""
    said = time.monotonic()
    while True:
        if select.select([0], [], [], FOLLOW_S if followed else None)[0]:
            data = os.read(0, 65536)
            if not data:
                return
            *commands, pending = (pending + data).split(b"\n")
            for command in commands:
                if command.strip():
                    obey(command.decode().split())
        for name in [n for n, f in followed.items() if f.step()]:
            del followed[name]
        if followed and time.monotonic() - said > ALIVE_S:
            said = time.monotonic()
            say("alive")


main()

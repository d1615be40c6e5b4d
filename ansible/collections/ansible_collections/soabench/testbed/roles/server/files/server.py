"""The servers of a case on one host: server.py PHASE DIRECTORY. The part of the case for this host is run/case.json."""

import http.client
import json
import os
import re
import shutil
import socket
import sys
import tarfile
import time
import urllib.parse
import zipfile

import processes
from processes import Child, Problem

ATTEMPT_S = 2
PROBE_POLL_S = 0.05
SETTLE_POLL_S = 0.2
# Larger files are copied as they are: they are traces, not texts with placeholders.
LONGEST_TEXT = 8 << 20
LEDGER = ("instancesStarted", "instancesCompleted", "instancesFaulted")
LONGEST = 600


class Host:
    """What is on this host in this repetition."""

    def __init__(self, directory):
        self.directory = directory
        self.run = os.path.join(directory, "run")
        self.file = os.path.join(self.run, "case.json")
        self.case = {"servers": [], "clients": []}
        if os.path.exists(self.file):
            with open(self.file, encoding="utf-8") as file:
                self.case = json.load(file)

    @property
    def servers(self):
        return self.case["servers"]

    def child(self, part):
        return Child(self.run, part["name"], part["grace_ms"] / 1000)

    def token(self):
        with open(os.path.join(self.directory, "token"), encoding="utf-8") as file:
            return file.read()

    def start(self, part, directory, stdin=os.devnull):
        self.child(part).start(
            self.token(), part["command"], part["environment"], directory, self.case["deadlines"]["lease"], stdin
        )

    def deadline(self, phase):
        """When the phase must be over, by the monotonic clock."""
        return time.monotonic() + self.case["deadlines"][phase]

    def states(self):
        states = []
        for server in self.servers:
            state = self.child(server).state()
            if state is not None:
                states.append(dict(state, ready=os.path.exists(self.child(server).file + ".ready")))
        return states

    def watch(self):
        """Fails when a server that was started does not run."""
        for part in self.servers:
            child = self.child(part)
            if child.record() and not child.runs():
                processes.await_(lambda child=child: child.exit() >= 0, 1)
                raise Problem(child.death())

    def tested(self):
        """The engine under test, when it is on this host and a process is deployed on it."""
        found = [s for s in self.servers if s["name"] == self.case["tested"]]
        return found[0] if found else None


# ---- place


def place(host):
    """Empties the folder of the repetition and puts there what the servers need."""
    case = json.load(sys.stdin)
    fill_class_paths(host.directory, case)
    processes.end_run(host.token(), host.run)
    if os.path.isdir(host.run):
        shutil.rmtree(host.run)
    os.makedirs(os.path.join(host.run, "out", "logs"))
    with open(host.file, "w", encoding="utf-8") as file:
        json.dump(case, file, indent=2, sort_keys=True)
    host.case = case
    for part in case["servers"] + case["clients"]:
        os.makedirs(part["work"])
    for server in case["servers"]:
        for path, text in server["files"].items():
            target = os.path.join(server["work"], path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        for copy in server["copies"]:
            copy_folder(os.path.join(host.directory, copy["from"]), copy["to"], case["addresses"])


def fill_class_paths(directory, case):
    """Replaces ${classpath:<program>}: the shipped jars, joined as Java wants them."""
    programs = {
        "${classpath:%s}" % name: ":".join(os.path.join(directory, jar) for jar in jars)
        for name, jars in case.pop("programs").items()
    }

    def filled(text):
        for placeholder, class_path in programs.items():
            text = text.replace(placeholder, class_path)
        return text

    for part in case["servers"] + case["clients"]:
        part["command"] = [filled(argument) for argument in part["command"]]
        part["environment"] = {key: filled(text) for key, text in part["environment"].items()}
        part["files"] = {path: filled(text) for path, text in part.get("files", {}).items()}


def copy_folder(source, target, addresses):
    """Copies a folder; ${server.<name>.address} and ${server.<name>.port.<port>} in its texts are replaced."""
    if not os.path.isdir(source):
        raise Problem("%s is missing; prepare the host again" % source)
    for folder, _, names in os.walk(source):
        to = os.path.join(target, os.path.relpath(folder, source))
        os.makedirs(to, exist_ok=True)
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                content = file.read() if os.path.getsize(path) <= LONGEST_TEXT else b""
            if b"${server." in content:
                with open(os.path.join(to, name), "wb") as file:
                    file.write(re.sub(rb"\$\{(server\.[^}]+?\.(?:address|port\.[^}.]+))}", lambda m: value(m, addresses), content))
            else:
                shutil.copyfile(path, os.path.join(to, name))


def value(match, addresses):
    try:
        return str(addresses[match.group(1).decode()]).encode()
    except KeyError:
        raise Problem("%s names no server or port that runs in this case" % match.group().decode()) from None


# ---- start, ready


def start(host):
    for server in host.servers:
        if host.child(server).record():
            continue
        for name, number in server["ports"].items():
            if not is_free(server["address"], number):
                raise Problem(
                    "port %d (%s) of server %s is in use, or %s is no address of this host; end that program or choose another"
                    " port" % (number, name, server["name"], server["address"])
                )
        host.start(server, server["work"])


def is_free(address, number):
    try:
        info = socket.getaddrinfo(address, number, type=socket.SOCK_STREAM)[0]
        with socket.socket(info[0], socket.SOCK_STREAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(info[4])
            return True
    except OSError:
        return False


def ready(host):
    """Waits until every server answers; then registries learn what is served."""
    end = host.deadline("ready")
    for server in host.servers:
        if not answers(host, server, server["ready"], end):
            raise Problem("server %s is not ready: %s" % (server["name"], not_true(server, server["ready"])))
        with open(host.child(server).file + ".ready", "w", encoding="utf-8"):
            pass
    for server in host.servers:
        for step in server["publish"]:
            publish(host, server, step, end)


def publish(host, registry, step, end):
    what = "publication of %s in registry %s" % (step["service"], registry["name"])
    status, answer = send(host, step["action"], what, end)
    if status not in step["action"]["expected"]:
        asked = "%s %s" % (step["action"]["method"], step["action"]["url"])
        raise Problem("%s was refused: %s was answered with %s" % (what, asked, told(status, answer)))


def not_true(server, probe):
    asked = "%s = %d" % (probe["url"], probe["status"]) if probe["url"].startswith("http") else probe["url"]
    return "%s did not come true within %d ms; see logs/%s" % (asked, probe["timeout_ms"], server["name"])


def answers(host, server, probe, end):
    """Asks until the answer is right or the deadline is over."""
    scheme, _, text = probe["url"].partition(":")
    output = Output(host.child(server)) if scheme == "line" else None

    def right():
        host.watch()
        if output:
            return output.has_line(text)
        if scheme == "tcp":
            return connects(probe["url"], ATTEMPT_S)
        try:
            return exchange("GET", probe["url"], ATTEMPT_S)[0] == probe["status"]
        except (OSError, http.client.HTTPException):
            return False

    return processes.await_(right, min(probe["timeout_ms"] / 1000, end - time.monotonic()), PROBE_POLL_S)


class Output:
    """What a server has printed so far; every byte is read once."""

    def __init__(self, child):
        self.read = {child.stdout: 0, child.stderr: 0}

    def has_line(self, text):
        for path, begin in self.read.items():
            with open(path, "rb") as file:
                file.seek(begin)
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self.read[path] += len(line)
                    if line.startswith(text.encode()):
                        return True
        return False


def connects(url, seconds):
    parts = urllib.parse.urlsplit(url)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    try:
        socket.create_connection((parts.hostname, parts.port or usual), seconds).close()
        return True
    except OSError:
        return False


# ---- exchanges


def exchange(method, url, seconds, body=None, headers=None):
    """Status and body of one answer. The deadline holds for each single wait."""
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=max(0.1, seconds))
    try:
        path = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.request(method, path, body, dict(headers or {}, Connection="close"))
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def send(host, action, what, end):
    """Takes an action of the lifecycle; status and body of the answer."""
    try:
        return attempt(action, what, end)
    except Problem:
        # When a server died, all else is only the consequence.
        host.watch()
        raise


def attempt(action, what, end):
    body = content(action["body_file"])
    headers = {"Content-Type": action["content_type"]} if action["content_type"] else {}
    seconds = min(action["timeout_ms"] / 1000, end - time.monotonic())
    try:
        return exchange(action["method"], action["url"], seconds, body, headers)
    except socket.timeout:
        raise Problem("%s got no answer from %s within %d ms" % (what, action["url"], action["timeout_ms"])) from None
    except (OSError, http.client.HTTPException) as e:
        asked = "%s %s" % (action["method"], action["url"])
        raise Problem("%s failed: %s ended with %s" % (what, asked, e or type(e).__name__)) from None


def told(status, body):
    """An answer as one line: its status, and its message without markup, shortened."""
    text = " ".join(re.sub(r"<[^>]*>", " ", body.decode(errors="replace")).split())
    return "status %d%s" % (status, ": " + (text if len(text) <= LONGEST else text[:LONGEST] + "…") if text else " without a message")


def content(file):
    if not file:
        return None
    if file.startswith("text:"):
        return file[len("text:") :].encode()
    if file.startswith("zip:"):
        return zipped(file[len("zip:") :])
    with open(file, "rb") as opened:
        return opened.read()


def zipped(folder):
    """A folder as an archive; equal folders give equal archives."""
    archive = folder + ".zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(files(folder)):
            with open(os.path.join(folder, path), "rb") as part:
                file.writestr(zipfile.ZipInfo(path), part.read(), zipfile.ZIP_DEFLATED)
    with open(archive, "rb") as file:
        return file.read()


def files(folder):
    return [os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names]


# ---- deploy, deployed, collect, undeploy


def deploy(host):
    server = host.tested()
    end = host.deadline("deploy")
    for action in server["deploy"] if server else []:
        status, answer = send(host, action, "deployment of %s on server %s" % (host.case["process"], server["name"]), end)
        if status not in action["expected"]:
            raise Problem(
                "server %s refused to deploy %s: %s %s was answered with %s; see logs/%s, correct the process or leave it out"
                " for this server"
                % (server["name"], host.case["process"], action["method"], action["url"], told(status, answer), server["name"])
            )


def deployed(host):
    server = host.tested()
    if server and server["deployed"] and not answers(host, server, server["deployed"], host.deadline("deployed")):
        raise Problem(
            "process %s does not answer on server %s: %s"
            % (host.case["process"], server["name"], not_true(server, server["deployed"]))
        )


def collect(host):
    """Reads the counters, again and again as long as instances may still run."""
    host.watch()
    end = host.deadline("collect")
    settle = min(end, host.deadline("settle"))
    for server in host.servers:
        action = server["statistics"]
        if not action:
            continue
        while True:
            what = "reading the counters of server " + server["name"]
            status, body = send(host, action, what, end)
            if status not in action["expected"]:
                raise Problem("%s failed: %s was answered with %s" % (what, action["url"], told(status, body)))
            counters = ledger(body, what)
            with open(os.path.join(host.run, "out", "statistics-%s.json" % server["name"]), "wb") as file:
                file.write(body)
            if counters[0] == counters[1] + counters[2] or time.monotonic() >= settle:
                break
            time.sleep(SETTLE_POLL_S)


def ledger(body, what):
    try:
        counters = json.loads(body.decode())
    except ValueError:
        counters = None
    if not isinstance(counters, dict):
        raise Problem("%s failed: the answer is not a JSON object: %s" % (what, told(200, body)))
    missing = [name for name in LEDGER if not isinstance(counters.get(name), (int, float))]
    if missing:
        raise Problem("%s failed: the answer lacks the numbers %s" % (what, ", ".join(missing)))
    return [counters[name] for name in LEDGER]


def undeploy(host):
    """The server is stopped and its folder removed right after: what goes wrong here is told, but spoils nothing."""
    server = host.tested()
    if not server or not host.child(server).runs():
        return {}
    what = "server %s did not undeploy %s: " % (server["name"], host.case["process"])
    for action in server["undeploy"]:
        seconds = action["timeout_ms"] / 1000
        try:
            status, answer = exchange(action["method"], action["url"], seconds, content(action["body_file"]))
        except socket.timeout:
            return {"note": what + "no answer within %d ms" % action["timeout_ms"]}
        except (OSError, http.client.HTTPException) as e:
            return {"note": what + (str(e) or type(e).__name__ if host.child(server).runs() else "the server ended")}
        if status not in action["expected"]:
            return {"note": what + told(status, answer)}
    return {}


# ---- stop


def stop(host):
    """Ends the servers in reverse order, keeps their logs, packs what goes into the run record; as much as can be done."""
    problems = []
    for server in reversed(host.servers):
        try:
            host.child(server).stop()
            keep_logs(host, server)
        except (OSError, Problem) as e:
            problems.append(str(e))
    pack(host)
    return {"problem": "; ".join(problems)}


def keep_logs(host, server):
    logs = host.child(server).logs
    for pattern in map(processes.pattern, server["logs"]):
        for path in files(server["work"]):
            source = os.path.join(server["work"], path)
            if pattern.fullmatch(path) and os.path.isfile(source):
                os.makedirs(os.path.dirname(os.path.join(logs, path)), exist_ok=True)
                shutil.copyfile(source, os.path.join(logs, path))


def pack(host):
    """One archive of all that goes home; of a log that is too long, its begin and its end."""
    out = os.path.join(host.run, "out")
    limit = host.case["log_limit_bytes"]
    with tarfile.open(os.path.join(host.run, "out.tgz"), "w:gz", compresslevel=1) as tar:
        for path in sorted(files(out)):
            full = os.path.join(out, path)
            if path.startswith("logs/") and os.path.getsize(full) > limit:
                shorten(full, limit)
            tar.add(full, arcname=path, recursive=False)


def shorten(path, limit):
    size = os.path.getsize(path)
    end = processes.tail(path)
    with open(path, "r+b") as file:
        file.truncate(limit)
        file.seek(0, os.SEEK_END)
        file.write(("\n… %d bytes are left out here …\n%s" % (size - limit - len(end.encode()), end)).encode())


def main():
    phases = {f.__name__: f for f in (place, start, ready, deploy, deployed, collect, undeploy, stop)}
    phase, directory = sys.argv[1:]
    host = Host(directory)
    answer = {}
    try:
        if phase == "watch":
            pass
        elif phase == "place" or os.path.exists(host.file):
            answer = phases[phase](host) or {}
    except (OSError, Problem) as e:
        answer = {"problem": str(e)}
    processes.say(dict(answer, servers=host.states()))


if __name__ == "__main__":
    main()

"""The load clients of a case on one host: load.py PHASE DIRECTORY. The part of the case for this host is run/case.json."""

import json
import os
import re
import sys
import time
import xml.etree.ElementTree as ElementTree

import processes
import server
from processes import Problem

SOAP = ("{http://schemas.xmlsoap.org/soap/envelope/}", "{http://www.w3.org/2003/05/soap-envelope}")


class Client:
    """One load client and what it has said so far."""

    def __init__(self, host, part):
        self.part = part
        self.child = host.child(part)
        self.input = os.path.join(host.run, part["name"] + ".in")

    def said(self):
        """Its words on standard output, as in docs/formats.md."""
        said = {"client_ready": False, "steady": False, "done": False, "hung": None, "progress": None}
        try:
            with open(self.child.stdout, encoding="utf-8", errors="replace") as file:
                lines = file.read().split("\n")[:-1]
        except FileNotFoundError:
            return said
        for line in lines:
            if line in ("ready", "steady", "done"):
                said["client_ready" if line == "ready" else line] = True
            elif re.fullmatch(r"hung \d{1,18} \d{1,18}", line):
                said["hung"] = [int(number) for number in line.split()[1:]]
            elif line.startswith("progress "):
                last = line[len("progress ") :]
                try:
                    said["progress"] = json.loads(last)
                except ValueError:
                    raise Problem("%s reports its progress in an unknown form: %s" % (self.part["name"], last[:200])) from None
        return said

    def state(self):
        state = self.child.state()
        return None if state is None else dict(state, **self.said())

    def check(self):
        """Fails when it ended before it was done, or badly."""
        if not self.child.runs():
            processes.await_(lambda: self.child.exit() >= 0, 1)
            if self.child.exit() != 0 or not self.said()["done"]:
                raise Problem(self.child.death())

    def tell(self, command):
        # Not to wait for ever for a reader that is gone.
        pipe = os.open(self.input, os.O_WRONLY | os.O_NONBLOCK)
        os.write(pipe, (command + "\n").encode())
        os.close(pipe)


def clients(host):
    return [Client(host, part) for part in host.case["clients"]]


def start(host):
    for client in clients(host):
        if not client.child.record():
            os.mkfifo(client.input)
            host.start(client.part, client.part["work"], client.input)


def wait_for(host, what, right, seconds):
    """Waits for something of all clients while everything that must run runs."""

    def true():
        host.watch()
        for client in clients(host):
            client.check()
        return all(right(client) for client in clients(host))

    if not processes.await_(true, seconds, server.PROBE_POLL_S):
        late = [client.part["name"] for client in clients(host) if not right(client)]
        raise Problem('%s from %s within %d s; see their logs' % (what, ", ".join(late), seconds))


def ready(host):
    wait_for(host, 'no "ready"', lambda client: client.said()["client_ready"], host.case["deadlines"]["clients"])


def here(host, controller_ns):
    """An instant of the controller's clock by the clock of this host."""
    with open(os.path.join(host.directory, "clock.json"), encoding="utf-8") as file:
        return controller_ns + json.load(file)["offset_ns"]


def tell(host, command, controller_ns):
    begin = here(host, controller_ns)
    if clients(host) and begin <= time.time_ns():
        raise Problem("the instant of %s, %d, was past when this host heard of it; give more time" % (command, controller_ns))
    for client in clients(host):
        client.check()
        client.tell("%s %d" % (command, begin))


def begin(host, controller_ns):
    tell(host, "start", int(controller_ns))
    with open(os.path.join(host.run, "start_ns"), "w", encoding="ascii") as file:
        file.write(str(here(host, int(controller_ns))))
    return {"start_ns": int(controller_ns)}


def measure(host, controller_ns):
    tell(host, "measure", int(controller_ns))
    return {"measure_ns": int(controller_ns)}


def wait(host):
    """Until all are done. The wait reads their output twice a second only: it is measured meanwhile."""
    with open(os.path.join(host.run, "start_ns"), encoding="ascii") as file:
        seconds = host.case["deadlines"]["load"] + (int(file.read()) - time.time_ns()) / 1e9

    def done():
        host.watch()
        return all(not client.child.runs() for client in clients(host))

    ended = processes.await_(done, max(0, seconds), 0.5)
    for client in clients(host):
        if not ended and client.child.runs():
            raise Problem("%s did not end within %d s after its start; see its logs" % (client.part["name"], host.case["deadlines"]["load"]))
        client.check()


def connect(host):
    """A black box must take connections."""
    url = host.case["endpoint"]
    if clients(host) and not host.case["tested"]:
        if not processes.await_(lambda: server.connects(url, server.ATTEMPT_S), host.case["deadlines"]["deployed"], 0.5):
            raise Problem("%s takes no connection; start it, or correct the endpoint of the process" % url)


# ---- check


def check(host):
    """Sends the functional checks. Whether the values are right is for the driver to say, which gets the answers."""
    results = []
    for n, wanted in enumerate(host.case["checks"], 1):
        with open(os.path.join(host.directory, "compiled", wanted["request"]), encoding="utf-8") as file:
            envelope = file.read().replace("${uiid}", wanted["uiid"])
        headers = {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '"%s"' % wanted["soap_action"]}
        try:
            status, body = server.exchange("POST", host.case["endpoint"], wanted["timeout_ms"] / 1000, envelope.encode(), headers)
        except OSError as e:
            host.watch()
            raise Problem("check %d of %s failed: %s ended with %s" % (n, host.case["process"], host.case["endpoint"], e)) from None
        results.append({"n": n, "status": status, "answer": body.decode(errors="replace"), "problem": wrong(status, body, wanted)})
    problems = ["wrong answer: %s %s; check %d" % (host.case["process"], r["problem"], r["n"]) for r in results if r["problem"]]
    return {"checks": results, "problem": "; ".join(problems)}


def wrong(status, body, wanted):
    """What is wrong with an answer as far as its form tells, as the end of a sentence; empty when nothing is."""
    if not body:
        return "answered with status %d and without a message" % status
    if b"<!DOCTYPE" in body:
        return "answered with a document type declaration, which SOAP forbids"
    try:
        envelope = ElementTree.fromstring(body)
    except ElementTree.ParseError as e:
        return "answered with status %d and no SOAP message: %s" % (status, e)
    bodies = [child for child in envelope if child.tag in [namespace + "Body" for namespace in SOAP]]
    first = bodies[0][0].tag if bodies and len(bodies[0]) else "nothing"
    if first in [namespace + "Fault" for namespace in SOAP]:
        return "answered with a fault: %s" % " ".join("".join(bodies[0].itertext()).split())[:200]
    if status != 200:
        return "answered with status %d" % status
    if wanted["element"] and first != wanted["element"]:
        return "answered with %s instead of %s" % (first, wanted["element"])
    return ""


def stop(host):
    problems = []
    for client in clients(host):
        try:
            client.child.stop()
        except Problem as e:
            problems.append(str(e))
    return {"problem": "; ".join(problems)}


def main():
    phases = {f.__name__: f for f in (start, ready, begin, measure, wait, connect, check, stop)}
    phase, directory, *more = sys.argv[1:]
    host = server.Host(directory)
    answer = {}
    try:
        if phase == "watch":
            pass
        elif os.path.exists(host.file):
            answer = phases[phase](host, *more) or {}
        states = [client.state() for client in clients(host)]
    except (OSError, Problem) as e:
        answer, states = {"problem": str(e)}, []
    processes.say(dict(answer, clients=[state for state in states if state is not None]))


if __name__ == "__main__":
    main()

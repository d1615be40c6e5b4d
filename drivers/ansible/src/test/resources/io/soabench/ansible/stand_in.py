#!/usr/bin/env python3
"""Stands in for ansible-playbook: does what the playbooks do, on this machine, and says what the callback plug-in says.

Beside it: host/ is the host's directory, behaviour.json says what goes wrong, called lists the playbooks.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = os.path.join(HERE, "host", "run")
CLIENT = """
import os, sys, time
pipe, samples, behaviour = sys.argv[1:]
def say(line):
    os.write(1, (line + chr(10)).encode())
said = os.open(pipe, os.O_RDWR)
say("ready")
word, begin = os.read(said, 100).split()
assert word == b"start"
time.sleep(max(0, int(begin) / 1e9 - time.time()))
for sent in range(1, 25):
    say('progress {"phase":"measure","sent":%d,"sentPerSecond":20.0,"inFlight":1,"failures":0,"p99Ms":2.5}' % sent)
    time.sleep(0.05)
    if behaviour == "dies":
        os._exit(9)
with open(samples, "w") as file:
    file.write("phase,measured" + chr(10))
say("done")
"""


def tell(**event):
    with open(os.environ["SOABENCH_EVENTS"], "a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")


def path(name, kind):
    return os.path.join(RUN, name + "." + kind)


def start(name, command):
    logs = os.path.join(RUN, "out", "logs", name)
    os.makedirs(logs, exist_ok=True)
    # A keeper, which notes the exit status.
    keeper = "%s > %s/stdout.log 2> %s/stderr.log & echo $! > %s; wait $!; echo $? > %s" % (
        command, logs, logs, path(name, "pid.part"), path(name, "exit.part"))
    subprocess.Popen(["sh", "-c", keeper + "; mv %s %s" % (path(name, "exit.part"), path(name, "exit"))],
                     stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while not os.path.exists(path(name, "pid.part")) or not open(path(name, "pid.part")).read().strip():
        time.sleep(0.01)
    pid = int(open(path(name, "pid.part")).read())
    with open(path(name, "pid.new"), "w", encoding="utf-8") as file:
        json.dump({"pid": pid}, file)
    os.replace(path(name, "pid.new"), path(name, "pid"))


def pid_of(name):
    with open(path(name, "pid"), encoding="utf-8") as file:
        return json.load(file)["pid"]


def exit_of(name):
    return int(open(path(name, "exit")).read()) if os.path.exists(path(name, "exit")) else -1


def states(names, stopped=""):
    return [{"name": n, "pid": pid_of(n), "runs": exit_of(n) < 0, "exit": exit_of(n), "stopped": stopped, "cpu_ms": 1,
             "ready": True, "left": []}
            for n in names if os.path.exists(path(n, "pid"))]


def end(names):
    for name in names:
        if os.path.exists(path(name, "pid")) and exit_of(name) < 0:
            os.kill(pid_of(name), signal.SIGTERM)
            while exit_of(name) < 0:
                time.sleep(0.01)


def act(phase, variables, behaviour):
    servers, clients = behaviour["servers"], behaviour["clients"]
    if phase == "prepare":
        return {"facts": {"cpus": 2, "memory_bytes": 1 << 30, "os": "Test", "java": "version 17"}, "clock": {"offset_ns": 5, "error_ns": 1}}
    if phase == "place":
        shutil.rmtree(RUN, ignore_errors=True)
        os.makedirs(os.path.join(RUN, "out"))
    if phase == "start":
        for name in servers:
            start(name, "sh -c 'sleep 2; echo out of luck >&2; exit 3'" if behaviour.get("crash") == name else "exec sleep 100")
    if phase == "deploy":
        with open(os.path.join(HERE, "client.py"), "w", encoding="utf-8") as file:
            file.write(CLIENT)
        for name in clients:
            os.mkfifo(path(name, "in"))
            start(name, "exec python3 %s %s %s %s" % (
                os.path.join(HERE, "client.py"), path(name, "in"), os.path.join(RUN, "out", "samples-here.csv"), behaviour.get("load", "ok")))
    if phase == "check":
        return {"checks": [{"n": 1, "status": 200, "problem": "", "answer": behaviour["answer"]}]}
    if phase == "stop":
        end(clients + servers)
        if os.path.isdir(RUN):
            shutil.copytree(os.path.join(RUN, "out"), variables["soabench_results"], dirs_exist_ok=True)
        return {"servers": states(servers, "asked"), "clients": states(clients, "asked")}
    if phase in ("clean", "sweep"):
        end(clients + servers)
        shutil.rmtree(RUN, ignore_errors=True)
    return {"servers": states(servers), "clients": states(clients)}


def main():
    phase, variables = sys.argv[3].removesuffix(".yml"), json.loads(sys.argv[5])
    with open(os.path.join(HERE, "behaviour.json"), encoding="utf-8") as file:
        behaviour = json.load(file)
    with open(os.path.join(HERE, "called"), "a", encoding="utf-8") as file:
        file.write(phase + "\n")
    tell(event="playbook", playbook=sys.argv[3])
    if phase in behaviour.get("unreachable", []):
        tell(event="result", task="t", host="here", status="unreachable", message="ssh: connect to host x: Connection timed out", result=None)
        tell(event="stats", hosts={"here": {"ok": 0, "failed": 0, "unreachable": 1}})
        sys.exit(4)
    problem = behaviour.get("failing", {}).get(phase, "")
    result = act(phase, variables, behaviour)
    tell(event="result", task="t", host="here", status="failed" if problem else "ok", message=problem, result=result)
    tell(event="stats", hosts={"here": {"ok": 1, "failed": 1 if problem else 0, "unreachable": 0}})
    sys.exit(2 if problem else 0)


main()

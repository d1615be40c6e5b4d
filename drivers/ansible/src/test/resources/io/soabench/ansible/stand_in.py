#!/usr/bin/env python3
"""Stands in for ansible-playbook: does what prepare and sweep do, on this machine with the scripts of the roles, and says what the
callback plug-in says. Started in the rendered folder, as Ansible is.

Beside it: behaviour.json says where the host's directory is and what goes wrong, called lists the playbooks.
"""
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROLE = "collections/ansible_collections/soabench/testbed/roles/host/files"
SCRIPTS = ("processes.py", "host.py", "ask.py")
HOST = "here"


class Failed(Exception):
    """A task has failed; the text is its message."""


def tell(**event):
    with open(os.environ["SOABENCH_EVENTS"], "a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")


def run(script, *arguments, asked=None):
    done = subprocess.run(
        [sys.executable, script, *arguments], input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=False)
    answer = json.loads(done.stdout or "{}")
    if done.returncode != 0 or answer.get("problem"):
        raise Failed(answer.get("problem") or "%s failed" % script)
    return answer


def ports():
    """As the inventory has them."""
    with open("inventory.yml", encoding="utf-8") as file:
        found = re.findall(r"- server: (\S+)\s+name: (\S+)\s+address: (\S+)\s+number: (\d+)", file.read())
    return [{"server": s, "name": n, "address": a, "number": int(number)} for s, n, a, number in found]


def prepare(variables, behaviour):
    directory = behaviour["directory"]
    run(os.path.join(ROLE, "folder.py"), directory)
    os.makedirs(os.path.join(directory, "bin"), exist_ok=True)
    for name in SCRIPTS:
        shutil.copy(os.path.join(ROLE, name), os.path.join(directory, "bin"))
    host = os.path.join(directory, "bin/host.py")
    shipment = "shipment/%s.sha256" % HOST
    with open(shipment, encoding="utf-8") as file:
        listed = file.read()
    checked = run(host, "check", directory, asked={
        "token": variables["soabench_run_token"],
        "java": behaviour["java"],
        "ports": ports(),
        "programs": behaviour.get("programs", []),
        "free_bytes": 0,
        "clock": {"offset_ns": 5, "error_ns": 1},
        "shipment": listed,
    })
    if checked["missing"]:
        run(os.path.join(ROLE, "controller.py"), "pack", ".", shipment, os.path.join(directory, "shipment.tar"), asked=checked["missing"])
        run(host, "receive", directory)
    with open("group_vars/testbed.yml", encoding="utf-8") as file:
        known = file.read()
    run(host, "agent", directory, asked={
        "token": variables["soabench_run_token"],
        "java": checked["agent_java"],
        "arguments": ["-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"],
        "class_path": re.findall(r"lib/\S+", known),
        "program": re.search(r"program: (\S+)", known).group(1),
    })
    return checked


def sweep(variables, behaviour):
    if os.path.isdir(behaviour["directory"]):
        run(os.path.join(behaviour["directory"], "bin/host.py"), "sweep", behaviour["directory"], asked={"keep": True})
    return {}


def main():
    name, variables = sys.argv[3].removesuffix(".yml"), json.loads(sys.argv[5])
    with open(os.path.join(HERE, "behaviour.json"), encoding="utf-8") as file:
        behaviour = json.load(file)
    with open(os.path.join(HERE, "called"), "a", encoding="utf-8") as file:
        file.write(name + "\n")
    tell(event="playbook", playbook=sys.argv[3])
    if name in behaviour.get("unreachable", []):
        tell(event="result", task="t", host=HOST, status="unreachable", message="ssh: connect to host x: Connection timed out", result=None)
        tell(event="stats", hosts={HOST: {"ok": 0, "failed": 0, "unreachable": 1}})
        sys.exit(4)
    problem, result = "", None
    try:
        result = {"prepare": prepare, "sweep": sweep}[name](variables, behaviour)
    except Failed as e:
        problem = str(e)
    tell(event="result", task="t", host=HOST, status="failed" if problem else "ok", message=problem, result=result)
    tell(event="stats", hosts={HOST: {"ok": 1, "failed": 1 if problem else 0, "unreachable": 0}})
    sys.exit(2 if problem else 0)


main()

"""Speaks with the agent of this host. Usage: ask.py DIRECTORY [once], DIRECTORY being that of the testbed.

Copies its input to the agent and what the agent says to its output, line by line as it comes, until one of them ends. With "once" it
asks what its input says, one order as a JSON object, and prints the answer likewise; it fails when the answer has a problem.
"""

import json
import os
import random
import select
import socket
import sys

BLOCK = 65536
# As the driver knows it: nobody need try again.
NO_AGENT = 3
# What takes back, and looking, have nothing to do where nothing was placed.
WITHOUT_AGENT = ("LOOK", "UNDEPLOY", "STOP", "PACK", "CLEAN")


def connection(directory):
    # The name of a socket has 107 bytes at most (unix(7)), the directory may have more.
    os.chdir(directory)
    agent = socket.socket(socket.AF_UNIX)
    agent.connect("agent.sock")
    return agent


def carry(agent):
    """Until the driver or the agent is gone."""
    while True:
        for end in select.select([0, agent], [], [])[0]:
            data = os.read(0, BLOCK) if end == 0 else agent.recv(BLOCK)
            if not data:
                return
            if end == 0:
                agent.sendall(data)
            else:
                while data:
                    data = data[os.write(1, data) :]


def answer(agent, order):
    """What the agent answers to one order; what it says to others passes by."""
    asked = random.randrange(1, 1 << 53)
    agent.sendall((json.dumps({"id": asked, "order": order}) + "\n").encode())
    for line in agent.makefile("r", encoding="utf-8", newline="\n"):
        said = json.loads(line)
        if said["id"] == asked:
            return said["word"]
    raise OSError("it has ended")


def sentence(word):
    """What is wrong, for people; empty when nothing is."""
    problem = word.get("problem")
    if problem:
        log, remedy = problem["log"], problem["remedy"]
        return problem["text"] + (log and "; see " + log) + (remedy and ", " + remedy)
    wrong = word.get("reply", {}).get("problem", "")
    return wrong and "wrong answer: the process %s; check %d" % (wrong, word["reply"]["number"])


def once(directory):
    order = json.load(sys.stdin)
    try:
        word = answer(connection(directory), order)
        return dict(word, problem=sentence(word), code=(word.get("problem") or {"code": ""})["code"])
    except OSError as e:
        if order["verb"] in WITHOUT_AGENT and not os.path.isdir(os.path.join(directory, "run")):
            return {"problem": "", "code": "", "servers": [], "clients": []}
        text = "no agent answers in %s (%s); prepare the host again (prepare.yml), and see agent.log there" % (directory, e)
        return {"problem": text, "code": "SILENT", "servers": [], "clients": []}


def main():
    directory = os.path.abspath(sys.argv[1])
    if sys.argv[2:] == ["once"]:
        told = once(directory)
        print(json.dumps(told))
        sys.exit(1 if told["problem"] else 0)
    try:
        agent = connection(directory)
    except OSError as e:
        print("no agent answers in %s (%s)" % (directory, e), file=sys.stderr)
        sys.exit(NO_AGENT)
    try:
        carry(agent)
    except OSError as e:
        sys.exit(str(e))


if __name__ == "__main__":
    main()

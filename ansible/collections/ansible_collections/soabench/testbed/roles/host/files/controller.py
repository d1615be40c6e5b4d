"""What is done on the controller: controller.py clock < connection | pack FOLDER SHIPMENT TAR < paths | unpack ZIP FOLDER."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import zipfile

ROUNDS = 20
MOST_S = 60
# One line without an exclamation mark: csh and tcsh take no others between quotation marks.
ECHO = 'import sys, time; [print("soabench-clock", time.time_ns(), flush=True) for _ in sys.stdin]'
TIME = re.compile(r"soabench-clock (\d+)$")


def clock():
    """The host's clock minus this one's, by the exchange with the shortest round trip (as NTP does, RFC 5905, 8)."""
    host = json.load(sys.stdin)
    best = {"offset_ns": 0, "error_ns": 0}
    if host["connection"] != "local":
        command = ssh(host) + [echo_command(host["python"])]
        # Without a buffer there is nothing to write when a pipe that broke is closed.
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as echo:
            # A host that is silent, or a login script that never ends.
            late = threading.Timer(MOST_S, echo.kill)
            late.daemon = True
            late.start()
            try:
                best = shortest(echo)
            finally:
                late.cancel()
                echo.kill()
    print(json.dumps(best))


def shortest(echo):
    """The best of some exchanges."""
    best = None
    printed = ""
    for _ in range(ROUNDS):
        sent = time.time_ns()
        try:
            echo.stdin.write(b"\n")
        except BrokenPipeError:
            pass
        there = None
        while there is None:
            line = echo.stdout.readline().decode(errors="replace")
            if not line:
                said = ' after "%s"' % printed if printed else ""
                sys.exit("the clock of the host cannot be read: its answer ended%s; try python3 there by hand over ssh" % said)
            # Login scripts may print lines, and the last of them may have no end.
            there = TIME.search(line.rstrip())
            printed = printed if there else line.strip()[:200] or printed
        back = time.time_ns()
        error = (back - sent) // 2
        if best is None or error < best["error_ns"]:
            best = {"offset_ns": int(there.group(1)) - sent - error, "error_ns": error}
    return best


def echo_command(python):
    """What prints the time for each line; it suits each login shell, since only sh parses it."""
    return "exec /bin/sh -c " + shlex.quote("exec %s -c %s" % (shlex.quote(python), shlex.quote(ECHO)))


def ssh(host):
    """The command by which Ansible reaches the host, too."""
    command = ["ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20"]
    for option, value in (("-p", host["port"]), ("-l", host["user"]), ("-i", host["key"])):
        if value:
            command += [option, str(value)]
    for words in host["arguments"]:
        command += shlex.split(words)
    return command + [host["address"]]


def pack(folder, shipment, target):
    """Puts what a host lacks into one archive; compiled/ is the folder above, all else lies in this one."""
    with open(shipment, encoding="utf-8") as file:
        listed = {line.rstrip("\n").split("  ", 1)[1] for line in file}
    with tarfile.open(target, "w") as tar:
        # A host is given nothing but its own shipment, whatever it asks for.
        for path in sorted(listed.intersection(json.load(sys.stdin))):
            top, _, rest = path.partition("/")
            source = os.path.join(folder, "..", rest) if top == "compiled" else os.path.join(folder, path)
            tar.add(source, arcname=path, recursive=False)


def unpack(archive, folder):
    """Takes home what a host has recorded; never writes outside the folder, whatever the host has packed."""
    root = os.path.realpath(folder)
    os.makedirs(root, exist_ok=True)
    with zipfile.ZipFile(archive) as records:
        for member in records.infolist():
            target = os.path.realpath(os.path.join(root, member.filename))
            if member.is_dir() or not target.startswith(root + os.sep):
                sys.exit('the record holds "%s", which is no file within it' % member.filename)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with records.open(member) as content, open(target, "wb") as file:
                shutil.copyfileobj(content, file)
    os.remove(archive)


if __name__ == "__main__":
    {"clock": clock, "pack": pack, "unpack": unpack}[sys.argv[1]](*sys.argv[2:])

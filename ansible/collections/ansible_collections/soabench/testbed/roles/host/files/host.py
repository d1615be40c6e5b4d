"""The host itself: check it, keep what was shipped, start its agent, sweep it. Usage: host.py check|receive|agent|sweep DIRECTORY."""

import glob
import hashlib
import json
import os
import platform
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tarfile

import processes
from processes import Problem

SHIPMENT = "shipment.sha256"
SHIPPED = ("lib", "compiled")
ANSWER_S = 20
AGENT_S = 30
# What the agent needs; servers may have any.
LEAST_JAVA = 17

# Where ansible.cfg lets Ansible keep its temporary files.
ANSIBLE = os.path.expanduser("~/.soabench-ansible")


def check(directory):
    """Tells what the host is like and what has to be shipped; all problems at once."""
    wanted = json.load(sys.stdin)
    problems = leftovers(directory, wanted["token"])
    java, version = java_version(wanted["java"])
    agent = wanted["java"]
    if java:
        problems.append(java)
    elif major(version) < LEAST_JAVA:
        agent, other = "java", java_version("java")[1]
        if major(other) < LEAST_JAVA:
            problems.append(
                "the agent needs Java %d or newer, but \"%s\" is %s, and \"java\" of the path is %s; install one there, or name it"
                " as \"java\" of the host in the model" % (LEAST_JAVA, wanted["java"], first(version), first(other) or "missing")
            )
    free = shutil.disk_usage(directory).free
    # A number that comes out of a template is a text before ansible-core 2.19.
    needed = int(wanted["free_bytes"])
    if free < needed:
        problems.append(
            "the disk of %s has %d MiB of free space, %d MiB are needed; make room"
            % (directory, free >> 20, needed >> 20)
        )
    problems.extend(lacking(wanted.get("secrets") or {}))
    found = [dict(port, problem=taken(port["address"], int(port["number"]))) for port in wanted["ports"]]
    write(directory, "token", wanted["token"])
    write(directory, "clock.json", json.dumps(wanted["clock"]))
    write(directory, SHIPMENT, wanted["shipment"])
    processes.say(
        {
            "problem": "; ".join(problems),
            "facts": facts(version, free),
            "agent_java": agent,
            "taken": [port for port in found if port["problem"]],
            "absent": [program for program in wanted.get("programs") or [] if not there(program)],
            "clock": wanted["clock"],
            "missing": missing(directory),
        }
    )


def leftovers(directory, token):
    """Ends what an earlier run of this token left; another run's processes are a problem."""
    others = {pid: value for pid, (_, value) in processes.marked().items() if value != token}
    before = read(directory, "token")
    if before != token and before in others.values() and not in_use(directory):
        # Only its agent is left, which waits in vain.
        processes.end_run(before)
    elif before != token and before in others.values():
        pids = sorted(pid for pid, value in others.items() if value == before)
        return ["another run (%s) uses %s, processes %s; let it end, or end it with sweep.yml" % (before, directory, pids)]
    run = os.path.join(directory, "run")
    processes.end_run(token)
    if os.path.isdir(run):
        shutil.rmtree(run)
    return []


def in_use(directory):
    """Whether a repetition is placed or a driver is connected."""
    script = os.path.join(directory, "bin", "ask.py")
    return os.path.isdir(os.path.join(directory, "run")) or any(
        script in read("/proc", pid, "cmdline").split("\0") for pid in os.listdir("/proc") if pid.isdigit()
    )


def lacking(secrets):
    """A sentence for the secrets that are needed and not here; it names their places, and nothing looks into them."""
    folder = os.environ.get("SOABENCH_SECRETS") or os.path.join(home(), ".soabench", "secrets")
    files = [name for name in secrets.get("files", []) if not os.access(os.path.join(folder, name), os.R_OK)]
    if files:
        yield "secrets are missing: put the files %s into %s" % (", ".join(files), folder)
    variables = [name for name in secrets.get("variables", []) if not os.environ.get(name)]
    if variables:
        yield (
            "secrets are missing: a host does not get the variables %s from the machine of the run;"
            ' write "from file" in the model, and put the files into %s' % (", ".join(variables), folder)
        )


def home():
    """As the agent and the load clients know it, whatever a login script says."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return os.path.expanduser("~")


def environment():
    """Of programs of this run: without what would change their JVMs."""
    return {key: value for key, value in os.environ.items() if key not in processes.NOT_INHERITED}


def java_version(java):
    """A problem or None, and the version."""
    try:
        answer = subprocess.run(
            [java, "-version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(), timeout=ANSWER_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as e:
        return 'no Java at "%s" (%s); install one or correct "java" of the host in the model' % (java, e), ""
    text = answer.stdout.decode(errors="replace")
    if answer.returncode != 0:
        return '"%s -version" fails: %s; correct "java" of the host in the model' % (java, text.strip()[:200]), ""
    return None, " ".join(line.strip() for line in text.splitlines())


def major(version):
    """17 of 'openjdk version "17.0.15" …', 8 of 'java version "1.8.0_402"'; 0 when there is none."""
    found = re.search(r'version "(?:1\.)?(\d+)', version)
    return int(found.group(1)) if found else 0


def first(version):
    return (re.findall(r'version "([^"]*)"', version) or [""])[0]


def there(program):
    """Whether a program that a server needs is on the path, or in another place where it may be."""
    places = [path for place in program["places"] for path in glob.glob(place)]
    return bool(shutil.which(program["command"])) or any(os.access(path, os.X_OK) for path in places)


def taken(address, number):
    """Why a server could not listen there, or None."""
    try:
        infos = socket.getaddrinfo(address, number, type=socket.SOCK_STREAM)
        with socket.socket(infos[0][0], socket.SOCK_STREAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(infos[0][4])
    except OSError as e:
        return "cannot be opened on %s (%s)" % (address, e.strerror or e)
    return None


def facts(java, free):
    model = re.search(r"^model name\s*:\s*(.*)$", read("/proc", "cpuinfo"), re.MULTILINE)
    system = re.search(r'^PRETTY_NAME="?(.*?)"?$', read("/etc", "os-release"), re.MULTILINE)
    return {
        "python": platform.python_version(),
        "java": java,
        "kernel": platform.release(),
        "os": system.group(1) if system else platform.system(),
        "cpus": len(os.sched_getaffinity(0)),
        "cpu_model": model.group(1) if model else platform.machine(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "free_bytes": free,
    }


# ---- shipping


def listed(directory):
    """The digest of each file that must be here, by path."""
    files = {}
    for line in read(directory, SHIPMENT).splitlines():
        digest, path = line.split("  ", 1)
        files[path] = digest
    return files


def digest(path):
    whole = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            whole.update(block)
    return whole.hexdigest()


def missing(directory):
    """What is not here yet, or not the same; what is here and not listed is removed."""
    files = listed(directory)
    for top in SHIPPED:
        for folder, _, names in os.walk(os.path.join(directory, top), topdown=False):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.islink(path) or os.path.relpath(path, directory) not in files:
                    os.remove(path)
            if not os.listdir(folder):
                os.rmdir(folder)
    paths = ((path, os.path.join(directory, path)) for path in files)
    return sorted(path for path, full in paths if not os.path.isfile(full) or digest(full) != files[path])


def receive(directory):
    """Unpacks what was shipped and compares it."""
    files = listed(directory)
    archive = os.path.join(directory, "shipment.tar")
    with tarfile.open(archive) as tar:
        for member in tar:
            if not member.isfile() or member.name not in files:
                raise Problem('the shipment holds "%s", which this host does not need' % member.name)
            target = os.path.join(directory, member.name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                shutil.copyfileobj(tar.extractfile(member), file)
    os.remove(archive)
    wrong = missing(directory)
    processes.say({"problem": "not what was shipped: " + ", ".join(wrong) if wrong else ""})


# ---- the agent


def agent(directory):
    """Starts it, as a process that belongs to nobody's session, and waits until it can be asked."""
    wanted = json.load(sys.stdin)
    jars = os.pathsep.join(os.path.join(directory, jar) for jar in wanted["class_path"])
    inherited = environment()
    inherited[processes.RUN] = wanted["token"]
    with open(os.path.join(directory, "agent.log"), "wb") as log:
        started = subprocess.Popen(
            [wanted["java"], *wanted["arguments"], "-cp", jars, wanted["program"]],
            cwd=directory,
            env=inherited,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    processes.await_(lambda: started.poll() is not None or answers(directory), AGENT_S, 0.05)
    if started.poll() is not None or not answers(directory):
        started.kill()
        said = [line for line in read(directory, "agent.log").splitlines() if line.strip() and not line[0].isspace()]
        raise Problem(
            'its agent does not start: %s; look whether %s runs there by hand, and see %s/agent.log'
            % ('its last words were "%s"' % said[-1][:300] if said else "it wrote nothing", wanted["java"], directory)
        )
    processes.say({"agent": started.pid})


def answers(directory):
    os.chdir(directory)
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect("agent.sock")
            return True
    except OSError:
        return False


# ---- sweeping


def sweep(directory):
    """Ends the run that uses the directory and removes the directory; with "keep", what was shipped stays for the next run."""
    if os.path.isdir(ANSIBLE) and not os.listdir(ANSIBLE):
        os.rmdir(ANSIBLE)
    if not os.path.isdir(directory):
        processes.say({})
    token = read(directory, "token")
    if token:
        processes.end_run(token)
    if is_true(json.load(sys.stdin)["keep"]):
        run = os.path.join(directory, "run")
        if os.path.isdir(run):
            shutil.rmtree(run)
        write(directory, "token", "")
    else:
        shutil.rmtree(directory)
    processes.say({})


def is_true(value):
    """A boolean that comes out of a template is a text before ansible-core 2.19."""
    return str(value).lower() in ("true", "yes", "1")


def read(*path):
    try:
        with open(os.path.join(*path), encoding="utf-8", errors="replace") as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def write(directory, name, text):
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    try:
        {"check": check, "receive": receive, "agent": agent, "sweep": sweep}[sys.argv[1]](sys.argv[2])
    except (OSError, Problem) as e:
        processes.say({"problem": str(e)})

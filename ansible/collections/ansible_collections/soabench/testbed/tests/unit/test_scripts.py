"""Tests of the scripts that the roles run; python3 -m unittest test_scripts."""

import io
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
import zipfile
from unittest import mock

ROLES = pathlib.Path(__file__).resolve().parents[2] / "roles"
sys.path.insert(0, str(ROLES / "host" / "files"))

import ask
import controller
import host
import processes


class Folder(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        opened = tempfile.TemporaryDirectory()
        self.addCleanup(opened.cleanup)
        self.folder = opened.name

    def write(self, path, text):
        file = pathlib.Path(self.folder, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return str(file)

    def read(self, path):
        return pathlib.Path(self.folder, path).read_text(encoding="utf-8")


class RunTest(Folder):
    TOKEN = "unit-%d" % os.getpid()

    def start(self, script):
        started = subprocess.Popen(["sh", "-c", script], env=dict(os.environ, **{processes.RUN: self.TOKEN}))
        self.addCleanup(started.wait)
        self.addCleanup(started.kill)
        return started

    def test_is_ended_with_all_that_it_detached(self):
        started = self.start("setsid sleep 60 & exec sleep 60")
        self.assertTrue(processes.await_(lambda: len(processes.marked(self.TOKEN)) == 2, 5))
        self.assertIn(started.pid, processes.marked())

        processes.end_run(self.TOKEN)

        self.assertEqual(started.wait(5), -9)
        self.assertEqual(processes.marked(self.TOKEN), {})

    def test_does_not_touch_another_run(self):
        started = self.start("exec sleep 60")
        self.assertTrue(processes.await_(lambda: processes.marked(self.TOKEN), 5))

        processes.end_run(self.TOKEN + "-other")

        self.assertIsNone(started.poll())


class AgentStandIn(threading.Thread):
    """Answers each order with the next of some words, after saying something to nobody in particular."""

    def __init__(self, folder, words):
        super().__init__(daemon=True)
        self.words = words
        self.asked = []
        self.door = socket.socket(socket.AF_UNIX)
        before = os.getcwd()
        os.chdir(folder)
        self.door.bind("agent.sock")
        os.chdir(before)
        self.door.listen()
        self.start()

    def run(self):
        for word in self.words:
            connection, _ = self.door.accept()
            with connection, connection.makefile("rw", encoding="utf-8", newline="\n") as lines:
                asked = json.loads(lines.readline())
                self.asked.append(asked["order"])
                lines.write(json.dumps({"id": 0, "word": {"word": "ALIVE"}}) + "\n")
                lines.write(json.dumps({"id": asked["id"], "word": word}) + "\n")
                lines.flush()
        self.door.close()


class AskTest(Folder):
    def once(self, order):
        done = subprocess.run(
            [sys.executable, ask.__file__, self.folder, "once"],
            input=json.dumps(order),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
            timeout=20,
        )
        return done.returncode, json.loads(done.stdout)

    def test_prints_the_answer(self):
        agent = AgentStandIn(self.folder, [{"word": "ANSWER", "servers": [{"name": "e"}], "clients": [], "note": ""}])

        status, told = self.once({"verb": "LOOK"})

        self.assertEqual(agent.asked, [{"verb": "LOOK"}])
        self.assertEqual((status, told["problem"], told["code"], told["servers"]), (0, "", "", [{"name": "e"}]))

    def test_tells_a_problem_as_a_sentence(self):
        problem = {"code": "NOT_READY", "subject": "e", "text": "server e is not ready", "log": "logs/e", "remedy": "mend it"}
        AgentStandIn(self.folder, [{"word": "ANSWER", "problem": problem, "servers": []}])

        status, told = self.once({"verb": "READY", "ms": 1})

        self.assertEqual((status, told["code"]), (1, "NOT_READY"))
        self.assertEqual(told["problem"], "server e is not ready; see logs/e, mend it")

    def test_fails_on_a_wrong_answer(self):
        reply = {"of": "CHECK", "number": 2, "status": 500, "body": "", "problem": "answered with status 500"}
        AgentStandIn(self.folder, [{"word": "ANSWER", "reply": reply}, {"word": "ANSWER", "reply": dict(reply, problem="")}])

        self.assertEqual(
            self.once({"verb": "CHECK", "number": 2, "ms": 1})[1]["problem"],
            "wrong answer: the process answered with status 500; check 2",
        )
        self.assertEqual(self.once({"verb": "CHECK", "number": 2, "ms": 1})[0], 0)

    def test_says_that_there_is_no_agent(self):
        status, told = self.once({"verb": "START", "ms": 1})

        self.assertEqual((status, told["code"]), (1, "SILENT"))
        self.assertIn("no agent answers in %s" % self.folder, told["problem"])

    def test_has_nothing_to_take_back_where_nothing_was_placed(self):
        self.assertEqual(self.once({"verb": "STOP", "ms": 1})[0], 0)

        self.write("run/out/a.csv", "")

        self.assertEqual(self.once({"verb": "STOP", "ms": 1})[0], 1)

    def test_carries_lines_until_the_agent_ends(self):
        agent = AgentStandIn(self.folder, [{"word": "ANSWER"}])
        session = subprocess.Popen(
            [sys.executable, ask.__file__, self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        session.stdin.write('{"id": 7, "order": {"verb": "TIME"}}\n')
        session.stdin.flush()

        said = [json.loads(line) for line in session.stdout]

        self.assertEqual(session.wait(20), 0)
        self.assertEqual([word["id"] for word in said], [0, 7])
        self.assertEqual(agent.asked, [{"verb": "TIME"}])
        session.stdin.close()
        session.stdout.close()

    def test_ends_with_a_status_of_its_own_when_there_is_no_agent(self):
        done = subprocess.run([sys.executable, ask.__file__, self.folder], stderr=subprocess.PIPE, text=True, check=False)

        self.assertEqual(done.returncode, ask.NO_AGENT)
        self.assertIn("no agent answers in", done.stderr)


class LeftoversTest(Folder):
    """Of another run in the same directory."""

    OTHER = "unit-other-%d" % os.getpid()

    def setUp(self):
        super().setUp()
        self.write("token", self.OTHER)
        self.other = subprocess.Popen(["sleep", "60"], env=dict(os.environ, **{processes.RUN: self.OTHER}))
        self.addCleanup(self.other.wait)
        self.addCleanup(self.other.kill)
        self.assertTrue(processes.await_(lambda: processes.marked(self.OTHER), 5))

    def test_are_ended_when_only_its_agent_waits(self):
        self.assertEqual(host.leftovers(self.folder, "mine"), [])
        self.assertEqual(self.other.wait(5), -9)

    def test_are_a_problem_while_a_repetition_is_placed(self):
        self.write("run/out/a.csv", "")

        self.assertIn("another run (%s) uses %s" % (self.OTHER, self.folder), host.leftovers(self.folder, "mine")[0])
        self.assertIsNone(self.other.poll())

    def test_are_a_problem_while_its_driver_is_connected(self):
        script = self.write("bin/ask.py", "import sys; sys.stdin.read()")
        with subprocess.Popen([sys.executable, script, self.folder], stdin=subprocess.PIPE):
            self.assertEqual(len(host.leftovers(self.folder, "mine")), 1)
        self.assertIsNone(self.other.poll())


class JavaTest(unittest.TestCase):
    def test_has_a_version(self):
        self.assertEqual(host.major('openjdk version "17.0.15" 2025-04-15 OpenJDK Runtime'), 17)
        self.assertEqual(host.major('java version "1.8.0_402"'), 8)
        self.assertEqual(host.major('openjdk version "21" 2023-09-19'), 21)
        self.assertEqual(host.major("no such thing"), 0)
        self.assertEqual(host.first('openjdk version "11.0.2" 2019'), "11.0.2")


class AgentTest(Folder):
    def check(self, versions, **more):
        """What is said of a host with these programs, by path."""

        def version(java):
            said = versions.get(java)
            return (None, 'openjdk version "%s"' % said) if said else ("no Java", "")

        wanted = {"token": "t", "java": "/opt/j/bin/java", "ports": [], "free_bytes": 0, "clock": {}, "shipment": "", **more}
        out = io.StringIO()
        with mock.patch.object(host, "java_version", version), mock.patch("sys.stdin", io.StringIO(json.dumps(wanted))):
            with mock.patch("sys.stdout", out), self.assertRaises(SystemExit):
                host.check(self.folder)
        return json.loads(out.getvalue())

    def test_reads_numbers_that_a_template_made_texts(self):
        port = {"server": "e", "name": "http", "address": "127.0.0.1", "number": "0"}
        answer = self.check({"/opt/j/bin/java": "17.0.1"}, free_bytes="0", ports=[port])
        self.assertEqual((answer["problem"], answer["taken"]), ("", []))
        self.assertIn("MiB are needed", self.check({"/opt/j/bin/java": "17.0.1"}, free_bytes=str(1 << 62))["problem"])
        self.assertEqual([host.is_true(value) for value in (True, "True", False, "False")], [True, True, False, False])

    def test_says_which_programs_of_servers_are_absent(self):
        os.chmod(self.write("lib/15/bin/initdb", ""), 0o700)
        os.chmod(self.write("bin/initdb", ""), 0o700)
        in_a_place = {"server": "a", "command": "no-such", "places": [self.folder + "/lib/*/bin/initdb"], "missing": "s"}
        on_the_path = {"server": "b", "command": "initdb", "places": [], "missing": "s"}
        absent = {"server": "c", "command": "no-such", "places": [self.folder + "/lib/16/bin/initdb"], "missing": "s"}

        with mock.patch.dict(os.environ, {"PATH": self.folder + "/bin"}):
            answer = self.check({"/opt/j/bin/java": "17.0.1"}, programs=[in_a_place, on_the_path, absent])

        self.assertEqual((answer["problem"], answer["absent"]), ("", [absent]))
        self.assertEqual(self.check({"/opt/j/bin/java": "17.0.1"})["absent"], [])

    def test_takes_the_first_java_that_is_new_enough(self):
        self.assertEqual(self.check({"/opt/j/bin/java": "21.0.1", "java": "17.0.1"})["agent_java"], "/opt/j/bin/java")
        self.assertEqual(self.check({"/opt/j/bin/java": "1.8.0_402", "java": "17.0.1"})["agent_java"], "java")

    def test_is_refused_without_a_new_java(self):
        self.assertEqual(
            self.check({"/opt/j/bin/java": "1.8.0_402", "java": "11.0.2"})["problem"],
            'the agent needs Java 17 or newer, but "/opt/j/bin/java" is 1.8.0_402, and "java" of the path is 11.0.2; install one'
            ' there, or name it as "java" of the host in the model',
        )
        self.assertIn('"java" of the path is missing;', self.check({"/opt/j/bin/java": "11.0.2"})["problem"])

    def test_is_refused_where_secrets_are_missing(self):
        self.write("key", "hidden")
        wanted = {"files": ["key", "password"], "variables": ["SOABENCH_SECRET_A", "SOABENCH_SECRET_B"]}
        there = {"SOABENCH_SECRETS": self.folder, "SOABENCH_SECRET_A": "hidden"}

        with mock.patch.dict(os.environ, there):
            answer = self.check({"/opt/j/bin/java": "17.0.1"}, secrets=wanted)

        begin = "secrets are missing: "
        self.assertEqual(
            answer["problem"],
            begin + "put the files password into %s; " % self.folder
            + begin + "a host does not get the variables SOABENCH_SECRET_B from the machine of the run;"
            ' write "from file" in the model, and put the files into %s' % self.folder,
        )
        self.assertNotIn("hidden", json.dumps(answer))

    def test_looks_for_secrets_below_the_home_of_its_user(self):
        with mock.patch.dict(os.environ, {"SOABENCH_SECRETS": ""}):
            problem = self.check({"/opt/j/bin/java": "17.0.1"}, secrets={"files": ["no-such-key"]})["problem"]

        self.assertIn("no-such-key into %s/.soabench/secrets" % host.home(), problem)

    def start(self, script):
        java = self.write("java", "#!/bin/sh\n" + script)
        os.chmod(java, 0o755)
        wanted = {"token": "unit-agent-%d" % os.getpid(), "java": java, "arguments": ["-a"], "class_path": ["x.jar"], "program": "P"}
        self.addCleanup(processes.end_run, wanted["token"])
        return subprocess.run(
            [sys.executable, host.__file__, "agent", self.folder], input=json.dumps(wanted), stdout=subprocess.PIPE, text=True, check=False)

    def test_is_there_when_it_was_started(self):
        code = "import socket\ns = socket.socket(socket.AF_UNIX)\ns.bind('agent.sock')\ns.listen()\nwhile True: s.accept()"
        done = self.start('echo "$@" > arguments; exec %s -c "%s"\n' % (sys.executable, code))

        self.assertEqual(done.returncode, 0, done.stdout)
        agent = json.loads(done.stdout)["agent"]
        self.assertIn(agent, processes.marked("unit-agent-%d" % os.getpid()))
        self.assertEqual(os.getsid(agent), agent)
        self.assertEqual(self.read("arguments"), "-a -cp %s/x.jar P\n" % self.folder)

    def test_is_told_by_its_last_words_when_it_does_not_start(self):
        done = self.start("echo 'Error: no class P' >&2; echo '\tat here' >&2; exit 1\n")

        self.assertEqual(done.returncode, 1)
        self.assertIn('its agent does not start: its last words were "Error: no class P"', json.loads(done.stdout)["problem"])


class ShipmentTest(Folder):
    def ship(self, asked):
        self.write("compiled/mocks/a/mock.json", "{}")
        self.write("compiled/secret", "not listed")
        self.write("compiled/ansible/lib/0/x.jar", "jar")
        digests = [host.digest(self.write("compiled/" + p, t)) for p, t in (("mocks/a/mock.json", "{}"), ("ansible/lib/0/x.jar", "jar"))]
        text = "%s  compiled/mocks/a/mock.json\n%s  lib/0/x.jar\n" % tuple(digests)
        shipment = self.write("compiled/ansible/shipment/h.sha256", text)
        self.write("there/shipment.sha256", text)
        subprocess.run(
            [sys.executable, controller.__file__, "pack", os.path.join(self.folder, "compiled/ansible"), shipment, os.path.join(self.folder, "there/shipment.tar")],
            input=json.dumps(asked),
            text=True,
            check=True,
        )

    def receive(self):
        return subprocess.run(
            [sys.executable, host.__file__, "receive", os.path.join(self.folder, "there")], stdout=subprocess.PIPE, text=True, check=False
        )

    def test_arrives_whole(self):
        self.write("there/lib/9/old.jar", "of an earlier run")
        self.ship(["compiled/mocks/a/mock.json", "lib/0/x.jar"])
        self.assertEqual(json.loads(self.receive().stdout), {"problem": ""})
        self.assertEqual(self.read("there/lib/0/x.jar"), "jar")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "there/lib/9")))

    def test_gives_a_host_nothing_else(self):
        self.ship(["lib/0/x.jar", "compiled/secret", "compiled/../../etc/passwd"])
        with tarfile.open(os.path.join(self.folder, "there/shipment.tar")) as tar:
            self.assertEqual(tar.getnames(), ["lib/0/x.jar"])
        self.assertEqual(self.receive().returncode, 1)


class RecordsTest(Folder):
    def pack(self, name):
        archive = os.path.join(self.folder, "records.zip")
        with zipfile.ZipFile(archive, "w") as records:
            records.writestr(name, "text")
        return archive

    def test_come_home(self):
        archive = self.pack("logs/a.log")
        controller.unpack(archive, os.path.join(self.folder, "home"))
        self.assertEqual(self.read("home/logs/a.log"), "text")
        self.assertFalse(os.path.exists(archive))

    def test_stay_within_their_folder(self):
        archive = self.pack("../outside")
        with self.assertRaises(SystemExit):
            controller.unpack(archive, os.path.join(self.folder, "home"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "outside")))


class ClockTest(unittest.TestCase):
    def test_reaches_the_host_as_ansible_does(self):
        told = {"port": 2222, "user": "u", "key": "~/k", "arguments": ["-J gate", "-o 'A=b c'"], "address": "h"}
        self.assertEqual(
            controller.ssh(told)[6:], ["-p", "2222", "-l", "u", "-i", "~/k", "-J", "gate", "-o", "A=b c", "h"]
        )

    def through(self, login):
        """The clock of a host whose login shell is this script; the command is in $far."""
        with tempfile.TemporaryDirectory() as folder:
            ssh = pathlib.Path(folder, "ssh")
            ssh.write_text("#!/bin/sh\nfor far; do :; done\n" + login, encoding="utf-8")
            ssh.chmod(0o755)
            known = {"connection": "ssh", "address": "h", "port": "", "user": "", "key": "", "arguments": [], "python": sys.executable}
            return subprocess.run(
                [sys.executable, controller.__file__, "clock"],
                input=json.dumps(known),
                env=dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"]),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                timeout=60,
            )

    def test_is_read_behind_lines_of_a_login_script(self):
        done = self.through("printf 'Welcome\\n42\\n\\nno end: '; exec sh -c \"$far\"\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(abs(json.loads(done.stdout)["offset_ns"]), 1_000_000_000)

    def test_is_read_through_other_shells(self):
        for shell in ("tcsh", "csh", "fish", "zsh", "dash", "bash"):
            if shutil.which(shell):
                with self.subTest(shell):
                    done = self.through('exec %s -c "$far"\n' % shell)
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_is_missing_with_a_sentence(self):
        done = self.through("echo 'This account is closed.'\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stderr.strip(),
            'the clock of the host cannot be read: its answer ended after "This account is closed."; try python3 there by hand over ssh',
        )

    def test_is_the_own_one_on_this_machine(self):
        answer = subprocess.run(
            [sys.executable, controller.__file__, "clock"], input='{"connection": "local"}', stdout=subprocess.PIPE, text=True, check=True
        )
        self.assertEqual(json.loads(answer.stdout), {"offset_ns": 0, "error_ns": 0})
        self.assertGreater(time.time_ns(), 0)


if __name__ == "__main__":
    unittest.main()

"""Tests of the scripts that the roles run; python3 -m unittest test_scripts."""

import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

ROLES = pathlib.Path(__file__).resolve().parents[2] / "roles"
for role in ("host", "server", "load"):
    sys.path.insert(0, str(ROLES / role / "files"))

import controller
import host
import load
import processes
import server


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


class ChildTest(Folder):
    TOKEN = "unit-%d" % os.getpid()

    def child(self, script, grace_s=5, lease_s=60):
        child = processes.Child(self.folder, "c", grace_s)
        child.start(self.TOKEN, ["sh", "-c", script], {"OWN": "yes"}, self.folder, lease_s)
        self.addCleanup(processes.end_run, self.TOKEN, self.folder)
        return child

    def test_is_detached_and_ends_when_asked(self):
        child = self.child("echo $OWN; exec sleep 60")
        self.assertTrue(processes.await_(lambda: "yes" in processes.tail(child.stdout), 5))
        self.assertTrue(child.runs())
        self.assertEqual(list(processes.marked(processes.RUN, self.TOKEN)), [child.record()["pid"]])
        child.stop()
        child.stop()
        state = child.state()
        self.assertEqual((state["runs"], state["exit"], state["stopped"], state["left"]), (False, 143, "asked", []))
        self.assertEqual(self.read("out/logs/c/stdout.log"), "yes\n")

    def test_is_killed_when_it_does_not_end(self):
        child = self.child("trap '' TERM; echo ready; while :; do sleep 1; done", grace_s=0.3)
        self.assertTrue(processes.await_(lambda: "ready" in processes.tail(child.stdout), 5))
        child.stop()
        self.assertEqual((child.state()["exit"], child.state()["stopped"]), (137, "killed"))
        self.assertEqual(processes.marked(processes.RUN, self.TOKEN), {})

    def test_names_and_ends_what_it_left_behind(self):
        child = self.child("setsid sleep 60 & exec sleep 60")
        self.assertTrue(processes.await_(lambda: len(processes.marked(processes.RUN, self.TOKEN)) == 2, 5))
        child.stop()
        self.assertEqual([left.split()[1] for left in child.state()["left"]], ["sleep"])
        self.assertEqual(processes.marked(processes.RUN, self.TOKEN), {})

    def test_tells_how_it_died(self):
        child = self.child("echo 'FATAL: no' >&2; echo '\tat here' >&2; exit 3")
        self.assertTrue(processes.await_(lambda: not child.runs(), 5))
        child.state()
        self.assertIn('exit status 3; its last words were "FATAL: no"', child.death())
        child.stop()
        self.assertEqual(child.state()["stopped"], "died")

    def test_is_ended_when_its_time_is_over(self):
        child = self.child("exec sleep 60", grace_s=0.1, lease_s=1)
        self.assertTrue(processes.await_(lambda: child.exit() == 143, 10))

    def test_tells_what_cannot_be_started(self):
        child = processes.Child(self.folder, "c", 1)
        with self.assertRaisesRegex(processes.Problem, "c cannot be started: .*no-such-program"):
            child.start(self.TOKEN, ["no-such-program"], {}, self.folder, 60)

    def test_is_ended_with_its_run(self):
        self.child("exec sleep 60")
        processes.end_run(self.TOKEN, self.folder)
        self.assertEqual(processes.marked(processes.RUN, self.TOKEN), {})


class PatternTest(unittest.TestCase):
    def test_is_that_of_java(self):
        for glob, right, wrong in (
            ("*.log", "a.log", "logs/a.log"),
            ("logs/**", "logs/a/b", "other/a"),
            ("{a,b}.txt", "b.txt", "c.txt"),
            ("a,b", "a,b", "a"),
            ("[!x]?", "ab", "xb"),
        ):
            self.assertTrue(processes.pattern(glob).fullmatch(right), glob)
            self.assertFalse(processes.pattern(glob).fullmatch(wrong), glob)


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
    def test_come_home(self):
        self.write("logs/a.log", "text")
        archive = os.path.join(self.folder, "a.tgz")
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(os.path.join(self.folder, "logs/a.log"), arcname="logs/a.log")
        controller.unpack(archive, os.path.join(self.folder, "home"))
        self.assertEqual(self.read("home/logs/a.log"), "text")

    def test_stay_within_their_folder(self):
        archive = os.path.join(self.folder, "a.tgz")
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(self.write("x", "text"), arcname="../outside")
        with self.assertRaises(SystemExit):
            controller.unpack(archive, os.path.join(self.folder, "home"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "outside")))


class PlaceTest(Folder):
    def test_replaces_addresses_in_texts_only(self):
        self.write("from/a.xml", "http://${server.m.address}:${server.m.port.http}/${other} é")
        server.copy_folder(os.path.join(self.folder, "from"), os.path.join(self.folder, "to"), {"server.m.address": "h", "server.m.port.http": 7})
        self.assertEqual(self.read("to/a.xml"), "http://h:7/${other} é")

    def test_names_a_server_that_does_not_run(self):
        self.write("from/a.xml", "${server.x.address}")
        with self.assertRaisesRegex(processes.Problem, r"\$\{server.x.address} names no server"):
            server.copy_folder(os.path.join(self.folder, "from"), os.path.join(self.folder, "to"), {})

    def test_packs_equal_folders_equally(self):
        self.write("a/x/1", "one")
        self.write("b/x/1", "one")
        os.utime(os.path.join(self.folder, "b/x/1"), (0, 10**9))
        self.assertEqual(server.zipped(os.path.join(self.folder, "a")), server.zipped(os.path.join(self.folder, "b")))

    def test_shortens_a_log(self):
        log = self.write("a.log", "begin " + "x" * 100_000 + " end")
        server.shorten(log, 10)
        text = self.read("a.log")
        self.assertTrue(text.startswith("begin xxxx\n… 83616 bytes are left out here …\n"), text[:60])
        self.assertTrue(text.endswith(" end"))


class AnswerTest(unittest.TestCase):
    ENVELOPE = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>%s</e:Body></e:Envelope>'

    def wrong(self, status, body, element=""):
        return load.wrong(status, body.encode(), {"element": element})

    def test_is_judged_by_its_form(self):
        right = self.ENVELOPE % '<a xmlns="urn:a"/>'
        self.assertEqual(self.wrong(200, right, "{urn:a}a"), "")
        self.assertEqual(self.wrong(200, right), "")
        self.assertIn("instead of {urn:a}b", self.wrong(200, right, "{urn:a}b"))
        self.assertIn("status 500", self.wrong(500, right))
        self.assertIn("a fault: why", self.wrong(500, self.ENVELOPE % "<e:Fault><faultstring>why</faultstring></e:Fault>"))
        self.assertIn("no SOAP message", self.wrong(200, "busy"))
        self.assertIn("without a message", self.wrong(202, ""))
        self.assertIn("document type", self.wrong(200, "<!DOCTYPE a>" + right))


class ExchangeTest(unittest.TestCase):
    def test_is_told_in_one_line(self):
        self.assertEqual(server.told(422, b"<error>order.bpel:12:5:\n  no variable</error>"), "status 422: order.bpel:12:5: no variable")
        self.assertEqual(server.told(500, b" <a/> "), "status 500 without a message")
        self.assertEqual(len(server.told(200, b"x" * 1000)), len("status 200: ") + server.LONGEST + 1)

    def test_takes_a_body_from_the_case(self):
        self.assertEqual(server.content("text:<a>\u00e9</a>"), "<a>\u00e9</a>".encode())
        self.assertIsNone(server.content(""))


class LedgerTest(unittest.TestCase):
    WHAT = "reading the counters of server e"

    def test_is_three_numbers(self):
        body = b'{"instancesStarted": 3, "instancesCompleted": 2, "instancesFaulted": 1, "up": "yes"}'
        self.assertEqual(server.ledger(body, self.WHAT), [3, 2, 1])

    def test_names_what_is_missing(self):
        with self.assertRaisesRegex(processes.Problem, "^reading .* failed: the answer lacks the numbers instancesCompleted, instancesFaulted$"):
            server.ledger(b'{"instancesStarted": 3, "instancesFaulted": "1"}', self.WHAT)
        with self.assertRaisesRegex(processes.Problem, "the answer is not a JSON object: status 200: busy"):
            server.ledger(b"busy", self.WHAT)


class ClockTest(unittest.TestCase):
    def test_reaches_the_host_as_ansible_does(self):
        told = {"port": 2222, "user": "u", "key": "~/k", "arguments": ["-J gate", "-o 'A=b c'"], "address": "h"}
        self.assertEqual(
            controller.ssh(told)[6:], ["-p", "2222", "-l", "u", "-i", "~/k", "-J", "gate", "-o", "A=b c", "h"]
        )

    def test_is_the_own_one_on_this_machine(self):
        answer = subprocess.run(
            [sys.executable, controller.__file__, "clock"], input='{"connection": "local"}', stdout=subprocess.PIPE, text=True, check=True
        )
        self.assertEqual(json.loads(answer.stdout), {"offset_ns": 0, "error_ns": 0})
        self.assertGreater(time.time_ns(), 0)


if __name__ == "__main__":
    unittest.main()

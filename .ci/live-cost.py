#!/usr/bin/env python3
"""Measures what the live page of a run costs the measurement.

The same testbed is run with a page that somebody reads, and without a page (-Dsoabench.live=false).
A round has one run with the page and two without it, in an order that changes from round to round.
The ratio of both runs without a page is the noise floor: what differs where nothing differs.
A cost is stated only where the interval of its ratio is further from 1 than that of the floor.

Usage, after mvn -DskipTests install, on a machine with nothing else to do:

    .ci/live-cost.py [--rounds 6] [--minutes 8]

The exit code is 0 if no difference is shown, 1 if one is shown, 2 if the runs cannot be made or read.
"""

import argparse
import csv
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "target" / "live-cost"
QUICKSTART = ROOT / "examples" / "quickstart"

# An engine that is busy, so that a program beside it is felt.
MODEL = """\
testbed cost "A busy engine, with a live page and without"
seed 7
service type Quote from "wsdl/quote.wsdl"
service quotes : Quote {
    response time 1 ms
    uiid from "q:request/q:id" step "q:request/q:step"
}
process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
host here
server engine : reference on here { heap 128 MiB }
server mocks : lean on here { serves quotes }
workload office closed { clients 8 think time 5 ms }
suite Cost {
    repeat 1 warm up 4 s measure 6 s time-out 10 s
    case on engine for process in (Sequential), workload in (office) from here
}
report csv
"""

# Columns of V_REPETITION, in which less is better except in the last one.
FIGURES = {
    "mean_ms": "mean response time",
    "p99_ms": "99th percentile of the response time",
    "slip_p99_ms": "99th percentile of the load client's delay",
    "throughput_per_s": "throughput",
}

# 97.5 % quantiles of Student's t for 1, 2, … degrees of freedom (R: qt(0.975, 1:20)).
T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]
T += [2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086]
FEWEST_ROUNDS = 2
MOST_ROUNDS = len(T) + 1

ON, OFF, OFF_AGAIN = "with the page", "without it", "without it, again"

# Each kind of run is twice at each place of a round, and twice behind each other kind.
ORDERS = [
    (OFF, ON, OFF_AGAIN),
    (ON, OFF_AGAIN, OFF),
    (OFF_AGAIN, OFF, ON),
    (OFF_AGAIN, ON, OFF),
    (OFF, OFF_AGAIN, ON),
    (ON, OFF, OFF_AGAIN),
]


class Ratio:
    """A geometric mean of ratios with its 95 % interval (Student's t on logarithms).

    >>> Ratio([math.log(2), math.log(2), math.log(2)]).text()
    '2.000 (95 % CI 2.000 to 2.000)'

    The interval of R's t.test(c(0.1, 0.2, 0.3)) is -0.0484 to 0.4484.

    >>> [round(end, 4) for end in Ratio([0.1, 0.2, 0.3]).logarithms()]
    [-0.0484, 0.4484]
    """

    def __init__(self, logarithms):
        self.mean = statistics.mean(logarithms)
        self.half = T[len(logarithms) - 2] * statistics.stdev(logarithms) / math.sqrt(len(logarithms))

    def logarithms(self):
        return self.mean - self.half, self.mean + self.half

    def text(self):
        low, high = self.logarithms()
        return f"{math.exp(self.mean):.3f} (95 % CI {math.exp(low):.3f} to {math.exp(high):.3f})"

    def beyond_chance(self):
        """Returns the distance of the interval from equality, 0 if it contains equality.

        >>> Ratio([0.1, 0.2, 0.3]).beyond_chance()
        0
        >>> round(Ratio([-0.2, -0.21, -0.19]).beyond_chance(), 3)
        0.175
        """
        low, high = self.logarithms()
        return max(0, low, -high)


def verdict(rounds):
    """Returns a sentence about a figure and whether a difference is shown.

    >>> verdict([{ON: 1.2, OFF: 1.0, OFF_AGAIN: 1.0}, {ON: 1.21, OFF: 1.0, OFF_AGAIN: 1.0}])[1]
    True
    >>> verdict([{ON: 1.01, OFF: 1.0, OFF_AGAIN: 1.02}, {ON: 1.0, OFF: 1.02, OFF_AGAIN: 1.0}])[1]
    False

    A machine that is slower in each second run without a page shows nothing that is smaller than that.

    >>> verdict([{ON: 1.1, OFF: 1.0, OFF_AGAIN: 1.2}, {ON: 1.101, OFF: 1.0, OFF_AGAIN: 1.2}])[1]
    False
    """
    cost = Ratio([math.log(one[ON]) - (math.log(one[OFF]) + math.log(one[OFF_AGAIN])) / 2 for one in rounds])
    floor = Ratio([math.log(one[OFF_AGAIN] / one[OFF]) for one in rounds])
    shown = cost.beyond_chance() > floor.beyond_chance()
    text = f"with / without {cost.text()}; noise floor: without / without {floor.text()}; "
    if shown:
        return text + "a difference beyond the floor", True
    most = max(abs(end) for end in cost.logarithms())
    return text + f"no difference is shown, and one of more than {math.exp(most) - 1:.1%} is excluded", False


class Unusable(Exception):
    """A run that cannot be made or read."""


class Reader(threading.Thread):
    """Reads the stream of a page to its end, as an open browser does."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.address = address
        self.lines = 0

    def run(self):
        try:
            with urllib.request.urlopen(self.address + "events") as stream:
                for _ in stream:
                    self.lines += 1
        except OSError:
            pass  # The page ends with the run.


def run(maven, kind, number):
    """Runs the testbed once and returns its figures."""
    output = WORK / f"{number:02d}"
    command = [maven, "-B", "-ntp", "-o", "soabench:run", f"-Dtestbed={WORK / 'cost.testbed'}"]
    command += [f"-Dsoabench.output={output}", "-Dsoabench.again=0", "-Dsoabench.calibrate=never"]
    command += ["-Dsoabench.live=" + ("true" if kind == ON else "false")]
    reader = None
    with open(WORK / f"{number:02d}.log", "w", encoding="utf-8") as log:
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as mvn:
            for line in mvn.stdout:
                log.write(line)
                found = re.search(r"live page (http://\S+)", line)
                if found:
                    reader = Reader(found.group(1))
                    reader.start()
    if mvn.returncode:
        raise Unusable(f"run {number} failed: see {log.name}")
    if reader:
        reader.join(timeout=10)
    if (kind == ON) != bool(reader and reader.lines):
        raise Unusable(f"run {number}, {kind}, has not the page that it should have: see {log.name}")
    table = output / "cost" / "runs" / "latest" / "export" / "v_repetition.csv"
    with open(table, encoding="utf-8", newline="") as rows:
        (row,) = csv.DictReader(rows)
    if row["state"] != "COMPLETED":
        raise Unusable(f"run {number} has no complete repetition: see {log.name}")
    print(f"{number:2d} {kind:18} mean {row['mean_ms']:.6} ms, {row['throughput_per_s']:.6}/s, {row['verdict']}", flush=True)
    # A figure of 0 has no logarithm.
    known = {figure: float(row[figure]) for figure in FIGURES if row[figure] and float(row[figure]) > 0}
    return known, row["verdict"] == "valid"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=len(ORDERS), help="rounds of three runs (%(default)s)")
    parser.add_argument("--minutes", type=float, default=8, help="no round begins that would end later (%(default)s)")
    options = parser.parse_args()
    if not FEWEST_ROUNDS <= options.rounds <= MOST_ROUNDS:
        parser.error(f"--rounds is {options.rounds}; use {FEWEST_ROUNDS} to {MOST_ROUNDS}")
    maven = shutil.which("mvn")
    if not maven:
        parser.error("there is no mvn on the PATH")
    shutil.rmtree(WORK, ignore_errors=True)
    for folder in ("bpel", "wsdl"):
        shutil.copytree(QUICKSTART / folder, WORK / folder)
    (WORK / "cost.testbed").write_text(MODEL, encoding="utf-8")

    began = time.monotonic()
    rounds, disturbed, longest = [], 0, 0
    for number in range(options.rounds):
        start = time.monotonic()
        if start - began + longest > options.minutes * 60:
            print(f"{options.minutes:g} minutes are over: {number} of {options.rounds} rounds")
            break
        one = {}
        for place, kind in enumerate(ORDERS[number % len(ORDERS)]):
            one[kind], valid = run(maven, kind, 3 * number + place + 1)
            disturbed += not valid
        rounds.append(one)
        longest = max(longest, time.monotonic() - start)
    if len(rounds) < FEWEST_ROUNDS:
        raise Unusable(f"{len(rounds)} rounds say nothing; give more --minutes")

    print(f"\n{len(rounds)} rounds, {os.cpu_count()} processors; {disturbed} of {3 * len(rounds)} runs are not valid")
    shown = False
    for figure, name in FIGURES.items():
        if not all(figure in of for one in rounds for of in one.values()):
            print(f"{name}: unknown, because it is 0 in a run, or a run has fewer than 1,000 requests")
            continue
        sentence, differs = verdict([{kind: of[figure] for kind, of in one.items()} for one in rounds])
        print(f"{name}: {sentence}")
        shown |= differs
    return 1 if shown else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unusable as unusable:
        print(unusable, file=sys.stderr)
        sys.exit(2)

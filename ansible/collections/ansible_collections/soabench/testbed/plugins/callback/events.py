# Copyright the SOABench developers
# SPDX-License-Identifier: Apache-2.0
"""Tells another program what happens, one JSON object a line."""

from __future__ import annotations

DOCUMENTATION = """
name: events
type: aggregate
short_description: Tells another program what happens
description:
  - Writes one JSON object a line to a file or FIFO whenever a play or a task begins, a host has a result, and at the end.
  - What a script on a host prints as one JSON object is handed on.
options:
  path:
    description: Where to write; nothing is written without it.
    env:
      - name: SOABENCH_EVENTS
"""

import json
import os

from ansible.plugins.callback import CallbackBase


class CallbackModule(CallbackBase):
    """Hears of everything on the controller's main thread."""

    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "soabench.testbed.events"
    CALLBACK_NEEDS_ENABLED = True

    _out = None

    def _tell(self, event, **more):
        path = self.get_option("path")
        if not path:
            return
        if self._out is None:
            self._out = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        left = (json.dumps({"event": event, **more}) + "\n").encode()
        while left:
            left = left[os.write(self._out, left) :]

    def v2_playbook_on_start(self, playbook):
        self._tell("playbook", playbook=os.path.basename(playbook._file_name))

    def v2_playbook_on_play_start(self, play):
        self._hosts = play.get_variable_manager()._inventory.get_hosts(play.hosts)
        self._tell("play", name=play.get_name(), hosts=[host.get_name() for host in self._hosts])

    def v2_playbook_on_no_hosts_matched(self):
        self._tell("no_hosts")

    def v2_runner_on_start(self, host, task):
        self._tell("task", task=task.get_name(), host=host.get_name())

    def v2_runner_on_ok(self, result):
        self._result(result, "changed" if result._result.get("changed") else "ok")

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self._result(result, "failed", ignored=bool(ignore_errors))

    def v2_runner_on_skipped(self, result):
        self._result(result, "skipped")

    def v2_runner_item_on_ok(self, result):
        self.v2_runner_on_ok(result)

    def v2_runner_item_on_failed(self, result):
        self.v2_runner_on_failed(result)

    def v2_runner_on_unreachable(self, result):
        self._result(result, "unreachable")

    def _result(self, result, status, **more):
        answer = result._result
        try:
            told = json.loads(answer.get("stdout") or "")
        except ValueError:
            told = None
        told = told if isinstance(told, dict) else None
        words = (told or {}).get("problem") or ""
        if status in ("failed", "unreachable") and not words:
            words = answer.get("stderr") or answer.get("msg") or answer.get("stdout") or ""
        self._tell(
            "result",
            task=result._task.get_name(),
            host=result._host.get_name(),
            status=status,
            message=str(words).strip(),
            result=told,
            **more,
        )

    def v2_playbook_on_stats(self, stats):
        hosts = {}
        for host in sorted(stats.processed):
            summary = stats.summarize(host)
            hosts[host] = {key: summary[key] for key in ("ok", "changed", "unreachable", "skipped")}
            hosts[host]["failed"] = summary["failures"]
            hosts[host]["rescued"] = summary["rescued"]
        self._tell("stats", hosts=hosts)

"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const vm = require("node:vm");
const { linked, page } = require("../src/pages");

test("a page fetches nothing", () => {
  const shown = page("<html><head lang=en><title>t</title></head></html>");

  assert.match(shown, /^<html><head lang=en><meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
  assert.ok(shown.endsWith("<title>t</title></head></html>"));
  assert.match(page("no head"), /^<meta http-equiv="Content-Security-Policy".*no head$/s);
});

test("a click on the other page is sent to the extension, and no other click", () => {
  const script = /<script>([^]*?)<\/script>/.exec(page("<head></head>"))[1];
  const sent = [];
  let click;
  vm.runInNewContext(script, {
    acquireVsCodeApi: () => ({ postMessage: (message) => sent.push({ ...message }) }),
    document: { addEventListener: (type, listener) => { click = listener; } },
  });
  const on = (href) => {
    let prevented = false;
    click({ target: { closest: () => href && { getAttribute: () => href } }, preventDefault: () => { prevented = true; } });
    return prevented;
  };

  assert.equal(on("results.html"), true);
  assert.equal(on("flames.html"), true);
  assert.equal(on("#case-1"), false);
  assert.equal(on(null), false);
  assert.deepEqual(sent, [{ page: "results.html" }, { page: "flames.html" }]);
});

test("only a page of the report is opened, and only one that is there", (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "soabench-pages-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const report = path.join(folder, "index.html");

  assert.equal(linked(report, { page: "results.html" }), undefined);
  fs.writeFileSync(path.join(folder, "results.html"), "");
  fs.writeFileSync(path.join(folder, "other.html"), "");

  assert.equal(linked(report, { page: "results.html" }), path.join(folder, "results.html"));
  assert.equal(linked(report, { page: "other.html" }), undefined);
  assert.equal(linked(report, { page: "../index.html" }), undefined);
  assert.equal(linked(report, undefined), undefined);
});

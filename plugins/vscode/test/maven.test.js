"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const maven = require("../src/maven");
const { contributes } = require("../package.json");

const ROOT = path.resolve(__dirname, "..", "..", "..");

function folder(t) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "soabench-maven-"));
  t.after(() => fs.rmSync(made, { recursive: true }));
  return made;
}

test("the plug-in has its short name only where the project uses it", (t) => {
  const empty = folder(t);
  assert.equal(maven.prefix(ROOT), "soabench");
  assert.equal(maven.prefix(empty), maven.PLUGIN);
  fs.writeFileSync(path.join(empty, "pom.xml"), "<project><artifactId>other</artifactId></project>");
  assert.equal(maven.prefix(empty), maven.PLUGIN);
});

test("the full name is that of the plug-in that is built here", () => {
  const pom = fs.readFileSync(path.join(ROOT, "plugins", "maven", "pom.xml"), "utf8");
  const field = (name, text) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)[1];
  const own = pom.slice(pom.indexOf("</parent>"));
  assert.equal(maven.PLUGIN, `${field("groupId", pom)}:${field("artifactId", own)}:${field("version", pom)}`);
});

test("a goal is told its model, its exploration and the options", (t) => {
  const empty = folder(t);
  assert.deepEqual(maven.goalArguments(empty, { goal: "explore", testbed: "a.testbed", explore: "Most", options: ["-Da=b"] }, ["-o"]), [
    `${maven.PLUGIN}:explore`,
    "-Dtestbed=a.testbed",
    "-Dexplore=Most",
    "-o",
    "-Da=b",
  ]);
});

test("the name of a testbed stands behind comments", () => {
  assert.equal(maven.testbedName(fs.readFileSync(path.join(ROOT, "examples", "quickstart", "quickstart.testbed"), "utf8")), "quickstart");
  assert.equal(maven.testbedName('// testbed no\n/* testbed\n neither "*/\ntestbed yes-2 "title"'), "yes-2");
  assert.equal(maven.testbedName('import "testbed.testbed"\nhost testbed'), "");
});

test("reports are found where runs leave them, the newest first", (t) => {
  const here = folder(t);
  const runs = maven.runsFolder(here, "a");
  assert.equal(runs, path.join(here, "target", "soabench", "a", "runs"));
  assert.deepEqual(maven.reports(runs), []);
  for (const [run, seconds] of [["20260101-000000", 100], ["20260102-000000", 50], ["20260103-000000", null]]) {
    fs.mkdirSync(path.join(runs, run, "report"), { recursive: true });
    if (seconds) {
      const file = path.join(runs, run, "report", "index.html");
      fs.writeFileSync(file, "<html>");
      fs.utimesSync(file, seconds, seconds);
    }
  }
  fs.symlinkSync("20260102-000000", path.join(runs, "latest"));
  assert.deepEqual(maven.reports(runs).map((each) => each.run), ["20260101-000000", "20260102-000000"]);
  assert.equal(maven.runsFolder(here, "a", ["-Dsoabench.output=/data"]), path.join("/data", "a", "runs"));
});

test("issues in the output of a goal are found with their places", () => {
  const [matcher] = contributes.problemMatchers;
  const { regexp, ...groups } = matcher.pattern;
  const line = '[ERROR] examples/a.testbed:29:44: [service-unknown] there is no service "qoutes"; known are: quotes';
  const found = new RegExp(regexp).exec(line);
  assert.equal(found[groups.severity], "ERROR");
  assert.equal(found[groups.file], "examples/a.testbed");
  assert.equal(found[groups.line], "29");
  assert.equal(found[groups.column], "44");
  assert.equal(found[groups.code], "service-unknown");
  assert.equal(found[groups.message], 'there is no service "qoutes"; known are: quotes');
  assert.equal(new RegExp(regexp).exec("[INFO] Total time:  4.015 s"), null);
  assert.equal(new RegExp(regexp).exec("[ERROR] Failed to execute goal io.soabench:soabench-maven-plugin:0.1.0-SNAPSHOT:validate"), null);
});

"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { candidates, findJava, serverArguments, versionOf } = require("../src/java");

/** A folder of a Java that says of itself what it is told to. */
function java(t, printed) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "soabench-java-"));
  t.after(() => fs.rmSync(home, { recursive: true }));
  fs.mkdirSync(path.join(home, "bin"));
  fs.writeFileSync(path.join(home, "bin", "java"), `#!/bin/sh\necho '${printed}' >&2\n`, { mode: 0o755 });
  return home;
}

const JAVA_8 = 'openjdk version "1.8.0_402"';
const JAVA_17 = 'openjdk version "17.0.15" 2025-04-15';
const JAVA_25 = 'openjdk version "25" 2025-09-16';

test("the version of a Java is told by what it prints", () => {
  assert.equal(versionOf(JAVA_8), 8);
  assert.equal(versionOf(JAVA_17), 17);
  assert.equal(versionOf(JAVA_25), 25);
  assert.equal(versionOf("bash: no such thing"), 0);
});

test("JAVA_HOME is taken before the PATH", async (t) => {
  const home = java(t, JAVA_17);
  const other = java(t, JAVA_25);
  const found = await findJava("", { JAVA_HOME: home, PATH: path.join(other, "bin") }, false);
  assert.deepEqual(found, { command: path.join(home, "bin", "java"), home, version: 17 });
});

test("what is too old is passed over", async (t) => {
  const found = await findJava("", { JAVA_HOME: java(t, JAVA_8), PATH: path.join(java(t, JAVA_25), "bin") }, false);
  assert.equal(found.version, 25);
  assert.equal(found.home, undefined);
});

test("the setting is taken before all, and nothing else instead of it", async (t) => {
  const [set, home] = [java(t, JAVA_25), java(t, JAVA_17)];
  assert.equal((await findJava(set, { JAVA_HOME: home }, false)).home, set);
  const old = java(t, JAVA_8);
  await assert.rejects(findJava(old, { JAVA_HOME: home }, false), (error) => {
    assert.match(error.message, /needs Java 17 or newer/);
    assert.ok(error.message.includes(`${old}/bin/java (from the setting soabench.java.home) is Java 8`), error.message);
    return true;
  });
});

test("without any Java one sentence says where to get one", async () => {
  await assert.rejects(findJava("", { PATH: "/nowhere" }, false), {
    message:
      "SOABench needs Java 17 or newer: there is none in JAVA_HOME or on the PATH. Install one, or give its folder in the setting soabench.java.home.",
  });
  await assert.rejects(findJava("/nowhere", {}, false), /\/nowhere\/bin\/java \(from the setting soabench\.java\.home\) is not there\. Install/);
});

test("on Windows it is an .exe", () => {
  assert.match(candidates("C:\\java", {}, true)[0].command, /java\.exe$/);
});

test("what was loaded is kept for the next start where Java can", () => {
  assert.deepEqual(serverArguments("a.jar", 17, ["-Xmx160m"], "/cache"), ["-Xmx160m", "-jar", "a.jar"]);
  assert.deepEqual(serverArguments("a.jar", 21, [], "/cache"), [
    "-XX:+AutoCreateSharedArchive",
    "-XX:SharedArchiveFile=/cache/server-21.jsa",
    "-jar",
    "a.jar",
  ]);
});

"use strict";

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const OLDEST = 17;

/** Where a Java may be, in the order in which they are asked: the setting, JAVA_HOME, the PATH. What is set and empty does not count. */
function candidates(setting, environment, windows) {
  const java = windows ? "java.exe" : "java";
  const found = [];
  if (setting) {
    found.push({ from: "the setting soabench.java.home", home: setting, command: path.join(setting, "bin", java) });
    return found;
  }
  if (environment.JAVA_HOME) {
    found.push({ from: "JAVA_HOME", home: environment.JAVA_HOME, command: path.join(environment.JAVA_HOME, "bin", java) });
  }
  for (const folder of (environment.PATH || environment.Path || "").split(windows ? ";" : ":")) {
    if (folder && fs.existsSync(path.join(folder, java))) {
      found.push({ from: "the PATH", home: undefined, command: path.join(folder, java) });
      break;
    }
  }
  return found;
}

/** The number of a Java, such as 17, of what it prints of itself; 0 if it cannot be told. */
function versionOf(printed) {
  const match = /version "(?:1\.)?(\d+)/.exec(printed);
  return match ? Number(match[1]) : 0;
}

function ask(command) {
  return new Promise((resolve) => {
    execFile(command, ["-version"], { timeout: 30_000 }, (error, out, err) =>
      resolve(error && !err ? { version: 0, reason: error.code === "ENOENT" ? "is not there" : "does not start" } : { version: versionOf(`${err}${out}`) })
    );
  });
}

/**
 * The first Java that is new enough.
 *
 * @returns {Promise<{command: string, home: string|undefined, version: number}>}
 * @throws {Error} with one sentence that says where was looked, what was there and what to do
 */
async function findJava(setting, environment = process.env, windows = process.platform === "win32") {
  const looked = [];
  for (const each of candidates(setting, environment, windows)) {
    const { version, reason } = await ask(each.command);
    if (version >= OLDEST) {
      return { command: each.command, home: each.home, version };
    }
    looked.push(`${each.command} (from ${each.from}) ${version ? `is Java ${version}` : reason || "does not say its version"}`);
  }
  throw new Error(
    `SOABench needs Java ${OLDEST} or newer: ${looked.length ? looked.join("; ") : "there is none in JAVA_HOME or on the PATH"}. ` +
      `Install one, or give its folder in the setting soabench.java.home.`
  );
}

/** The arguments with which the server is started. From Java 19 on what was loaded is kept from one start to the next. */
function serverArguments(jar, version, options, cache) {
  const archive = version >= 19 && cache ? ["-XX:+AutoCreateSharedArchive", `-XX:SharedArchiveFile=${path.join(cache, `server-${version}.jsa`)}`] : [];
  return [...options, ...archive, "-jar", jar];
}

module.exports = { candidates, findJava, serverArguments, versionOf };

"use strict";

const fs = require("node:fs");
const path = require("node:path");

const PLUGIN = "io.soabench:soabench-maven-plugin:0.1.0-SNAPSHOT";

/**
 * How the plug-in is called in a folder: by its short name where the project there uses it, and in full everywhere else, because Maven looks
 * for short names of other groups nowhere.
 */
function prefix(folder) {
  const project = path.join(folder, "pom.xml");
  return fs.existsSync(project) && /soabench-maven-plugin|<artifactId>soabench<\/artifactId>/.test(fs.readFileSync(project, "utf8")) ? "soabench" : PLUGIN;
}

/** The arguments of Maven for a goal of a testbed: of validate, run, explore and report. */
function goalArguments(folder, { goal, testbed, explore, options = [] }, always = []) {
  const found = [`${prefix(folder)}:${goal}`, `-Dtestbed=${testbed}`];
  if (explore) {
    found.push(`-Dexplore=${explore}`);
  }
  return [...found, ...always, ...options];
}

/** The name of the testbed of a model; empty for a library, which nobody can run. */
function testbedName(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(\\.|[^"\\])*"/g, (found) => (found.startsWith('"') ? '""' : " "));
  const match = /^\s*testbed\s+([A-Za-z_](?:-?[A-Za-z0-9_])*)/.exec(code);
  return match ? match[1] : "";
}

/** Where the runs of a testbed go: below the folder in which Maven is started, unless an option says otherwise. */
function runsFolder(folder, name, options = []) {
  const output = options.map((each) => /^-Dsoabench\.output=(.+)$/.exec(each)).filter(Boolean).pop();
  return path.join(path.resolve(folder, output ? output[1] : path.join("target", "soabench")), name, "runs");
}

/** The reports of runs, the newest first. */
function reports(runs) {
  if (!fs.existsSync(runs)) {
    return [];
  }
  return fs
    .readdirSync(runs, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map((each) => ({ run: each.name, file: path.join(runs, each.name, "report", "index.html") }))
    .filter((each) => fs.existsSync(each.file))
    .map((each) => ({ ...each, time: fs.statSync(each.file).mtimeMs }))
    .sort((one, other) => other.time - one.time);
}

module.exports = { PLUGIN, goalArguments, prefix, reports, runsFolder, testbedName };

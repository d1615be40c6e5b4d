// Puts the language server, which Maven has built, and the licence of the project where the package takes them from.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const root = path.resolve(__dirname, "..", "..", "..");
const here = path.resolve(__dirname, "..");
const jar = path.join(root, "dsl", "ide", "target", "soabench-language-server.jar");

if (!fs.existsSync(jar)) {
  console.error(`${path.relative(process.cwd(), jar)} is missing; build it first: mvn -DskipTests install, in the folder of the project`);
  process.exit(1);
}
fs.mkdirSync(path.join(here, "server"), { recursive: true });
fs.copyFileSync(jar, path.join(here, "server", path.basename(jar)));
fs.copyFileSync(path.join(root, "LICENSE"), path.join(here, "LICENSE"));

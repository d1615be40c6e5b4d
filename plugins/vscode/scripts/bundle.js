// Makes one file of the extension and the libraries that it uses, and a file of their licences.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");

const here = path.resolve(__dirname, "..");

/** The folder of the package to which a file of node_modules belongs. */
function packageOf(file) {
  const parts = file.split("/");
  const last = parts.lastIndexOf("node_modules");
  return parts.slice(0, last + (parts[last + 1].startsWith("@") ? 3 : 2)).join("/");
}

/** The text of a package's licence; a package without one must not be packed. */
function licence(folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = fs.readdirSync(folder).find((each) => /^(licen[cs]e|license\.md|license\.txt)/i.test(each));
  if (!file) {
    throw new Error(`${name} has no file with its licence`);
  }
  return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(folder, file), "utf8").trim()}\n`;
}

const result = esbuild.buildSync({
  absWorkingDir: here,
  entryPoints: ["src/extension.js"],
  outfile: "build/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node18",
  format: "cjs",
  external: ["vscode"],
  metafile: true,
  logLevel: "warning",
});
const packages = [...new Set(Object.keys(result.metafile.inputs).filter((each) => each.includes("node_modules/")).map(packageOf))].sort();
fs.writeFileSync(path.join(here, "build", "licences.txt"), packages.map((each) => licence(path.join(here, each))).join(`\n${"-".repeat(78)}\n\n`));

"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const maven = require("./maven");
const { linked, page } = require("./pages");
const { folderOf, settings } = require("./tasks");

/** Pages that show the report of a run, by file: one is shown again and not twice. */
const panels = new Map();

function show(file, title) {
  let panel = panels.get(file);
  if (!panel) {
    panel = vscode.window.createWebviewPanel("soabench.report", title, vscode.ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.onDidDispose(() => panels.delete(file));
    panel.webview.onDidReceiveMessage((message) => {
      const other = linked(file, message);
      if (other) {
        show(other, title);
      }
    });
    panels.set(file, panel);
  }
  panel.webview.html = page(fs.readFileSync(file, "utf8"));
  panel.reveal();
}

async function reportsOf(model) {
  const text = Buffer.from(await vscode.workspace.fs.readFile(model)).toString("utf8");
  const name = maven.testbedName(text);
  const found = name ? maven.reports(maven.runsFolder(folderOf(model), name, settings().get("maven.options"))) : [];
  return { name, found };
}

/** Shows the newest report of a model, if it was made after an instant. */
async function showNewest(model, since = 0) {
  const { name, found } = await reportsOf(model);
  if (found.length && found[0].time >= since) {
    show(found[0].file, `${name} ${found[0].run}`);
    return true;
  }
  return false;
}

/** Shows a report of a model, or of any model if none is open; which one is asked if there are several. */
async function open(model) {
  const models = model ? [model] : await vscode.workspace.findFiles("**/*.testbed", "**/{target,node_modules}/**", 200);
  const items = [];
  for (const each of models) {
    const { name, found } = await reportsOf(each);
    items.push(...found.map((report) => ({ label: `${name} ${report.run}`, description: new Date(report.time).toLocaleString(), detail: report.file, report })));
  }
  items.sort((one, other) => other.report.time - one.report.time);
  if (!items.length) {
    vscode.window.showInformationMessage(
      model ? `There is no report of ${path.basename(model.fsPath)} yet; run it first.` : "There is no report yet; run a testbed first."
    );
    return;
  }
  const chosen = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: "Open a report, the newest first" });
  if (chosen) {
    show(chosen.report.file, chosen.label);
  }
}

module.exports = { open, showNewest };

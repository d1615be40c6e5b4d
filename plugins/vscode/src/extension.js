"use strict";

const vscode = require("vscode");
const { create } = require("./create");
const report = require("./report");
const { Server } = require("./server");
const { provider, settings, start } = require("./tasks");

let server;

/** The model that is meant: the address that a lens gives, the file of a menu, or the one in the editor. */
function modelOf(given) {
  if (given instanceof vscode.Uri) {
    return given;
  }
  if (typeof given === "string") {
    return vscode.Uri.parse(given);
  }
  const open = vscode.window.activeTextEditor?.document;
  return open?.languageId === "testbed" ? open.uri : undefined;
}

/** A command about a model; without one it says so. */
function withModel(action) {
  return async (given, ...more) => {
    const model = modelOf(given);
    if (!model) {
      vscode.window.showInformationMessage("Open a .testbed file first.");
      return undefined;
    }
    return action(model, ...more.filter((each) => typeof each === "string"));
  };
}

async function run(model) {
  const began = Date.now();
  const code = await start("run", model);
  const wanted = settings().get("report.open");
  if (code === undefined || wanted === "never") {
    return;
  }
  // A run in which an expectation is missed fails, and has a report.
  if (wanted === "ask") {
    const yes = "Open Report";
    if ((await vscode.window.showInformationMessage("The run has ended.", yes)) !== yes) {
      return;
    }
  }
  if (!(await report.showNewest(model, began)) && code !== 0) {
    vscode.window.showWarningMessage("The run has ended without a report; the terminal says why.");
  }
}

async function makeReport(model) {
  const began = Date.now();
  if ((await start("report", model)) === 0) {
    await report.showNewest(model, began);
  }
}

/** Called by VS Code when a model is opened or a command is used. */
async function activate(context) {
  server = new Server(context);
  const commands = {
    "soabench.new": (given) => create(given instanceof vscode.Uri ? given : undefined),
    "soabench.validate": withModel((model) => start("validate", model)),
    "soabench.run": withModel(run),
    "soabench.explore": withModel((model, name) => start("explore", model, name)),
    "soabench.report": withModel(makeReport),
    "soabench.openReport": (given) => report.open(modelOf(given)),
    "soabench.restart": () => server.restart(),
  };
  for (const [id, action] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(id, action));
  }
  context.subscriptions.push(
    vscode.tasks.registerTaskProvider("soabench", provider),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("soabench.java.home") || change.affectsConfiguration("soabench.server.jvmOptions")) {
        server.restart();
      }
    })
  );
  await server.start();
}

/** Called by VS Code when the window is closed. */
function deactivate() {
  return server?.stop();
}

module.exports = { activate, deactivate };

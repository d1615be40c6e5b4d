"use strict";

const path = require("node:path");
const vscode = require("vscode");
const maven = require("./maven");
const { findJava } = require("./java");

const GOALS = ["validate", "run", "report"];

const SHOWN = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated, clear: true };

const settings = () => vscode.workspace.getConfiguration("soabench");

/** The folder in which Maven is started for a model: the one that is open, or else the model's own. */
function folderOf(model) {
  const folder = vscode.workspace.getWorkspaceFolder(model);
  return folder ? folder.uri.fsPath : path.dirname(model.fsPath);
}

/** Maven in the terminal, where its progress is seen and Ctrl-C ends it. */
async function shell(folder, options) {
  const environment = {};
  try {
    const java = await findJava(settings().get("java.home"));
    if (java.home) {
      environment.JAVA_HOME = java.home;
    }
  } catch {
    // Maven says itself what it misses.
  }
  return new vscode.ShellExecution(settings().get("maven.executable"), options, { cwd: folder, env: environment });
}

/** A goal for a testbed as a task. */
async function task(definition, scope, folder) {
  const execution = await shell(folder, maven.goalArguments(folder, definition, settings().get("maven.options")));
  const name = `${definition.goal} ${path.basename(definition.testbed)}${definition.explore ? ` ${definition.explore}` : ""}`;
  const made = new vscode.Task(definition, scope, name, "soabench", execution, ["$soabench"]);
  made.presentationOptions = SHOWN;
  if (definition.goal === "run") {
    made.group = vscode.TaskGroup.Test;
  }
  return made;
}

async function taskFor(goal, model, explore) {
  const folder = folderOf(model);
  const definition = { type: "soabench", goal, testbed: path.relative(folder, model.fsPath).split(path.sep).join("/") };
  if (explore) {
    definition.explore = explore;
  }
  return task(definition, vscode.workspace.getWorkspaceFolder(model) || vscode.TaskScope.Workspace, folder);
}

/** Executes a task; gives the exit code of its process, or nothing if there was none. */
function ended(made) {
  return new Promise((resolve, reject) => {
    let execution;
    const early = new Map();
    const listeners = [
      vscode.tasks.onDidEndTaskProcess((event) => finish(event.execution, event.exitCode)),
      // A task whose program cannot be started has no process.
      vscode.tasks.onDidEndTask((event) => setTimeout(() => finish(event.execution, undefined), 1000)),
    ];
    const finish = (which, code) => {
      if (!execution) {
        early.set(which, code);
      } else if (which === execution) {
        listeners.forEach((each) => each.dispose());
        resolve(code);
      }
    };
    vscode.tasks.executeTask(made).then(
      (started) => {
        execution = started;
        if (early.has(started)) {
          finish(started, early.get(started));
        }
      },
      (error) => {
        listeners.forEach((each) => each.dispose());
        reject(error);
      }
    );
  });
}

/**
 * Starts a goal and waits for its end. Two runs at a time would measure each other: the second is refused.
 *
 * @returns {Promise<number|undefined>} the exit code; nothing if it was not started
 */
async function start(goal, model, explore) {
  const measures = (each) => each.definition.type === "soabench" && ["run", "explore"].includes(each.definition.goal);
  const running = vscode.tasks.taskExecutions.find((each) => measures(each.task));
  if (running && goal !== "validate") {
    vscode.window.showWarningMessage(`"${running.task.name}" has not ended; two at a time would measure each other.`);
    return undefined;
  }
  await vscode.workspace.textDocuments.find((each) => each.uri.toString() === model.toString())?.save();
  const made = await taskFor(goal, model, explore);
  return ended(made);
}

/** The tasks that are offered: each model of the workspace checked, run and reported. */
const provider = {
  async provideTasks() {
    const models = await vscode.workspace.findFiles("**/*.testbed", "**/{target,node_modules}/**", 200);
    const found = [];
    for (const model of models) {
      const text = Buffer.from(await vscode.workspace.fs.readFile(model)).toString("utf8");
      if (maven.testbedName(text)) {
        found.push(...(await Promise.all(GOALS.map((goal) => taskFor(goal, model)))));
      }
    }
    return found;
  },

  async resolveTask(given) {
    const scope = typeof given.scope === "object" ? given.scope : vscode.workspace.workspaceFolders?.[0];
    return scope ? task(given.definition, scope, scope.uri.fsPath) : undefined;
  },
};

module.exports = { folderOf, provider, settings, start };

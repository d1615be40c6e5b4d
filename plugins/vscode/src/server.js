"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, RevealOutputChannelOn } = require("vscode-languageclient/node");
const { findJava, serverArguments } = require("./java");
const { settings } = require("./tasks");

/** The language server of this window. */
class Server {
  #context;
  #client;
  #changing = Promise.resolve();

  constructor(context) {
    this.#context = context;
  }

  /** Starts it; without a Java that can run it, one message says what is missing. */
  start() {
    return this.#next(() => this.#begin());
  }

  restart() {
    return this.#next(async () => {
      await this.stop();
      await this.#begin();
    });
  }

  #next(step) {
    this.#changing = this.#changing.then(step, step);
    return this.#changing;
  }

  async #begin() {
    let java;
    try {
      java = await findJava(settings().get("java.home"));
    } catch (error) {
      const open = "Open Settings";
      vscode.window.showErrorMessage(error.message, open).then((chosen) => {
        if (chosen === open) {
          vscode.commands.executeCommand("workbench.action.openSettings", "soabench.java.home");
        }
      });
      return;
    }
    const cache = this.#context.globalStorageUri.fsPath;
    fs.mkdirSync(cache, { recursive: true });
    const jar = this.#context.asAbsolutePath(path.join("server", "soabench-language-server.jar"));
    const command = { command: java.command, args: serverArguments(jar, java.version, settings().get("server.jvmOptions"), cache) };
    this.#client = new LanguageClient("soabench", "SOABench", command, {
      documentSelector: [{ scheme: "file", language: "testbed" }],
      // Goals are started here, as tasks in a terminal.
      initializationOptions: { runsGoals: true },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    });
    try {
      await this.#client.start();
    } catch (error) {
      this.#client = undefined;
      vscode.window.showErrorMessage(`The language server of SOABench does not start: ${error.message}`);
    }
  }

  async stop() {
    const client = this.#client;
    this.#client = undefined;
    if (client) {
      await client.stop().catch(() => client.dispose());
    }
  }
}

module.exports = { Server };

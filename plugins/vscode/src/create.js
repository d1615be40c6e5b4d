"use strict";

const path = require("node:path");
const vscode = require("vscode");

const FILES = { "BPEL, BPMN and WSDL": ["bpel", "bpmn", "wsdl"] };

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/**
 * Asks for a BPEL, BPMN or WSDL file, unless one is given, and for the folder of the new testbed; lets the language server make it there, as
 * soabench:init does, and opens it.
 */
async function create(given) {
  const source =
    given ||
    (await vscode.window.showOpenDialog({ title: "A process (BPEL, BPMN), or a service to be measured (WSDL)", filters: FILES, openLabel: "Make a Testbed of It" }))?.[0];
  if (!source) {
    return;
  }
  const folder = await vscode.window.showInputBox({
    title: "The folder of the new testbed",
    value: path.join(path.dirname(source.fsPath), `${path.parse(source.fsPath).name}-testbed`),
    prompt: "It is made if it is not there; nothing in it is overwritten.",
    ignoreFocusOut: true,
    validateInput: (value) => (path.isAbsolute(value) ? undefined : "Give the whole path of the folder."),
  });
  if (!folder) {
    return;
  }
  try {
    const { testbed, notes, next } = await vscode.commands.executeCommand("soabench.init", source.toString(), vscode.Uri.file(folder).toString());
    await vscode.window.showTextDocument(vscode.Uri.parse(testbed));
    vscode.window.showInformationMessage([...notes, next].map(sentence).join(" "));
  } catch (error) {
    vscode.window.showErrorMessage(`No testbed was made: ${error.message}`);
  }
}

module.exports = { create };

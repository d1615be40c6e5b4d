"use strict";

const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { pathToFileURL } = require("node:url");
const protocol = require("vscode-languageserver-protocol/node");
const yauzl = require("yauzl");
const { findJava, serverArguments } = require("../src/java");

const HERE = path.resolve(__dirname, "..");
const PACKAGE = path.join(HERE, "soabench-0.1.0.vsix");
const MODEL = path.resolve(HERE, "..", "..", "examples", "quickstart", "quickstart.testbed");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "soabench-package-"));
const files = [];

/** Unpacks the package, as VS Code does. */
before(async () => {
  assert.ok(fs.existsSync(PACKAGE), `${PACKAGE} is missing; make it first: npm run package`);
  await new Promise((resolve, reject) => {
    yauzl.open(PACKAGE, { lazyEntries: true }, (error, zip) => {
      if (error) {
        reject(error);
        return;
      }
      zip.on("error", reject).on("end", resolve);
      zip.on("entry", (entry) => {
        files.push(entry.fileName);
        const file = path.join(folder, entry.fileName);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) {
            reject(failed);
            return;
          }
          stream.pipe(fs.createWriteStream(file)).on("error", reject).on("finish", () => zip.readEntry());
        });
      });
      zip.readEntry();
    });
  });
});

after(() => fs.rmSync(folder, { recursive: true }));

test("the package has what it needs and nothing else", () => {
  assert.deepEqual(files.sort(), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/build/extension.js",
    "extension/build/licences.txt",
    "extension/language-configuration.json",
    "extension/package.json",
    "extension/readme.md",
    "extension/server/soabench-language-server.jar",
    "extension/syntaxes/testbed.tmLanguage.json",
  ]);
  const { main, contributes } = JSON.parse(fs.readFileSync(path.join(folder, "extension", "package.json"), "utf8"));
  for (const named of [main, ...contributes.languages.map((each) => each.configuration), ...contributes.grammars.map((each) => each.path)]) {
    assert.ok(fs.existsSync(path.join(folder, "extension", named)), named);
  }
  assert.match(fs.readFileSync(path.join(folder, "extension", "build", "licences.txt"), "utf8"), /vscode-languageclient 9\.0\.1 \(MIT\)/);
});

test("each command that is shown is there, and has a title", () => {
  const { contributes } = require("../package.json");
  const source = fs.readFileSync(path.join(HERE, "src", "extension.js"), "utf8");
  const made = [...source.matchAll(/^ {4}"(soabench\.\w+)":/gm)].map((match) => match[1]).sort();
  assert.deepEqual(contributes.commands.map((each) => each.command).sort(), made);
  for (const item of Object.values(contributes.menus).flat()) {
    assert.ok(made.includes(item.command), item.command);
  }
});

test("the server inside answers as the extension starts it", { timeout: 180_000 }, async (t) => {
  const java = await findJava("");
  const jar = path.join(folder, "extension", "server", "soabench-language-server.jar");
  const child = spawn(java.command, serverArguments(jar, java.version, ["-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]));
  const ended = new Promise((resolve) => child.on("exit", resolve));
  t.after(() => child.kill("SIGKILL"));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(child.stdout),
    new protocol.StreamMessageWriter(child.stdin)
  );
  const shown = new Promise((resolve) =>
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, ({ diagnostics }) => diagnostics.length && resolve(diagnostics))
  );
  connection.listen();
  const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: null,
    capabilities: {},
    initializationOptions: { runsGoals: true },
  });
  assert.deepEqual(capabilities.executeCommandProvider.commands, ["soabench.init"], "the others are the extension's own");
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  const uri = pathToFileURL(MODEL).toString();
  const text = fs.readFileSync(MODEL, "utf8");
  const wrong = text.replace("serves quotes", "serves qoutes");
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "testbed", version: 1, text: wrong },
  });
  const unknown = (await shown).find((each) => each.code === "service-unknown");
  assert.match(unknown.message, /there is no service "qoutes"/);
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: { uri },
    range: unknown.range,
    context: { diagnostics: [unknown] },
  });
  assert.deepEqual(actions[0].edit.changes[uri].map((each) => each.newText), ["quotes"]);
  const lenses = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument: { uri } });
  assert.deepEqual(lenses.map((each) => each.command).find((each) => each.title === "Run"), { title: "Run", command: "soabench.run", arguments: [uri] });
  await connection.sendRequest(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.equal(await ended, 0);
});

// Measures the language server as an editor meets it: its start, the first diagnostics of a large model, each key after that, and its memory.
// Processor time is read from /proc, so that it says something on a busy machine, too. Linux only.
"use strict";

const { spawn, execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const protocol = require("vscode-languageserver-protocol/node");

const ROOT = path.resolve(__dirname, "..", "..", "..");
const JAR = process.argv[2] || path.join(ROOT, "dsl", "ide", "target", "soabench-language-server.jar");
const OPTIONS = ["-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
const PROCESSES = 75;
const KEYS = 60;
const TICKS_PER_S = Number(execFileSync("getconf", ["CLK_TCK"]));

/** The quickstart with more processes, so that it has more than 500 lines. */
function largeModel() {
  const text = fs.readFileSync(path.join(ROOT, "examples", "quickstart", "quickstart.testbed"), "utf8");
  const [process] = /^process Sequential \{[\s\S]*?^\}\n/m.exec(text);
  const copies = Array.from({ length: PROCESSES }, (_, i) => `${process.replace("Sequential", `Sequential${i}`)}\n`);
  return text.replace(process, process + copies.join("")).replace("process in (Sequential, FlowNoDep)", "process in processes");
}

const cpuMs = (pid) => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_S;
};
const memoryMiB = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
const wallMs = () => performance.now();

async function main() {
  const text = largeModel();
  const file = path.join(ROOT, "examples", "quickstart", "large.testbed");
  const uri = pathToFileURL(file).toString();
  const began = wallMs();
  const child = spawn("java", [...OPTIONS, "-jar", JAR], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    const connection = protocol.createProtocolConnection(new protocol.StreamMessageReader(child.stdout), new protocol.StreamMessageWriter(child.stdin));
    let told = () => {};
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (shown) => shown.uri === uri && told(shown.diagnostics));
    connection.listen();
    await connection.sendRequest(protocol.InitializeRequest.type, { processId: process.pid, rootUri: null, workspaceFolders: null, capabilities: {} });
    console.log(`start to the first answer: ${(wallMs() - began).toFixed(0)} ms, ${cpuMs(child.pid)} ms of processor time`);
    await connection.sendNotification(protocol.InitializedNotification.type, {});
    const first = new Promise((resolve) => (told = resolve));
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "testbed", version: 1, text } });
    await first;
    console.log(`start to the first diagnostics of ${text.split("\n").length} lines: ${(wallMs() - began).toFixed(0)} ms, ${cpuMs(child.pid)} ms`);
    const waits = [];
    const line = text.split("\n").findIndex((each) => each.startsWith("host here"));
    const before = cpuMs(child.pid);
    for (let key = 0; key < KEYS; key++) {
      const answer = new Promise((resolve) => (told = resolve));
      const start = wallMs();
      // A letter of a comment comes, or goes.
      const position = (character) => ({ line, character });
      const range = key % 2 ? { start: position(9), end: position(13) } : { start: position(9), end: position(9) };
      await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: key + 2 },
        contentChanges: [{ range, text: key % 2 ? "" : " //x" }],
      });
      await answer;
      waits.push(wallMs() - start);
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    const half = waits.slice(KEYS / 2);
    console.log(
      `a key: answered after ${median(half).toFixed(0)} ms (median), ${Math.max(...half).toFixed(0)} ms (longest of ${half.length}); ` +
        `${((cpuMs(child.pid) - before) / KEYS).toFixed(0)} ms of processor time with what the compiler does after it`
    );
    console.log(`memory: ${memoryMiB(child.pid, "VmRSS").toFixed(0)} MiB, at most ${memoryMiB(child.pid, "VmHWM").toFixed(0)} MiB`);
    await connection.sendRequest(protocol.ShutdownRequest.type);
    await connection.sendNotification(protocol.ExitNotification.type);
  } finally {
    setTimeout(() => child.kill("SIGKILL"), 5000).unref();
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

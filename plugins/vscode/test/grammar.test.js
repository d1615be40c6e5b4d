"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { before, test } = require("node:test");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const PATTERNS = path.resolve(__dirname, "..", "syntaxes", "testbed.tmLanguage.json");
const EXAMPLES = path.resolve(__dirname, "..", "..", "..", "examples");

let grammar;

before(async () => {
  const wasm = fs.readFileSync(path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(PATTERNS, "utf8"), PATTERNS),
  });
  grammar = await registry.loadGrammar("source.testbed");
});

/** The words of a text with what each is, of which only the innermost counts. */
function colours(text) {
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const token of tokens) {
      found.push([line.slice(token.startIndex, token.endIndex), token.scopes.at(-1).replace(/\.testbed$/, "")]);
    }
  }
  return found;
}

const of = (text, word) => colours(text).filter(([each]) => each.trim() === word).map(([, colour]) => colour);

test("words, names, numbers, units and texts have their colours", () => {
  const line = 'service quotes : Quote { response time lognormal(median 8 ms, sigma 0.5)  reliability 99.5 % uiid from "q:a" }';
  assert.deepEqual(of(line, "service"), ["storage.type"]);
  assert.deepEqual(of(line, "quotes"), ["entity.name.type"]);
  assert.deepEqual(of(line, "response"), ["keyword.control"]);
  assert.deepEqual(of(line, "lognormal"), ["support.function"]);
  assert.deepEqual(of(line, "8"), ["constant.numeric"]);
  assert.deepEqual(of(line, "ms"), ["keyword.other.unit"]);
  assert.deepEqual(of(line, "%"), ["keyword.other.unit"]);
  assert.deepEqual(of(line, "q:a"), ["string.quoted.double"]);
});

test("a keyword in a name, a comment or a text is none", () => {
  assert.deepEqual(of("server server-2 : lean on here", "server-2"), ["entity.name.type"]);
  assert.deepEqual(of("serves on-time", "on-time"), ["source"]);
  assert.deepEqual(of("host here // server on host", "server on host"), ["comment.line.double-slash"]);
  assert.deepEqual(of('testbed a "a \\" server"', "a"), ["entity.name.type", "string.quoted.double"]);
  assert.deepEqual(of("/* a\nserver\n*/ server", "server"), ["comment.block", "storage.type"]);
});

test("in all examples no text and no comment is left open", () => {
  const models = fs
    .readdirSync(EXAMPLES, { recursive: true })
    .filter((each) => each.endsWith(".testbed") && !each.split(path.sep).includes("target"));
  assert.ok(models.length > 10);
  for (const model of models) {
    const last = colours(`${fs.readFileSync(path.join(EXAMPLES, model), "utf8")}\nhost the-end`).at(-1);
    assert.deepEqual(last, ["the-end", "entity.name.type"], model);
  }
});

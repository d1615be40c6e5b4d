// Uses the extension in a real VS Code that runs in a browser, as a person does; see the README. Ends with 1 at the first thing that is not as it should be.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");

const PATIENCE_MS = 120_000;

const [address, folder, pictures, ...chosen] = process.argv.slice(2);
if (!pictures) {
  console.error("usage: node workbench/drive.js ADDRESS FOLDER PICTURES [repair|look|begin|run]… – of a VS Code server, of a copy of examples/quickstart, for pictures");
  process.exit(2);
}

const model = path.join(folder, "quickstart.testbed");
const right = fs.readFileSync(model, "utf8");
let page;

const picture = (name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });
const see = (text) => page.getByText(text).first().waitFor({ timeout: PATIENCE_MS });
const said = (step) => console.log(`ok - ${step}`);

async function command(title) {
  await page.keyboard.press("F1");
  await page.keyboard.type(title, { delay: 20 });
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click({ timeout: PATIENCE_MS });
}

async function openModel() {
  await page.keyboard.press("Control+P");
  await page.keyboard.type("quickstart.testbed", { delay: 20 });
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "quickstart.testbed" }).first().click({ timeout: PATIENCE_MS });
  await page.locator(".monaco-editor .view-lines").first().waitFor({ timeout: PATIENCE_MS });
}

/** Puts the cursor at a word of the model, as "Go to Line/Column" does. */
async function goTo(text, word) {
  const before = text.slice(0, text.indexOf(word) + 1);
  const line = before.split("\n").length;
  await page.keyboard.press("Control+G");
  await page.keyboard.type(`${line}:${before.length - before.lastIndexOf("\n")}`);
  await page.keyboard.press("Enter");
}

/** Presses keys until something is shown: a server that has just begun has no answer yet. */
async function ask(shown, ...keys) {
  for (const end = Date.now() + PATIENCE_MS; !(await shown.isVisible()) && Date.now() < end; ) {
    await page.keyboard.press("Escape");
    for (const key of keys) {
      await page.keyboard.press(key);
    }
    await shown.waitFor({ timeout: 10_000 }).catch(() => {});
  }
  assert.ok(await shown.isVisible(), `nothing is shown after ${keys.join(" ")}`);
}

async function repair() {
  const wrong = right.replace("serves quotes", "serves qoutes");
  fs.writeFileSync(model, wrong);
  await openModel();
  await page.locator(".squiggly-error").first().waitFor({ timeout: PATIENCE_MS });
  said("a misspelt name is marked");
  await goTo(wrong, "qoutes");
  await ask(page.locator(".action-widget", { hasText: 'change to "quotes"' }), "Control+.");
  await picture("vscode-fix");
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached", timeout: PATIENCE_MS });
  await page.keyboard.press("Control+S");
  await waitFor(() => fs.readFileSync(model, "utf8") === right, "the repaired model is saved");
}

async function waitFor(condition, what) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (condition()) {
      said(what);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail(`not within ${PATIENCE_MS / 1000} s: ${what}`);
}

async function look() {
  await openModel();
  await goTo(right, "heap 256");
  await ask(page.locator(".monaco-hover", { hasText: "Java heap" }), "Control+K", "Control+I");
  await picture("vscode-hover");
  said("a parameter is explained");
  await page.keyboard.press("Escape");
  await goTo(right, "heap 256");
  await ask(page.locator(".suggest-widget .monaco-list-row", { hasText: "heap" }).first(), "Control+Space");
  await picture("vscode-proposals");
  said("parameters are proposed");
  await page.keyboard.press("Escape");
}

/** A testbed of a process, by the menu of its file. */
async function begin() {
  const made = path.join(folder, "bpel", "sequential-testbed");
  fs.rmSync(made, { recursive: true, force: true });
  const row = (name) => page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
  await row("bpel").click();
  await row("sequential.bpel").click({ button: "right", timeout: PATIENCE_MS });
  await page.locator(".context-view .action-menu-item", { hasText: "New Testbed from BPEL, BPMN or WSDL" }).click({ timeout: PATIENCE_MS });
  const input = page.locator(".quick-input-widget input").first();
  await input.waitFor({ timeout: PATIENCE_MS });
  assert.equal(await input.inputValue(), made);
  await page.keyboard.press("Enter");
  await page.locator(".tab.active", { hasText: ".testbed" }).filter({ hasNotText: "quickstart" }).waitFor({ timeout: PATIENCE_MS });
  await page.locator(".codelens-decoration a", { hasText: /^Run$/ }).first().waitFor({ state: "attached", timeout: PATIENCE_MS });
  assert.equal(await page.locator(".squiggly-error").count(), 0, "the new testbed has errors");
  assert.equal(fs.readdirSync(made).filter((each) => each.endsWith(".testbed")).length, 1);
  await picture("vscode-begin");
  said("a testbed is made of a BPEL file, and has no errors");
  fs.rmSync(made, { recursive: true });
}

/** A run of one repetition of one case, by the lens above the suite. */
async function run() {
  fs.writeFileSync(
    model,
    right
      .replace("repeat 2  warm up 2 s  measure 5 s", "repeat 1  warm up 1 s  measure 2 s")
      .replace("process in (Sequential, FlowNoDep), workload in (office, web)", "process in (Sequential), workload in (office)")
      .replace(/^process FlowNoDep \{[\s\S]*?^\}\n/m, "")
      .replace(/^workload web.*\n/m, "")
      .replace("report html, pdf, csv", "report html")
  );
  await openModel();
  await goTo(right, "metric gc");
  await see(/^1 case, 1 repetition/);
  const lens = page.locator(".codelens-decoration a", { hasText: /^Run$/ }).first();
  await lens.waitFor({ timeout: PATIENCE_MS });
  await lens.click();
  await page.locator(".terminal-wrapper.active, .terminal.xterm").first().waitFor({ timeout: PATIENCE_MS });
  said("the lens starts a run in the terminal");
  await page.waitForTimeout(20_000);
  await picture("vscode-run");
  await page.locator(".tab", { hasText: /^quickstart \d{8}-\d{6}/ }).waitFor({ timeout: 3 * PATIENCE_MS });
  const frame = page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  await frame.getByText("Sequential").first().waitFor({ timeout: PATIENCE_MS });
  said("the report is opened in the editor");
  await page.waitForTimeout(2000);
  await picture("vscode-report");
}

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    page = await browser.newPage({ viewport: { width: 1100, height: 640 } });
    await page.goto(`${address}/?folder=${folder}`);
    await page.locator(".monaco-workbench").waitFor({ timeout: PATIENCE_MS });
    for (const [name, step] of Object.entries({ repair, look, begin, run })) {
      if (!chosen.length || chosen.includes(name)) {
        await step();
      }
    }
  } catch (error) {
    await picture("vscode-failed");
    throw error;
  } finally {
    fs.writeFileSync(model, right);
    await browser.close();
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});

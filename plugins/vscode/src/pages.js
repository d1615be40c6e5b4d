"use strict";

const fs = require("node:fs");
const path = require("node:path");

/** Only what the file brings along is shown; nothing is fetched. */
const POLICY =
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">";

/** The pages of a report, which lead to each other. */
const PAGES = ["index.html", "results.html", "flames.html"];

/** A web view follows no link to a file, so a click on one is sent to the extension. */
const FOLLOW = `<script>(function () {
  const extension = acquireVsCodeApi();
  document.addEventListener("click", function (event) {
    const link = event.target.closest && event.target.closest("a[href]");
    if (link && ${JSON.stringify(PAGES)}.includes(link.getAttribute("href"))) {
      event.preventDefault();
      extension.postMessage({ page: link.getAttribute("href") });
    }
  });
})();</script>`;

/** A report as a web view shows it. */
function page(html) {
  const head = /<head[^>]*>/i.exec(html);
  const start = head ? head.index + head[0].length : 0;
  return html.slice(0, start) + POLICY + FOLLOW + html.slice(start);
}

/** The page beside a file that a message of the web view asks for; undefined where it is no page of the report. */
function linked(file, message) {
  const name = message && message.page;
  const target = PAGES.includes(name) ? path.join(path.dirname(file), name) : undefined;
  return target && fs.existsSync(target) ? target : undefined;
}

module.exports = { linked, page };

// The table of the engine's time before, between and after partner calls.

const STEP_COLUMNS = [
  ["calls", "Calls"], ["before_mean_ms", "Before"], ["step_mean_ms", "Between"], ["step_interval", "Interval"], ["step_median_ms", "Median"],
  ["step_p95_ms", "p95"], ["step_p99_ms", "p99"], ["after_mean_ms", "After"], ["engine_mean_ms", "Engine time"], ["overlap_share", "Calls overlap"],
];

function stepText(rows, i, column) {
  if (column === "step_interval") {
    return rows.step_low_ms[i] === null ? "–" : `${number(rows.step_low_ms[i])} – ${number(rows.step_high_ms[i])}`;
  }
  const value = rows[column][i];
  return column === "overlap_share" && value !== null ? number(value * 100) + " %" : number(value);
}

/** Shows the steps of the drawn cases, over the repetitions that count or of the chosen one; nothing for a run without any. */
function stepTable() {
  byId("steps").hidden = cases.every((each) => each.steps.length === 0);
  const rows = drawn().flatMap((each) => {
    const found = whole(each, "steps");
    return (found ? found.process : []).map((process, i) => element("tr", {},
      element("td", { textContent: found.process.length > 1 ? `${nameOf(each)} · ${process}` : nameOf(each) }),
      ...STEP_COLUMNS.map(([column]) => element("td", { textContent: stepText(found, i, column), className: "number" }))));
  });
  byId("step-table").dataset.rows = rows.length;
  byId("step-table").replaceChildren(
    element("tr", {}, element("th", { textContent: "Case", scope: "col" }),
      ...STEP_COLUMNS.map(([, title]) => element("th", { textContent: title, className: "number", scope: "col" }))),
    ...(rows.length ? rows : [tableRow("td", ["No steps are known in the drawn repetitions."])]));
}

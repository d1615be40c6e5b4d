// Filters, switches and the table of cases; and the start.

/** Number of cases up to which all are drawn at first. */
const DRAWN_AT_FIRST = 6;

const TITLES = { suite: "Suite", process: "Process", workload: "Workload" };

function selection(title, values, now, change) {
  const select = element("select", {}, ...values.map(([value, text]) => element("option", { value: JSON.stringify(value), textContent: text, selected: value === now })));
  select.onchange = () => change(JSON.parse(select.value));
  return element("label", {}, title, select);
}

function checkbox(text, checked, change) {
  const box = element("input", { type: "checkbox", checked });
  box.onchange = () => change(box.checked);
  return element("label", {}, box, text);
}

function button(text, label, act) {
  const made = element("button", { type: "button", textContent: text, title: label });
  made.setAttribute("aria-label", label);
  made.onclick = act;
  return made;
}

function filters() {
  const found = FILTERS.map((name) => [name, distinct(cases.map((each) => each[name]))]).filter(([, values]) => values.length > 1);
  const repetitions = distinct(cases.flatMap((each) => each.repetitions.map((one) => one.repetition))).sort((a, b) => a - b);
  byId("filters").replaceChildren(
    ...found.map(([name, values]) => selection(TITLES[name], [[null, "all"], ...values.map((value) => [value, value])], choice[name], (value) => {
      choice[name] = value;
      choice.off.clear();
      show();
    })),
    selection("Repetition", [[null, "all that count"], ...repetitions.map((one) => [one, String(one)])], choice.repetition, (value) => {
      choice.repetition = value;
      show();
    }),
    button("All cases", "Draw all cases", () => { choice.off.clear(); show(); }),
    button("No case", "Draw no case", () => { filtered().forEach((each) => choice.off.add(each)); show(); }),
  );
}

const NUMBERS = [
  ["requests", "Requests", "wide"], ["failures", "Failed", ""], ["throughput_per_s", "Answers/s", ""], ["median_ms", "Median [ms]", ""],
  ["p95_ms", "p95 [ms]", "wide"], ["p99_ms", "p99 [ms]", ""], ["max_ms", "Max [ms]", "wide"],
];

/** The table of cases is the legend of all charts, and switches their series. */
function legend() {
  const head = element("tr", {}, element("th", { textContent: "Case", scope: "col" }),
    ...NUMBERS.map(([, title, wide]) => element("th", { textContent: title, className: "number " + wide, scope: "col" })));
  const rows = filtered().map((each) => {
    const mark = swatch(colourOf(each), dashOf(each));
    const box = checkbox("", !choice.off.has(each), (checked) => { choice.off[checked ? "delete" : "add"](each); show(); });
    box.append(mark, element("span", { textContent: nameOf(each) }));
    const all = each.repetitions.length;
    const counted = each.repetitions.filter((one) => one.usable).length;
    const note = counted ? `${counted} of ${all} repetitions count` : "No repetition counts, so all are drawn.";
    const title = [each.engine, each.process, each.workload].join(" · ") + (each.standing_why ? ": " + each.standing_why : "");
    return element("tr", { className: choice.off.has(each) ? "off" : "", title },
      element("td", {}, box, counted < all ? element("span", { className: "note", textContent: note }) : null),
      ...NUMBERS.map(([name, , wide]) => element("td", { textContent: number(each[name]), className: "number " + wide })));
  });
  const table = byId("series");
  const focused = [...table.querySelectorAll("input")].indexOf(document.activeElement);
  table.replaceChildren(head, ...rows);
  if (focused >= 0) { table.querySelectorAll("input")[focused].focus(); }
  byId("standing").textContent = "Numbers are those of the repetitions that count, whichever repetition is drawn. "
    + "A dash: too few requests for this percentile (p95 takes 200 in each repetition, p99 takes 1,000).";
}

function timeControls() {
  const zoom = (factor) => () => {
    const [from, to] = choice.time || allTime();
    const middle = (from + to) / 2;
    const half = (to - from) * factor / 2;
    showTime([middle - half, middle + half]);
  };
  const lines = element("fieldset", {}, element("legend", { textContent: "By second:" }), ...LINES.map(([column, text]) => {
    const box = checkbox(text, choice.lines.has(column), (checked) => { choice.lines[checked ? "add" : "delete"](column); percentilesOverTime(); });
    box.append(swatch("currentColor", LINE_DASHES[column]));
    return box;
  }));
  byId("time-controls").replaceChildren(
    checkbox("Logarithmic times", choice.logarithmic, (checked) => { choice.logarithmic = checked; show(); }), lines,
    element("span", {}, button("+", "Zoom in", zoom(0.5)), " ", button("−", "Zoom out", zoom(2)), " ", button("All", "Show the whole time", () => showTime(null))),
  );
}

function exampleControls() {
  const there = new Set(cases.flatMap((each) => each.singles.flatMap((request) => request.examples)));
  const radios = EXAMPLES.filter(([name]) => there.has(name)).map(([name, text]) => {
    const radio = element("input", { type: "radio", name: "example", checked: name === choice.example });
    radio.onchange = () => { choice.example = name; waterfalls(); };
    return element("label", {}, radio, text);
  });
  byId("examples").replaceChildren(
    element("fieldset", {}, element("legend", { textContent: "Request:" }), ...radios),
    checkbox("One axis for all", choice.sameAxis, (checked) => { choice.sameAxis = checked; waterfalls(); }));
}

/** Draws everything anew after a choice. */
function show() {
  legend();
  overTime();
  distribution();
  percentileCurve();
  stepTable();
  waterfalls();
}

/** Chooses one workload, and then one process, while there are more cases than a reader can tell apart. */
function begin() {
  ["workload", "process", "suite"].forEach((name) => {
    if (filtered().length > DRAWN_AT_FIRST) { choice[name] = filtered()[0][name]; }
  });
  const { run } = results;
  byId("title").textContent = run.title || run.testbed;
  document.title = "Results: " + (run.title || run.testbed);
  byId("run").textContent = `SOABench, testbed ${run.testbed}, run ${run.run_id}, ${run.started}`;
  byId("flames").hidden = !run.recorded;
  byId("verdict").textContent = [run.verdict, run.message].filter(Boolean).join(" ");
  document.querySelector("main").hidden = false;
  filters();
  timeControls();
  exampleControls();
  show();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  const paper = (now) => () => { onPaper = now; document.documentElement.classList.toggle("paper", now); show(); };
  window.addEventListener("beforeprint", paper(true));
  window.addEventListener("afterprint", paper(false));
  // Charts draw in a task of their own.
  setTimeout(() => { document.documentElement.dataset.ready = "true"; }, 0);
}

begin();

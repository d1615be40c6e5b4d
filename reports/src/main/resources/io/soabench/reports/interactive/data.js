// The data of the run, the reader's choices, and texts for numbers and names.

const results = JSON.parse(document.getElementById("data").textContent);
const cases = results.cases;

// Each repetition has one row of its own columns.
cases.forEach((each) => {
  each.repetitions = each.repetitions.map((rows) => Object.fromEntries(
    Object.entries(rows).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])));
});

/** The reader's choices. A process, workload, suite or repetition is null for all; time is a range in seconds, or null for all. */
const choice = {
  suite: null, process: null, workload: null, repetition: null,
  off: new Set(), logarithmic: false, lines: new Set(["median_ms", "p99_ms"]), time: null, example: "median", sameAxis: true,
};

const FILTERS = ["suite", "process", "workload"];

/** Number of colours; cases beyond it repeat them with another dash. */
const COLOURS = 8;
const DASHES = [[], [6, 3], [2, 2]];

const distinct = (values) => [...new Set(values)];
const byId = (id) => document.getElementById(id);

/** Returns an element with properties and children; texts become text nodes, so that no name is read as markup. */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Returns a number with four digits that matter, or a dash. */
function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) { return "–"; }
  const size = Math.abs(value);
  const digits = size >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: size >= 1 ? 4 : 3 };
  return value.toLocaleString("en-US", digits);
}

/** Returns a time with three digits that matter, for places with little room. */
const brief = (ms) => (ms === null ? "–" : number(Number(ms.toPrecision(3))));

/** Returns the cases that the filters let through, switched off or not. */
const filtered = () => cases.filter((each) => FILTERS.every((name) => choice[name] === null || each[name] === choice[name]));

/** Returns the cases that are drawn. */
const drawn = () => filtered().filter((each) => !choice.off.has(each));

/** Returns whether a repetition is drawn: the chosen one, or all that count. If none counts, all are drawn. */
function repeats(each) {
  const usable = each.repetitions.filter((one) => one.usable);
  return (row) => choice.repetition === null
    ? usable.length === 0 || usable.some((one) => one.repetition === row.repetition)
    : row.repetition === choice.repetition;
}

/** Returns the rows of the case as a whole, or of the chosen repetition. */
const whole = (each, part) => each[part].find((row) => row.repetition === choice.repetition);

/** Returns the name of a case without what all filtered cases share. */
function nameOf(each) {
  const shown = filtered();
  const parts = ["engine", "process", "workload", "suite"].filter(
    (name) => (name === "engine" && distinct(cases.map((one) => one.engine)).length > 1) || distinct(shown.map((one) => one[name])).length > 1);
  return (parts.length ? parts : ["engine"]).map((name) => each[name]).join(" · ");
}

/** Returns the value of a colour of the style sheet. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

const place = (each) => Math.max(0, filtered().indexOf(each));
const colourOf = (each) => colour("s" + (place(each) % COLOURS));
const dashOf = (each) => DASHES[Math.floor(place(each) / COLOURS) % DASHES.length];

const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
const greatest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);

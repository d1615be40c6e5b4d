// Charts over time: single requests, percentiles by second, rates; with events, failures and the warm-up.

const LINES = [["median_ms", "Median"], ["mean_ms", "Mean"], ["p95_ms", "95th percentile"], ["p99_ms", "99th percentile"], ["max_ms", "Maximum"]];
const LINE_DASHES = { median_ms: [], mean_ms: [10, 3], p95_ms: [7, 4], p99_ms: [3, 3], max_ms: [1, 4] };
const OVER_TIME = ["points", "percentiles-over-time", "rates"];

/** Number of places on the horizontal axis of single requests at which keys stop. */
const STEPS = 400;

/** Distance in pixels within which the pointer finds a request. */
const NEAR = 25;

const timelines = () => drawn().flatMap((each) => each.timeline.filter(repeats(each)).map((rows) => ({ each, rows })));

/** Returns the range of all that is drawn. */
function allTime() {
  const found = timelines().filter(({ rows }) => rows.at_s.length);
  return found.length
    ? [least(found.map(({ rows }) => rows.at_s[0])), greatest(found.map(({ rows }) => rows.at_s.at(-1) + rows.width_s.at(-1)))]
    : [0, 1];
}

let following = false;

/** Lets all charts over time show the same range; null shows all. */
function showTime(range) {
  if (following) { return; }
  following = true;
  const all = allTime();
  choice.time = range && (range[0] !== all[0] || range[1] !== all[1]) ? range : null;
  const [min, max] = choice.time || all;
  OVER_TIME.map((id) => charts.get(id)).filter(Boolean).forEach((u) => {
    if (u.scales.x.min !== min || u.scales.x.max !== max) { u.setScale("x", { min, max }); }
  });
  // Scales change in a task of their own, which calls this once more.
  setTimeout(() => { following = false; }, 0);
}

const timeScale = () => ({ time: false, range: (u, min, max) => [min, max] });
const timeAxis = () => axis({ values: (u, splits) => splits.map((value) => number(value) + " s") });

/** Draws the warm-up as a band, below everything else. */
function drawWarmUp(u) {
  const end = Math.min(u.valToPos(0, "x", true), u.bbox.left + u.bbox.width);
  if (end > u.bbox.left) {
    u.ctx.save();
    u.ctx.fillStyle = colour("warm-up");
    u.ctx.fillRect(u.bbox.left, u.bbox.top, end - u.bbox.left, u.bbox.height);
    u.ctx.restore();
  }
}

/** Returns the events of the drawn repetitions, each with a number, by time. */
function events() {
  const found = drawn().flatMap((each) => each.events.filter(repeats(each)).flatMap((rows) => rows.at_s.map((at, i) => ({
    each, repetition: rows.repetition, at, kind: rows.kind[i], text: rows.event[i], detail: rows.detail[i] || "",
  }))));
  return found.filter((event) => event.at !== null).sort((a, b) => a.at - b.at);
}

/** Draws events as dashed lines: those of the model in their own colour, with a name where there is room. */
function drawEvents(named) {
  const found = events();
  return (u) => {
    const { ctx, bbox } = u;
    const ratio = uPlot.pxRatio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    let last = -Infinity;
    found.forEach((event) => {
      const x = u.valToPos(event.at, "x", true);
      ctx.strokeStyle = ctx.fillStyle = colour(event.kind === "model" ? "event" : "quiet");
      ctx.setLineDash([4 * ratio, 3 * ratio]);
      ctx.lineWidth = ratio;
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      if (named && x - last > 14 * ratio) {
        last = x;
        ctx.font = 11 * ratio + "px system-ui, sans-serif";
        ctx.textAlign = "left";
        ctx.textBaseline = "bottom";
        ctx.translate(x + 3 * ratio, bbox.top + 3 * ratio);
        ctx.rotate(Math.PI / 2);
        ctx.fillText(event.text.slice(0, 40), 0, 0);
        ctx.setTransform(1, 0, 0, 1, 0, 0);
      }
    });
    ctx.restore();
  };
}

/** Draws a triangle at the lower edge for each second with failures. */
function drawFailures(u) {
  const { ctx, bbox } = u;
  const size = 5 * uPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = colour("alarm");
  timelines().forEach(({ rows }) => rows.failures.forEach((failed, i) => {
    if (failed > 0) {
      const x = u.valToPos(rows.at_s[i] + rows.width_s[i] / 2, "x", true);
      const y = bbox.top + bbox.height;
      ctx.beginPath();
      ctx.moveTo(x - size, y);
      ctx.lineTo(x + size, y);
      ctx.lineTo(x, y - 1.6 * size);
      ctx.fill();
    }
  }));
  ctx.restore();
}

function overTime() {
  pointsChart();
  percentilesOverTime();
  rates();
  showEvents();
}

function pointsChart() {
  const groups = drawn().flatMap((each) => each.points.filter(repeats(each)).map((rows) => ({ each, rows })));
  const total = groups.reduce((sum, { rows }) => sum + rows.at_s.length, 0);
  const all = allTime();
  const known = drawn().flatMap((each) => each.repetitions.filter(repeats(each))).reduce((sum, one) => sum + one.requests, 0);
  byId("points-note").textContent = "A dot is a request at its intended start, a red cross a failed one." + (total < known
    ? ` Of ${number(known)} requests ${number(total)} are drawn: failures and the slowest first, and an even choice of the others.` : "");
  byId("points").dataset.points = total;
  const inView = (at, u) => at >= u.scales.x.min && at <= u.scales.x.max;
  // The range that the other axis gets, which is decided first.
  let [from, to] = choice.time || all;
  const range = () => {
    let low = Infinity, high = 0;
    groups.forEach(({ rows }) => rows.latency_ms.forEach((ms, i) => {
      if (rows.at_s[i] >= from && rows.at_s[i] <= to) { low = Math.min(low, ms); high = Math.max(high, ms); }
    }));
    return low === Infinity ? [1, 10] : [low, high];
  };
  const draw = (u) => {
    const { ctx, bbox } = u;
    const ratio = uPlot.pxRatio;
    const size = (total > 20000 ? 1.5 : total > 4000 ? 2 : 3) * ratio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    groups.forEach(({ each, rows }) => {
      ctx.fillStyle = colourOf(each);
      ctx.globalAlpha = total > 4000 ? 0.5 : 0.75;
      rows.at_s.forEach((at, i) => {
        if (!rows.outcome[i] && inView(at, u)) {
          ctx.fillRect(u.valToPos(at, "x", true) - size / 2, u.valToPos(rows.latency_ms[i], "y", true) - size / 2, size, size);
        }
      });
    });
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colour("alarm");
    ctx.lineWidth = 1.5 * ratio;
    ctx.beginPath();
    const arm = 3.5 * ratio;
    groups.forEach(({ rows }) => rows.at_s.forEach((at, i) => {
      if (rows.outcome[i] && inView(at, u)) {
        const x = u.valToPos(at, "x", true), y = u.valToPos(rows.latency_ms[i], "y", true);
        ctx.moveTo(x - arm, y - arm); ctx.lineTo(x + arm, y + arm);
        ctx.moveTo(x - arm, y + arm); ctx.lineTo(x + arm, y - arm);
      }
    }));
    ctx.stroke();
    ctx.restore();
  };
  // Without a height, as from the keyboard, the request nearest in time is meant.
  const nearest = (u, left, top) => {
    let best = null, distance = top === null ? Infinity : NEAR * NEAR;
    groups.forEach(({ each, rows }) => rows.at_s.forEach((at, i) => {
      const dx = u.valToPos(at, "x") - left;
      if (Math.abs(dx) < NEAR) {
        const dy = top === null ? 0 : u.valToPos(rows.latency_ms[i], "y") - top;
        if (dx * dx + dy * dy < distance) { distance = dx * dx + dy * dy; best = { each, rows, i }; }
      }
    }));
    return best && [
      ["", nameOf(best.each) + ", repetition " + best.rows.repetition],
      [best.rows.outcome[best.i] ? colour("alarm") : colourOf(best.each), best.rows.outcome[best.i] || "OK", number(best.rows.latency_ms[best.i]) + " ms"],
      ["", "intended start", number(best.rows.at_s[best.i]) + " s"],
    ];
  };
  const grid = Array.from({ length: STEPS + 1 }, (none, i) => all[0] + (all[1] - all[0]) * i / STEPS);
  chart("points", "Response time of single requests over time", {
    range: choice.time || all,
    scales: { x: { time: false, range: (u, min, max) => [from, to] = [min, max] }, y: valueScale(range) },
    axes: [timeAxis(), valueAxis()],
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: { drawClear: [drawWarmUp], draw: [draw, drawEvents(true)] },
  }, total ? [grid, grid.map(() => 1)] : null, nearest, showTime);
}

/** Returns a line for each repetition, and a thick one for their mean where there are several. */
function meanAndEach(each, column, label, dash) {
  const found = each.timeline.filter(repeats(each)).filter((rows) => rows.at_s.length);
  const lines = found.map((rows) => ({ x: rows.at_s.map((at, i) => at + rows.width_s[i] / 2), y: rows[column] }));
  const stroke = colourOf(each);
  const whole = dash.length ? dash : dashOf(each);
  if (lines.length < 2) {
    return lines.map((line) => ({ ...line, label, stroke, dash: whole, named: true }));
  }
  const sums = new Map();
  lines.forEach((line) => line.x.forEach((x, i) => {
    const place = x.toFixed(3);
    const sum = sums.get(place) || { x, total: 0, number: 0 };
    if (line.y[i] !== null) { sum.total += line.y[i]; sum.number++; }
    sums.set(place, sum);
  }));
  const mean = [...sums.values()].sort((a, b) => a.x - b.x);
  return [
    ...lines.map((line) => ({ ...line, stroke: faint(stroke), width: 1, dash: whole })),
    { x: mean.map((sum) => sum.x), y: mean.map((sum) => (sum.number ? sum.total / sum.number : null)), label, stroke, width: 2.5, dash: whole, named: true },
  ];
}

const faint = (hex) => hex + "66";

function timeTitle(x) {
  const width = timelines().flatMap(({ rows }) => rows.width_s)[0] || 1;
  return `${number(x - width / 2)} s to ${number(x + width / 2)} s`;
}

function timeChart(id, label, series) {
  lineChart(id, label, series, {
    range: choice.time || allTime(),
    scales: { x: timeScale(), y: id === "rates" ? { range: (u, low, high) => [0, high * 1.06 || 1] } : valueScale() },
    axes: [timeAxis(), id === "rates" ? axis({ size: 56, values: valueTexts }) : valueAxis()],
    hooks: { drawClear: [drawWarmUp], draw: [drawFailures, drawEvents(false)] },
  }, timeTitle, showTime);
}

function percentilesOverTime() {
  const widths = distinct(timelines().flatMap(({ rows }) => rows.width_s[0] || []));
  byId("by-second").textContent = widths.length === 0 || (widths.length === 1 && widths[0] === 1)
    ? "Response time by second [ms]" : `Response time in stretches of ${widths.map(number).join(" or ")} s [ms]`;
  const lines = LINES.filter(([column]) => choice.lines.has(column));
  timeChart("percentiles-over-time", "Response time by second", drawn().flatMap((each) => lines.flatMap(
    ([column, label]) => meanAndEach(each, column, nameOf(each) + ", " + label.toLowerCase(), LINE_DASHES[column]))));
}

function rates() {
  timeChart("rates", "Offered and served rate over time", drawn().flatMap((each) => [
    ...meanAndEach(each, "offered_per_s", nameOf(each) + ", offered", [6, 4]),
    ...meanAndEach(each, "answers_per_s", nameOf(each) + ", served", []),
  ]));
}

/** Maximum number of events in the table. */
const EVENTS_SHOWN = 300;

function showEvents() {
  const found = events();
  const table = byId("event-table");
  table.dataset.events = found.length;
  const head = element("tr", {}, ...["At [s]", "Case", "Repetition", "Kind", "What", "Details"].map((text) => element("th", { textContent: text, scope: "col" })));
  const rows = found.slice(0, EVENTS_SHOWN).map((event) => element("tr", {}, ...[
    number(event.at), nameOf(event.each), event.repetition, event.kind === "model" ? "event of the model" : event.kind === "missed" ? "did not happen" : event.kind,
    event.text, event.detail,
  ].map((text) => element("td", { textContent: text }))));
  if (found.length > EVENTS_SHOWN) { rows.push(element("tr", {}, element("td", { colSpan: 6, textContent: `and ${found.length - EVENTS_SHOWN} more` }))); }
  table.replaceChildren(...(found.length ? [head, ...rows] : [element("tr", {}, element("td", { textContent: "Nothing happened in the drawn repetitions." }))]));
}

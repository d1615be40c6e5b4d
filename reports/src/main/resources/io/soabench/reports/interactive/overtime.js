// Charts over time: percentiles by second, and rates. All show the same range, the warm-up, and seconds with failures.

const LINES = [["median_ms", "Median"], ["mean_ms", "Mean"], ["p95_ms", "95th percentile"], ["p99_ms", "99th percentile"], ["max_ms", "Maximum"]];
const LINE_DASHES = { median_ms: [], mean_ms: [10, 3], p95_ms: [7, 4], p99_ms: [3, 3], max_ms: [1, 4] };
const OVER_TIME = ["points", "percentiles-over-time", "rates"];

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

/** Draws a triangle at the lower edge for each second with failures. */
function drawFailures(u) {
  const { ctx, bbox } = u;
  const size = 5 * uPlot.pxRatio;
  const bottom = bbox.top + bbox.height;
  clipped(u, () => {
    ctx.fillStyle = colour("alarm");
    timelines().forEach(({ rows }) => rows.failures.forEach((failed, i) => {
      if (failed > 0) {
        const x = u.valToPos(rows.at_s[i] + rows.width_s[i] / 2, "x", true);
        ctx.beginPath();
        ctx.moveTo(x - size, bottom);
        ctx.lineTo(x + size, bottom);
        ctx.lineTo(x, bottom - 1.6 * size);
        ctx.fill();
      }
    }));
  });
}

function overTime() {
  pointsChart();
  percentilesOverTime();
  rates();
  showEvents();
}

/** Returns a line for each repetition, and a thick one for their mean where there are several. */
function meanAndEach(each, column, label, dash) {
  const found = each.timeline.filter(repeats(each)).filter((rows) => rows.at_s.length);
  const lines = found.map((rows) => ({ at: rows.at_s, x: rows.at_s.map((at, i) => at + rows.width_s[i] / 2), y: rows[column] }));
  const stroke = colourOf(each);
  const whole = dash.length ? dash : dashOf(each);
  if (lines.length < 2) {
    return lines.map((line) => ({ ...line, label, stroke, dash: whole, named: true }));
  }
  const sums = new Map();
  lines.forEach((line) => line.x.forEach((x, i) => {
    // The last second may be longer in one repetition than in another.
    const place = line.at[i];
    const sum = sums.get(place) || { x, total: 0, number: 0 };
    if (line.y[i] !== null) { sum.total += line.y[i]; sum.number++; }
    sums.set(place, sum);
  }));
  const mean = [...sums.values()].sort((a, b) => a.x - b.x);
  return [
    ...lines.map((line) => ({ ...line, stroke: faint(stroke), width: 1, dash: whole })),
    {
      x: mean.map((sum) => sum.x), y: mean.map((sum) => (sum.number ? sum.total / sum.number : null)),
      label, stroke, width: 2.5, dash: whole, named: true,
    },
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

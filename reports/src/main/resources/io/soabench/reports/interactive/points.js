// The chart of single requests over time. It draws dots itself, because uPlot's own points would need one axis value for all series.

/** Number of places on the horizontal axis at which keys stop. */
const STEPS = 400;

/** Distance in pixels within which the pointer finds a request. */
const NEAR = 25;

/** Numbers of dots from which they are smaller. */
const MANY = 4000;
const VERY_MANY = 20000;

/** Calls act(each, rows, i) for each request in a range of time. */
function eachPoint(groups, [from, to], act) {
  groups.forEach(({ each, rows }) => rows.at_s.forEach((at, i) => {
    if (at >= from && at <= to) { act(each, rows, i); }
  }));
}

/** Returns the least and the greatest response time in a range of time. */
function pointRange(groups, time) {
  let low = Infinity, high = 0;
  eachPoint(groups, time, (each, rows, i) => {
    low = Math.min(low, rows.latency_ms[i]);
    high = Math.max(high, rows.latency_ms[i]);
  });
  return low === Infinity ? [1, 10] : [low, high];
}

/** Draws a dot for each success, and then a cross for each failure, so that no dot hides one. */
function drawPoints(u, groups, total) {
  const { ctx } = u;
  const ratio = uPlot.pxRatio;
  const time = [u.scales.x.min, u.scales.x.max];
  const size = (total > VERY_MANY ? 1.5 : total > MANY ? 2 : 3) * ratio;
  const arm = 3.5 * ratio;
  clipped(u, () => {
    ctx.globalAlpha = total > MANY ? 0.5 : 0.75;
    groups.forEach((group) => {
      ctx.fillStyle = colourOf(group.each);
      eachPoint([group], time, (each, rows, i) => {
        if (!rows.outcome[i]) {
          ctx.fillRect(u.valToPos(rows.at_s[i], "x", true) - size / 2, u.valToPos(rows.latency_ms[i], "y", true) - size / 2, size, size);
        }
      });
    });
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colour("alarm");
    ctx.lineWidth = 1.5 * ratio;
    ctx.beginPath();
    eachPoint(groups, time, (each, rows, i) => {
      if (rows.outcome[i]) {
        const x = u.valToPos(rows.at_s[i], "x", true), y = u.valToPos(rows.latency_ms[i], "y", true);
        ctx.moveTo(x - arm, y - arm);
        ctx.lineTo(x + arm, y + arm);
        ctx.moveTo(x - arm, y + arm);
        ctx.lineTo(x + arm, y - arm);
      }
    });
    ctx.stroke();
  });
}

/** Returns the values of the request at a place. Without a height, as from the keyboard, the one nearest in time is meant. */
function nearestPoint(u, groups, left, top) {
  let best = null, distance = NEAR * NEAR;
  eachPoint(groups, [u.posToVal(left - NEAR, "x"), u.posToVal(left + NEAR, "x")], (each, rows, i) => {
    const dx = u.valToPos(rows.at_s[i], "x") - left;
    const dy = top === null ? 0 : u.valToPos(rows.latency_ms[i], "y") - top;
    if (dx * dx + dy * dy < distance) {
      distance = dx * dx + dy * dy;
      best = { each, rows, i };
    }
  });
  if (!best) { return null; }
  const { each, rows, i } = best;
  return [
    ["", `${nameOf(each)}, repetition ${rows.repetition}`],
    [rows.outcome[i] ? colour("alarm") : colourOf(each), rows.outcome[i] || "OK", number(rows.latency_ms[i]) + " ms"],
    ["", "intended start", number(rows.at_s[i]) + " s"],
  ];
}

function pointsNote(total) {
  const known = drawn().flatMap((each) => each.repetitions.filter(repeats(each))).reduce((sum, one) => sum + one.requests, 0);
  return "A dot is a request at its intended start, a red cross a failed one." + (total < known
    ? ` Of ${number(known)} requests ${number(total)} are drawn: failures and the slowest first, and an even choice of the others.` : "");
}

function pointsChart() {
  const groups = drawn().flatMap((each) => each.points.filter(repeats(each)).map((rows) => ({ each, rows })));
  const total = groups.reduce((sum, { rows }) => sum + rows.at_s.length, 0);
  byId("points-note").textContent = pointsNote(total);
  byId("points").dataset.points = total;
  const all = allTime();
  // uPlot decides the range on the horizontal axis first, and the other one depends on it.
  let time = choice.time || all;
  const grid = Array.from({ length: STEPS + 1 }, (none, i) => all[0] + (all[1] - all[0]) * i / STEPS);
  chart("points", "Response time of single requests over time", {
    range: time,
    scales: { x: { time: false, range: (u, min, max) => { time = [min, max]; return time; } }, y: valueScale(() => pointRange(groups, time)) },
    axes: [timeAxis(), valueAxis()],
    series: [{}, { paths: () => null, points: { show: false } }],
    hooks: { drawClear: [drawWarmUp], draw: [(u) => drawPoints(u, groups, total), drawEvents(true)] },
  }, total ? [grid, grid.map(() => 1)] : null, (u, left, top) => nearestPoint(u, groups, left, top), showTime);
}

// What all charts have in common: axes, values under the pointer, zooming by pointer and keys, sizes.

const charts = new Map();
const HEIGHT = 260;

/** Width of a chart on paper: A4 without margins, in CSS pixels. */
const PAPER_WIDTH = 680;
let onPaper = false;

const FONT = '12px system-ui, "Liberation Sans", Arial, sans-serif';

function axis(more) {
  return {
    stroke: () => colour("quiet"), font: FONT, grid: { stroke: () => colour("grid"), width: 1 },
    ticks: { stroke: () => colour("rule"), width: 1 }, ...more,
  };
}

/** Returns a scale of values from zero, or a logarithmic one. */
function valueScale(range) {
  return choice.logarithmic
    ? { distr: 3, range: (u, low, high) => logarithmic(...(range ? range() : [low, high])) }
    : { range: (u, low, high) => [0, (range ? range()[1] : high) * 1.06 || 1] };
}

/** Returns the range of a logarithmic scale around values; zero has no place there. */
function logarithmic(low, high) {
  const from = low > 0 ? low : 0.001;
  return uPlot.rangeLog(from, Math.max(high, from * 1.01), 10, false);
}

/** Returns the places of texts on a logarithmic axis: 1, 2 and 5 of each decade, or 1 alone of many decades. */
function decades(u, axisIndex, min, max) {
  const steps = max / min > 1e4 ? [1] : [1, 2, 5];
  const found = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power++) {
    steps.map((step) => Number((step * 10 ** power).toPrecision(6))).filter((value) => value >= min && value <= max).forEach((value) => found.push(value));
  }
  return found.length > 1 ? found : [min, max];
}

const valueTexts = (u, splits) => splits.map(number);

const valueAxis = () => axis({ size: 56, values: valueTexts, ...(choice.logarithmic ? { splits: decades, filter: (u, splits) => splits } : {}) });

/**
 * Draws a chart in place of the one before.
 *
 * text(u, left, top) returns the lines of the values at a place as [colour, name, value, dash], the first one as a title; or nothing.
 * options.range is the range on the horizontal axis at first. onRange is called with each later one, and with null for all.
 */
function chart(id, label, options, data, text, onRange) {
  const box = byId(id);
  const before = charts.get(id);
  if (before) { before.destroy(); }
  charts.delete(id);
  box.replaceChildren();
  if (!data || data[0].length === 0) {
    box.append(element("p", { className: "empty", textContent: "There are no values." }));
    delete box.dataset.series;
    return null;
  }
  const tip = element("div", { className: "tip", hidden: true });
  const all = onRange || ((range, u) => { if (range === null) { u.setScale("x", { min: u.all[0], max: u.all[1] }); } });
  const u = new uPlot({
    width: onPaper ? PAPER_WIDTH : box.clientWidth, height: HEIGHT, legend: { show: false }, padding: [10, 26, 0, 0],
    ...options,
    cursor: {
      y: false, points: { show: false }, drag: { x: true, y: false, dist: 5 },
      bind: { dblclick: (self) => () => { all(null, self); return null; } },
    },
    hooks: {
      ...options.hooks,
      setCursor: [(self) => showTip(self, tip, text)],
      setScale: [(self, key) => { if (key === "x" && onRange) { onRange([self.scales.x.min, self.scales.x.max], self); } }],
    },
  }, data, box);
  u.all = [data[0][0], data[0][data[0].length - 1]];
  if (options.range) { u.setScale("x", { min: options.range[0], max: options.range[1] }); }
  u.over.append(tip);
  box.dataset.series = options.series.length - 1;
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", label);
  box.onkeydown = (event) => key(event, u, text, all);
  box.onblur = () => { tip.hidden = true; };
  charts.set(id, u);
  return u;
}

function showTip(u, tip, text) {
  const { left, top } = u.cursor;
  const lines = left >= 0 ? text(u, left, top) : null;
  tip.hidden = !lines || lines.length === 0;
  if (tip.hidden) { return; }
  tip.replaceChildren(...lines.map(([stroke, name, value, dash], i) => i === 0
    ? element("p", {}, element("b", { textContent: name }))
    : element("p", {}, swatch(stroke, dash), element("span", { className: "name", textContent: name }), element("b", { textContent: value }))));
  const width = tip.offsetWidth;
  const right = left + 14 + width <= u.over.clientWidth;
  tip.style.left = (right ? left + 14 : Math.max(-40, left - 14 - width)) + "px";
  tip.style.top = "4px";
}

/** Returns a piece of a line. */
function swatch(stroke, dash) {
  const made = element("span", { className: "swatch" });
  made.style.borderColor = stroke || "transparent";
  made.style.borderTopStyle = !dash || dash.length === 0 ? "solid" : dash[0] > 4 ? "dashed" : "dotted";
  return made;
}

/** Moves, zooms, and reads out the values at the cursor. */
function key(event, u, text, all) {
  const { min, max } = u.scales.x;
  const logs = u.scales.x.distr === 3;
  const [from, to] = logs ? [Math.log(min), Math.log(max)] : [min, max];
  const range = (a, b) => u.setScale("x", logs ? { min: Math.exp(a), max: Math.exp(b) } : { min: a, max: b });
  const width = to - from;
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.ctrlKey || event.altKey || event.metaKey) { return; }
  if (event.key in steps && event.shiftKey) {
    range(from + steps[event.key] * width / 4, to + steps[event.key] * width / 4);
  } else if (event.key in steps) {
    const now = u.cursor.left >= 0 ? u.cursor.idx : u.valToIdx(min);
    const next = Math.min(u.data[0].length - 1, Math.max(0, now + (u.cursor.left >= 0 ? steps[event.key] : 0)));
    const left = Math.min(u.over.clientWidth, Math.max(0, u.valToPos(u.data[0][next], "x")));
    u.setCursor({ left, top: u.over.clientHeight / 2 });
    byId("values").textContent = (text(u, left, null) || []).map((line) => line.slice(1, 3).join(" ")).join("; ");
  } else if (event.key === "+" || event.key === "=") {
    range(from + width / 4, to - width / 4);
  } else if (event.key === "-") {
    range(from - width / 2, to + width / 2);
  } else if (event.key === "0" || event.key === "Escape") {
    all(null, u);
  } else {
    return;
  }
  event.preventDefault();
}

/** Draws within the plotting area, and leaves the canvas as it was. */
function clipped(u, draw) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}

/** Returns the values of all lines at the cursor. */
function lineValues(series, title) {
  return (u) => {
    const i = u.cursor.idx;
    if (i === null || i === undefined) { return null; }
    const lines = series.map((one, k) => [one, u.data[k + 1][i]]).filter(([one, value]) => one.named && value !== null && value !== undefined);
    return lines.length ? [["", title(u.data[0][i])], ...lines.map(([one, value]) => [one.stroke, one.label, number(value) + (one.unit || ""), one.dash])] : null;
  };
}

/** Draws a line chart of series with x, y, label, stroke, width, dash. */
function lineChart(id, label, series, more, title, onRange) {
  const data = series.length ? uPlot.join(series.map((one) => [one.x, one.y])) : null;
  return chart(id, label, {
    ...more,
    series: [{}, ...series.map((one) => ({
      stroke: one.stroke, width: one.width || 2, dash: one.dash, spanGaps: true, points: { show: Boolean(one.named) && one.x.length === 1 }, paths: one.paths,
    }))],
  }, data, lineValues(series, title), onRange);
}

new ResizeObserver(() => {
  if (!onPaper) {
    charts.forEach((u, id) => {
      const width = byId(id).clientWidth;
      if (width > 0 && width !== u.width) { u.setSize({ width, height: HEIGHT }); }
    });
  }
}).observe(document.querySelector("main"));

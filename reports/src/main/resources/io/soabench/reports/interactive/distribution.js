// The distribution of the response time and its percentiles.

/** Returns steps over the classes of the histogram, which begin and end at zero. */
function histogramLine(rows, counts, total) {
  const share = (count) => 100 * count / total;
  return { x: [...rows.low_ms, rows.high_ms.at(-1)], y: [...counts.map(share), 0] };
}

function distribution() {
  const series = drawn().flatMap((each) => {
    const rows = whole(each, "histogram");
    if (!rows || rows.low_ms.length === 0) { return []; }
    const total = rows.succeeded.concat(rows.failed).reduce((a, b) => a + b, 0) || 1;
    const steps = { stroke: colourOf(each), paths: uPlot.paths.stepped({ align: 1 }), named: true, unit: " %" };
    return [
      { ...steps, ...histogramLine(rows, rows.succeeded, total), label: nameOf(each), dash: dashOf(each) },
      ...(rows.failed.some((count) => count > 0)
        ? [{ ...steps, ...histogramLine(rows, rows.failed, total), label: nameOf(each) + ", failed", dash: [2, 3], width: 1.5 }] : []),
    ];
  });
  const classes = drawn().map((each) => whole(each, "histogram")).filter(Boolean);
  const end = new Map(classes.flatMap((rows) => rows.low_ms.map((low, i) => [low, rows.high_ms[i]])));
  lineChart("histogram", "Distribution of the response time", series, {
    scales: { x: { time: false, distr: 3, range: (u, min, max) => [min, max] }, y: { range: (u, low, high) => [0, high * 1.06 || 1] } },
    axes: [axis({ splits: decades, filter: (u, splits) => splits, values: (u, splits) => splits.map((v) => number(v) + " ms") }),
      axis({ size: 56, values: (u, splits) => splits.map((v) => number(v) + " %") })],
  }, (x) => (end.has(x) ? `${number(x)} to ${number(end.get(x))} ms` : `from ${number(x)} ms`));
}

/** Shares that the axis of the percentile curve names. */
const SHARES = [0, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995, 0.9999, 0.99995, 0.99999];
const stretched = (share) => 1 / (1 - share);
const share = (x) => (100 * (1 - 1 / x)).toLocaleString("en-US", { maximumFractionDigits: 4 }) + " %";

function percentileCurve() {
  const series = drawn().flatMap((each) => {
    const rows = whole(each, "percentiles");
    if (!rows) { return []; }
    // The slowest request has no place on this axis: it is at infinity.
    const shown = rows.share.map((value, i) => i).filter((i) => rows.share[i] < 1);
    return [{
      x: shown.map((i) => Number(stretched(rows.share[i]).toPrecision(9))), y: shown.map((i) => rows.latency_ms[i]),
      label: nameOf(each), stroke: colourOf(each), dash: dashOf(each), named: true, unit: " ms",
    }];
  }).filter((one) => one.x.length);
  lineChart("percentile-curve", "Percentiles of the response time", series, {
    scales: { x: { time: false, distr: 3, range: (u, min, max) => [min, max] }, y: valueScale() },
    axes: [axis({ splits: (u, i, min, max) => SHARES.map(stretched).filter((x) => x >= min * 0.999 && x <= max * 1.001), values: (u, splits) => splits.map(share), filter: (u, splits) => splits }),
      valueAxis()],
  }, (x) => share(x) + " of the requests took at most");
}

package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.EngineKills;
import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.MetricObservation;
import io.soabench.plan.MetricRecord.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The observations of one metric of one server. The levels of a counter are rates per second between observations. Its total is the count
 * from the start to the end of the measured window, interpolated between observations and rounded where whole things are counted. Its
 * average level is that total, divided by the length of the window. A missing value within the window leaves all statistics out.
 *
 * @param observations by time; a missing value is NaN and its source the reason
 */
record MetricSeries(Kind kind, List<MetricObservation> observations) {

    private static final int MAX_POINTS = 600;

    /** Minimum distance of observations, so that rates are not noise. Closer observations are those at the window's ends. */
    private static final double LEAST_RATE_S = 0.2;

    private static final double NS_PER_S = 1e9;

    /** Unit of things that are counted one by one. */
    private static final String COUNT = "count";

    private record Level(long atNs, double value) {}

    /**
     * Groups observations by server, metric and unit. A metric of unknown kind is a gauge. The counters of an engine that was killed begin
     * anew; they go on with their last value before.
     */
    static List<MetricSeries> of(
            List<MetricObservation> observations, Map<String, Kind> kinds, List<EngineKills.Kill> kills) {
        return of(observations, kinds).stream()
                .map(series -> kills.stream()
                        .filter(kill -> kill.engine().equals(series.server()))
                        .reduce(series, MetricSeries::continued, (one, other) -> other))
                .toList();
    }

    /** Returns the series in which a counter goes on after a kill. */
    private MetricSeries continued(EngineKills.Kill kill) {
        double before = Double.NaN;
        List<MetricObservation> all = new ArrayList<>();
        for (MetricObservation each : observations) {
            boolean earlier = each.atNs() <= kill.killedNs();
            before = earlier && !Double.isNaN(each.value()) ? each.value() : before;
            all.add(
                    earlier || kind != Kind.COUNTER || Double.isNaN(before)
                            ? each
                            : new MetricObservation(
                                    each.server(),
                                    each.atNs(),
                                    each.metric(),
                                    before + each.value(),
                                    each.unit(),
                                    each.source()));
        }
        return new MetricSeries(kind, all);
    }

    private static List<MetricSeries> of(List<MetricObservation> observations, Map<String, Kind> kinds) {
        Map<List<String>, List<MetricObservation>> series = new LinkedHashMap<>();
        observations.stream().sorted((a, b) -> Long.compare(a.atNs(), b.atNs())).forEach(o -> series.computeIfAbsent(
                        List.of(o.server(), o.metric(), o.unit()), k -> new ArrayList<>())
                .add(o));
        return series.values().stream()
                .map(all -> new MetricSeries(kinds.getOrDefault(all.get(0).metric(), Kind.GAUGE), all))
                .toList();
    }

    /** Returns the series for a chart; neighbours are averaged when there are too many. */
    List<ChartSeries.MetricPoint> points(MeasurementWindow window) {
        List<Level> levels = levels();
        List<ChartSeries.MetricPoint> points = new ArrayList<>();
        int group = (levels.size() + MAX_POINTS - 1) / MAX_POINTS;
        MetricObservation one = observations.get(0);
        for (int i = 0; i < levels.size(); i += group) {
            List<Level> part = levels.subList(i, Math.min(levels.size(), i + group));
            points.add(new ChartSeries.MetricPoint(
                    one.server(),
                    one.metric(),
                    one.unit(),
                    window.at(part.get(0).atNs()),
                    part.stream().mapToDouble(Level::value).average().orElseThrow()));
        }
        return points;
    }

    /** Returns whether any observation is within the window. */
    boolean touches(MeasurementWindow window) {
        return observations.stream().anyMatch(o -> window.contains(o.atNs()));
    }

    String server() {
        return observations.get(0).server();
    }

    String metric() {
        return observations.get(0).metric();
    }

    private List<MetricObservation> inside(MeasurementWindow window) {
        return observations.stream().filter(o -> window.contains(o.atNs())).toList();
    }

    /** Returns the summary of the window, which must contain at least one observation. */
    MetricSummary summary(MeasurementWindow window) {
        List<MetricObservation> inside = inside(window);
        MetricObservation first = inside.get(0);
        for (MetricObservation each : inside) {
            if (Double.isNaN(each.value())) {
                return summary(each, Double.NaN, Double.NaN);
            }
        }
        return summary(first, first.value(), inside.get(inside.size() - 1).value());
    }

    private MetricSummary summary(MetricObservation one, double first, double last) {
        return new MetricSummary(one.server(), one.metric(), kind, one.unit(), one.source(), first, last);
    }

    /** Returns the values within the window; none when one is missing. */
    MetricValues values(MeasurementWindow window) {
        List<MetricObservation> inside = inside(window);
        String unit = observations.get(0).unit();
        if (inside.stream().anyMatch(o -> Double.isNaN(o.value()))) {
            return MetricValues.of(new double[0], unit);
        }
        MetricValues values = MetricValues.of(
                levels().stream()
                        .filter(level -> window.contains(level.atNs()))
                        .mapToDouble(Level::value)
                        .toArray(),
                unit);
        if (kind != Kind.COUNTER) {
            return values;
        }
        double total = total(window);
        return values.whole(total / window.seconds(), -1).withTotal(total);
    }

    private double total(MeasurementWindow window) {
        double total = at(window.endNs()) - at(window.startNs());
        boolean whole = observations.stream()
                .mapToDouble(MetricObservation::value)
                .allMatch(v -> Double.isNaN(v) || v == Math.rint(v));
        return whole && observations.get(0).unit().equals(COUNT) ? Math.rint(total) : total;
    }

    private List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        MetricObservation before = null;
        for (MetricObservation each : observations) {
            if (Double.isNaN(each.value())) {
                before = null;
            } else if (kind == Kind.GAUGE) {
                levels.add(new Level(each.atNs(), each.value()));
            } else if (before == null) {
                before = each;
            } else if ((each.atNs() - before.atNs()) / NS_PER_S >= LEAST_RATE_S) {
                levels.add(new Level(
                        each.atNs(), (each.value() - before.value()) / ((each.atNs() - before.atNs()) / NS_PER_S)));
                before = each;
            }
        }
        return levels;
    }

    /** Returns the number of observations within the window; 0 where one of them is missing. */
    int observed(MeasurementWindow window) {
        List<MetricObservation> inside = inside(window);
        return inside.stream().anyMatch(o -> Double.isNaN(o.value())) ? 0 : inside.size();
    }

    /** Returns the value of the counter at a time; at an end without observation, the nearest value. */
    double at(long ns) {
        MetricObservation before = null;
        for (MetricObservation each : observations) {
            if (Double.isNaN(each.value())) {
                before = null;
                continue;
            }
            if (each.atNs() >= ns) {
                if (before == null || each.atNs() == before.atNs()) {
                    return each.value();
                }
                double share = (double) (ns - before.atNs()) / (each.atNs() - before.atNs());
                return before.value() + share * (each.value() - before.value());
            }
            before = each;
        }
        return before == null ? Double.NaN : before.value();
    }
}

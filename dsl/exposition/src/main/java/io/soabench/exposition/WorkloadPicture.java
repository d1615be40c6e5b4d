package io.soabench.exposition;

import io.soabench.model.ArrivalRecording;
import io.soabench.model.Clients;
import io.soabench.model.Measure;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.BurstState;
import io.soabench.model.testbed.Bursts;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.ClosedWorkload;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Stage;
import io.soabench.model.testbed.Stages;
import io.soabench.model.testbed.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** A picture of the load over time, from the start of the measurement on: requests per second, or clients present. */
final class WorkloadPicture {

    private static final long SEED = 1;

    private final Workload workload;
    private final double seconds;

    /**
     * @param seconds length of the measurement
     */
    WorkloadPicture(Workload workload, double seconds) {
        this.workload = workload;
        this.seconds = Math.max(1, seconds);
    }

    /** A curve of a class. */
    private record Curve(String name, List<double[]> points) {

        double highest() {
            return points.stream().mapToDouble(point -> point[1]).max().orElse(0);
        }
    }

    /** Returns the picture; empty where no class has a load that is a number. */
    Optional<String> svg() {
        List<Curve> curves = new ArrayList<>();
        for (ClientClass each : workload.getClasses()) {
            List<double[]> points = points(each);
            if (!points.isEmpty()) {
                curves.add(new Curve(each.getName() == null ? "" : each.getName(), points));
            }
        }
        if (curves.isEmpty()) {
            return Optional.empty();
        }
        double highest = curves.stream().mapToDouble(Curve::highest).max().orElse(1);
        boolean closed = workload instanceof ClosedWorkload;
        Chart chart = new Chart(330, 170, 0, seconds, highest * 1.1)
                .axes("time since the start of the measurement, s", closed ? "clients" : "requests a second");
        int n = 0;
        for (Curve curve : curves) {
            String colour = Svg.COLOURS[n % Svg.COLOURS.length];
            StringBuilder path = new StringBuilder();
            for (double[] point : curve.points()) {
                path.append(Svg.format(
                        "%s%.1f %.1f",
                        path.isEmpty() ? "M" : " L", chart.x(Math.min(point[0], seconds)), chart.y(point[1])));
            }
            chart.svg().path(path.toString(), colour, "none");
            if (!curve.name().isEmpty()) {
                double[] last = curve.points().get(curve.points().size() - 1);
                chart.svg().text(chart.x(seconds) - 4, chart.y(last[1]) - 4, curve.name(), "end", 10, true);
            }
            n++;
        }
        return Optional.of(chart.svg().picture("Workload " + workload.getName(), ElementTexts.of(workload)));
    }

    private List<double[]> points(ClientClass each) {
        if (each.getShape() instanceof Stages stages) {
            return stages(stages);
        }
        if (each.getShape() instanceof Bursts bursts) {
            return bursts(bursts);
        }
        if (each.getShape() instanceof BurstSeries series) {
            return series(series);
        }
        if (each.getShape() instanceof Replay replay) {
            return replay(replay);
        }
        if (workload instanceof ClosedWorkload) {
            return level(Clients.most(each));
        }
        return each.getRate() == null
                ? List.of()
                : level(Measure.of(each.getRate()).perSecond());
    }

    private List<double[]> level(double height) {
        return List.of(new double[] {0, height}, new double[] {seconds, height});
    }

    private List<double[]> stages(Stages stages) {
        List<double[]> points = new ArrayList<>();
        double at = 0;
        double before = 0;
        for (Stage stage : stages.getStages()) {
            double to = Clients.of(stage)
                    ? stage.getClients()
                    : Measure.of(stage.getRate()).perSecond();
            double from = !stage.isRamp()
                    ? to
                    : stage.getFromClients() != null
                            ? stage.getFromClients()
                            : stage.getFrom() != null
                                    ? Measure.of(stage.getFrom()).perSecond()
                                    : before;
            double length = Measure.of(stage.getLength()).seconds();
            double end = Math.min(seconds, at + length);
            if (at < seconds) {
                points.add(new double[] {at, from});
                points.add(new double[] {end, from + (to - from) * (end - at) / length});
            }
            at += length;
            before = to;
        }
        if (at < seconds) {
            points.add(new double[] {seconds, before});
        }
        return points;
    }

    /**
     * Returns one possible course of the bursts. In a run, the changes of state are drawn anew for each repetition.
     */
    private List<double[]> bursts(Bursts bursts) {
        UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(SEED);
        List<double[]> points = new ArrayList<>();
        double at = 0;
        for (int n = 0; at < seconds && points.size() < 4_000; n++) {
            BurstState state = bursts.getStates().get(n % bursts.getStates().size());
            double rate = Measure.of(state.getRate()).perSecond();
            double end = at
                    - Math.log(1 - random.nextDouble())
                            * Measure.of(state.getDwell()).seconds();
            points.add(new double[] {at, rate});
            points.add(new double[] {Math.min(seconds, end), rate});
            at = end;
        }
        return points;
    }

    private List<double[]> series(BurstSeries series) {
        double rate = series.getTogether() / Measure.of(series.getInterval()).seconds();
        double length = series.getSize() / rate;
        double cycle = length + Measure.of(series.getPause()).seconds();
        List<double[]> points = new ArrayList<>();
        for (int n = 0; n * cycle < seconds && points.size() < 4_000; n++) {
            boolean silent = series.getNumber() != null && n >= series.getNumber();
            double end = Math.min(seconds, n * cycle + length);
            points.add(new double[] {n * cycle, silent ? 0 : rate});
            points.add(new double[] {end, silent ? 0 : rate});
            points.add(new double[] {end, 0});
            points.add(new double[] {Math.min(seconds, (n + 1) * cycle), 0});
        }
        return points;
    }

    private List<double[]> replay(Replay replay) {
        ArrivalRecording recording;
        try {
            Path model = Path.of(replay.eResource().getURI().toFileString());
            recording =
                    ArrivalRecording.parse(Files.readString(model.resolveSibling(replay.getFile())), replay.getUnit());
        } catch (IOException e) {
            return List.of();
        }
        double speed = replay.getSpeed() == null ? 1 : replay.getSpeed().doubleValue();
        double share =
                replay.getShare() == null ? 1 : Measure.of(replay.getShare()).ratio();
        int bars = 60;
        double[] counts = new double[bars];
        double length = recording.seconds() / speed;
        for (int i = 0; i < recording.size(); i++) {
            double at = recording.seconds(i) / speed;
            do {
                int bar = (int) (at / seconds * bars);
                if (bar < bars) {
                    counts[bar] += share;
                }
                at += length;
            } while (replay.isRepeating() && length > 0 && at < seconds);
        }
        List<double[]> points = new ArrayList<>();
        for (int bar = 0; bar < bars; bar++) {
            double rate = counts[bar] / (seconds / bars);
            points.add(new double[] {seconds * bar / bars, rate});
            points.add(new double[] {seconds * (bar + 1) / bars, rate});
        }
        return points;
    }
}

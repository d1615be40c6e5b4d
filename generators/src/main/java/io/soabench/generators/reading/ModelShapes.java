package io.soabench.generators.reading;

import io.soabench.generators.workload.LoadSegment;
import io.soabench.generators.workload.LoadShape;
import io.soabench.model.ArrivalRecording;
import io.soabench.model.Clients;
import io.soabench.model.Measure;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.BurstState;
import io.soabench.model.testbed.Bursts;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Stage;
import io.soabench.model.testbed.Stages;
import io.soabench.model.testbed.TestbedPackage.Literals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The shapes of a model's loads in canonical units: seconds, 1/s, clients. */
public final class ModelShapes {

    /** The greatest number of changes of state. A plan names each change, and people cannot read more. */
    public static final int MOST_CHANGES = 20_000;

    private final ModelFiles files;
    private final ProblemCollector problems;

    public ModelShapes(ModelFiles files, ProblemCollector problems) {
        this.files = files;
        this.problems = problems;
    }

    /**
     * Returns the shape of the load of a class.
     *
     * @param what for messages
     * @param measureS the longest measurement, seconds
     * @return empty where it has none, or after a problem was added
     */
    public Optional<LoadShape> of(ClientClass clients, String what, double measureS) {
        if (clients.getShape() instanceof Stages stages) {
            return arriving(new LoadShape.Stages(segments(stages)), clients, what);
        }
        if (clients.getShape() instanceof Bursts bursts) {
            LoadShape.Bursts shape = new LoadShape.Bursts(
                    bursts.getStates().stream().map(ModelShapes::state).toList());
            if (shape.changes(measureS) > MOST_CHANGES) {
                problems.add(
                        IssueCode.TOO_MUCH,
                        bursts,
                        null,
                        String.format(
                                Locale.ROOT,
                                "the bursts of %s change their state about %.0f times in a measurement, more than a report can show; let states last longer, so that it is at most %d times",
                                what,
                                shape.changes(measureS),
                                MOST_CHANGES));
                return Optional.empty();
            }
            return arriving(shape, clients, what);
        }
        if (clients.getShape() instanceof BurstSeries series) {
            return series(series, what, measureS);
        }
        return clients.getShape() instanceof Replay replay ? replay(replay, what) : Optional.empty();
    }

    private Optional<LoadShape> series(BurstSeries series, String what, double measureS) {
        LoadShape.Series shape = new LoadShape.Series(
                series.getNumber() == null ? Integer.MAX_VALUE : series.getNumber(),
                series.getSize(),
                series.getTogether() / Measure.of(series.getInterval()).seconds(),
                Measure.of(series.getPause()).seconds());
        if (shape.bursts(measureS) * 2 > MOST_CHANGES) {
            problems.add(
                    IssueCode.TOO_MUCH,
                    series,
                    null,
                    String.format(
                            Locale.ROOT,
                            "%s has %.0f bursts in a measurement; let them last longer, so that there are at most %d",
                            what,
                            shape.bursts(measureS),
                            MOST_CHANGES / 2));
            return Optional.empty();
        }
        return Optional.of(shape);
    }

    private Optional<LoadShape> arriving(LoadShape shape, ClientClass clients, String what) {
        if (shape.greatestRate() > 0) {
            return Optional.of(shape);
        }
        problems.add(
                IssueCode.SHAPE_WITHOUT_ARRIVALS,
                clients,
                Literals.CLIENT_CLASS__SHAPE,
                what
                        + (clients.getShape() instanceof Stages stages
                                        && stages.getStages().stream().allMatch(Clients::of)
                                ? " has 0 clients all the time; let there be some"
                                : " has a rate of 0 all the time; give it a higher one somewhere"));
        return Optional.empty();
    }

    private static List<LoadSegment> segments(Stages stages) {
        List<LoadSegment> segments = new ArrayList<>();
        double before = 0;
        for (Stage each : stages.getStages()) {
            double to = Clients.of(each)
                    ? each.getClients()
                    : Measure.of(each.getRate()).perSecond();
            double from = !each.isRamp() ? to : begin(each).orElse(before);
            segments.add(new LoadSegment(
                    (segments.size() + 1) + ": " + words(each),
                    Measure.of(each.getLength()).seconds(),
                    from,
                    to));
            before = to;
        }
        return segments;
    }

    /** Returns the load with which a ramp begins, where the model states it. */
    private static Optional<Double> begin(Stage ramp) {
        return Clients.of(ramp)
                ? Optional.ofNullable(ramp.getFromClients()).map(Integer::doubleValue)
                : Optional.ofNullable(ramp.getFrom())
                        .map(rate -> Measure.of(rate).perSecond());
    }

    private static LoadSegment state(BurstState state) {
        double rate = Measure.of(state.getRate()).perSecond();
        return new LoadSegment(state.getName(), Measure.of(state.getDwell()).seconds(), rate, rate);
    }

    private Optional<LoadShape> replay(Replay replay, String what) {
        Optional<Path> file =
                files.find(replay, Literals.REPLAY__FILE, replay.getFile(), "the recording of the arrivals of " + what);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        ArrivalRecording recording;
        try {
            recording = ArrivalRecording.parse(Files.readString(file.get()), replay.getUnit());
        } catch (IOException e) {
            problems.add(
                    IssueCode.NOT_UTF_8,
                    Place.startOf(file.get()),
                    "cannot be read as text in UTF-8; correct the file");
            return Optional.empty();
        }
        recording
                .problems()
                .forEach(problem -> problems.add(
                        IssueCode.REPLAY_INVALID, new Place(file.get(), problem.line(), 1), problem.text()));
        if (!recording.problems().isEmpty()) {
            return Optional.empty();
        }
        double speed = replay.getSpeed() == null ? 1 : replay.getSpeed().doubleValue();
        List<Double> times = new ArrayList<>(recording.size());
        for (int i = 0; i < recording.size(); i++) {
            times.add(recording.seconds(i) / speed);
        }
        return Optional.of(new LoadShape.Replay(
                times,
                recording.seconds() / speed,
                replay.getShare() == null ? 1 : Measure.of(replay.getShare()).ratio(),
                replay.isRepeating()));
    }

    /** Returns a shape for readers of a report. */
    public static String words(ClientClass clients) {
        String even = clients.getArrivals() instanceof ConstantDistribution ? ", evenly spaced" : "";
        if (clients.getShape() instanceof Stages stages) {
            return stages.getStages().stream()
                            .map(each -> Measure.text(each.getLength()) + " " + words(each))
                            .collect(Collectors.joining(", ", "stages ", ""))
                    + even;
        }
        if (clients.getShape() instanceof Bursts bursts) {
            return bursts.getStates().stream()
                            .map(each -> each.getName() + " " + Measure.text(each.getRate()) + " for "
                                    + Measure.text(each.getDwell()))
                            .collect(Collectors.joining(", ", "bursts ", ""))
                    + even;
        }
        if (clients.getShape() instanceof BurstSeries series) {
            return (series.getNumber() == null ? "bursts" : series.getNumber() + " bursts") + " of " + series.getSize()
                    + " requests, " + series.getTogether() + " each " + Measure.text(series.getInterval()) + ", "
                    + Measure.text(series.getPause()) + " apart";
        }
        Replay replay = (Replay) clients.getShape();
        return "arrivals of " + replay.getFile()
                + (replay.getSpeed() == null
                        ? ""
                        : ", speed " + replay.getSpeed().toPlainString())
                + (replay.getShare() == null ? "" : ", share " + Measure.text(replay.getShare()))
                + (replay.isRepeating() ? ", repeated" : "");
    }

    private static String words(Stage stage) {
        if (Clients.of(stage)) {
            return (stage.isRamp()
                            ? "ramp "
                                    + (stage.getFromClients() == null
                                            ? ""
                                            : "from " + clients(stage.getFromClients()) + " ")
                                    + "to "
                            : "at ")
                    + clients(stage.getClients());
        }
        return (stage.isRamp()
                        ? "ramp " + (stage.getFrom() == null ? "" : "from " + Measure.text(stage.getFrom()) + " ")
                                + "to "
                        : "at ")
                + Measure.text(stage.getRate());
    }

    public static String clients(int number) {
        return number + (number == 1 ? " client" : " clients");
    }
}

package io.soabench.dsl.validation;

import io.soabench.model.ArrivalRecording;
import io.soabench.model.CaseExpansion;
import io.soabench.model.Clients;
import io.soabench.model.Defaults;
import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Place;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.BurstState;
import io.soabench.model.testbed.Bursts;
import io.soabench.model.testbed.LoadShape;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Schedule;
import io.soabench.model.testbed.Stage;
import io.soabench.model.testbed.Stages;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.Check;

/** Rules for loads that change over time. Requests arrive, and the shape fits the length of the measurement. */
public final class ShapeRules extends Rules {

    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);

    /** Checks that lengths are times above zero, rates are rates, and one of them, or of the numbers of clients, is above zero. */
    @Check
    public void stages(Stages stages) {
        boolean sound = true;
        boolean arriving = false;
        for (Stage each : stages.getStages()) {
            positive(Dimension.TIME, each.getLength(), "length of a stage");
            if (Clients.of(each)) {
                sound &= is(Dimension.TIME, each.getLength());
                arriving |= clients(each);
                continue;
            }
            notNegative(Dimension.RATE, each.getRate(), "rate of a stage");
            if (each.getFrom() != null) {
                notNegative(Dimension.RATE, each.getFrom(), "rate at the start of a ramp");
                sound &= is(Dimension.RATE, each.getFrom());
                arriving |= sound && Measure.of(each.getFrom()).sign() > 0;
            }
            sound &= is(Dimension.TIME, each.getLength()) && is(Dimension.RATE, each.getRate());
            arriving |= sound && Measure.of(each.getRate()).sign() > 0;
        }
        if (sound && !arriving) {
            nothing(stages);
        } else if (sound) {
            length(stages);
        }
    }

    /** Returns whether a stage of a closed workload has clients. An unrealistic number is reported. */
    private boolean clients(Stage stage) {
        if (stage.getFromClients() != null && stage.getFromClients() > 0) {
            atLeastOne(stage.getFromClients(), "number of clients", stage, TestbedPackage.Literals.STAGE__FROM_CLIENTS);
        }
        if (stage.getClients() > 0) {
            atLeastOne(stage.getClients(), "number of clients", stage, TestbedPackage.Literals.STAGE__CLIENTS);
        }
        return stage.getClients() > 0 || (stage.getFromClients() != null && stage.getFromClients() > 0);
    }

    private void nothing(EObject shape) {
        boolean closed =
                shape instanceof Stages stages && stages.getStages().stream().allMatch(Clients::of);
        error(
                IssueCode.SHAPE_WITHOUT_ARRIVALS,
                closed
                        ? "no client is ever there, because their number is 0 all the time; let there be some"
                        : "no request ever arrives, because the rate is 0 all the time; give it a higher one somewhere",
                shape,
                null);
    }

    /** Checks the lengths. Stages that are as long as the measurement have no part that is never seen, and no end that goes on. */
    private void length(Stages stages) {
        BigDecimal length = stages.getStages().stream()
                .map(each -> Measure.of(each.getLength()).value())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        WholeTestbed whole = whole(stages);
        for (TestSuite suite : suites(whole, stages)) {
            Optional<BigDecimal> measured = measured(suite, whole.defaultProfile());
            int more = measured.map(length::compareTo).orElse(0);
            if (more != 0) {
                String both = "the stages last " + seconds(length) + ", but suite \"" + suite.getName()
                        + "\" measures for " + seconds(measured.get());
                warning(
                        IssueCode.SHAPE_LENGTH,
                        both
                                + (more > 0
                                        ? ": the rest is never sent; measure longer, or shorten them"
                                        : ": the last "
                                                + (Clients.of(stages.getStages().get(0)) ? "number" : "rate")
                                                + " goes on; measure shorter, or add a stage"),
                        stages,
                        null);
            }
        }
    }

    /** Checks that bursts have different states, and that requests arrive in one of them. */
    @Check
    public void bursts(Bursts bursts) {
        Set<String> names = new HashSet<>();
        boolean sound = true;
        boolean arriving = false;
        for (BurstState each : bursts.getStates()) {
            notNegative(Dimension.RATE, each.getRate(), "rate of a state");
            positive(Dimension.TIME, each.getDwell(), "mean length of a state");
            sound &= is(Dimension.RATE, each.getRate());
            arriving |= sound && Measure.of(each.getRate()).sign() > 0;
            if (!names.add(each.getName())) {
                error(
                        IssueCode.BURSTS_STATES,
                        "there are two states \"" + each.getName() + "\"; rename one",
                        each,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
        }
        if (bursts.getStates().size() == 1) {
            error(
                    IssueCode.BURSTS_STATES,
                    "bursts need two states or more, like: bursts { calm 20 /s for 5 s, busy 200 /s for 500 ms }; a rate"
                            + " that does not change is written: rate <number> /s",
                    bursts,
                    null);
        }
        if (sound && !arriving) {
            nothing(bursts);
        }
        neverSteady(bursts);
    }

    /** Checks that bursts of a fixed number of requests have requests and times, and end before the measurement does. */
    @Check
    public void series(BurstSeries series) {
        if (series.getNumber() != null) {
            atLeastOne(series.getNumber(), "number of bursts", series, TestbedPackage.Literals.BURST_SERIES__NUMBER);
        }
        atLeastOne(
                series.getSize(), "number of requests of a burst", series, TestbedPackage.Literals.BURST_SERIES__SIZE);
        atLeastOne(
                series.getTogether(),
                "number of requests in each interval",
                series,
                TestbedPackage.Literals.BURST_SERIES__TOGETHER);
        positive(Dimension.TIME, series.getInterval(), "interval of requests");
        positive(Dimension.TIME, series.getPause(), "time between two bursts");
        neverSteady(series);
        boolean sound = series.getTogether() > 0
                && is(Dimension.TIME, series.getInterval())
                && is(Dimension.TIME, series.getPause());
        if (sound) {
            tooLong(series);
        }
    }

    /** Warns of a measurement that ends before the last burst. */
    private void tooLong(BurstSeries series) {
        BigDecimal burst = Measure.of(series.getInterval())
                .value()
                .multiply(BigDecimal.valueOf(series.getSize()))
                .divide(BigDecimal.valueOf(series.getTogether()), MathContext.DECIMAL64);
        int number = series.getNumber() == null ? 1 : series.getNumber();
        BigDecimal length = burst.multiply(BigDecimal.valueOf(number))
                .add(Measure.of(series.getPause()).value().multiply(BigDecimal.valueOf(number - 1L)));
        WholeTestbed whole = whole(series);
        for (TestSuite suite : suites(whole, series)) {
            measured(suite, whole.defaultProfile())
                    .filter(measured -> measured.compareTo(length) < 0)
                    .ifPresent(measured -> warning(
                            IssueCode.SHAPE_LENGTH,
                            (number == 1 ? "a burst lasts " : "the bursts last ") + seconds(length) + ", but suite \""
                                    + suite.getName() + "\" measures for " + seconds(measured)
                                    + ": the rest is never sent; measure longer, or send fewer requests",
                            series,
                            null));
        }
    }

    /** Warns of a warm-up until steady, because the load of bursts, and that of their warm-up, is not steady. */
    private void neverSteady(LoadShape bursts) {
        WholeTestbed whole = whole(bursts);
        for (TestSuite suite : suites(whole, bursts)) {
            SuiteSettings.schedules(suite, whole.defaultProfile()).stream()
                    .filter(schedule -> schedule.getWarmUp() != null)
                    .findFirst()
                    .filter(Schedule::isUntilSteady)
                    .ifPresent(schedule -> warning(
                            IssueCode.WARM_UP_NEVER_STEADY,
                            "suite \"" + suite.getName()
                                    + "\" warms up until response times are steady, which they seldom are under bursts; give the"
                                    + " warm-up a length: warm up " + text(schedule.getWarmUp()),
                            bursts,
                            null));
        }
    }

    /** Checks that the recording can be read, and does not end before the measurement. */
    @Check
    public void replay(Replay replay) {
        boolean sound = true;
        if (Dimension.of(replay.getUnit()) != Dimension.TIME) {
            sound = false;
            error(
                    IssueCode.UNIT_MISMATCH,
                    "the times of \"" + replay.getFile() + "\" are in "
                            + replay.getUnit().getLiteral() + ", but must be " + Dimension.TIME.description(),
                    replay,
                    TestbedPackage.Literals.REPLAY__UNIT);
        }
        if (replay.getSpeed() != null && replay.getSpeed().signum() <= 0) {
            sound = false;
            error(
                    IssueCode.NOT_POSITIVE,
                    "speed is " + replay.getSpeed().toPlainString() + ", but must be above 0",
                    replay,
                    TestbedPackage.Literals.REPLAY__SPEED);
        }
        share(replay.getShare());
        Optional<Path> file =
                existing(replay.getFile(), replay, TestbedPackage.Literals.REPLAY__FILE, INSIGNIFICANT_INDEX);
        if (sound && file.isPresent()) {
            recording(replay, file.get());
        }
    }

    private void share(Quantity share) {
        if (share == null || !has(Dimension.RATIO, share, "share of the arrivals")) {
            return;
        }
        double ratio = Measure.of(share).ratio();
        if (!(ratio > 0 && ratio <= 1)) {
            error(
                    IssueCode.PERCENT_RANGE,
                    "share of the arrivals is " + text(share)
                            + ", but must be above 0 and at most 100 %; for more of them, raise the speed",
                    share,
                    null);
        }
    }

    private void recording(Replay replay, Path file) {
        ArrivalRecording recording;
        try {
            recording = ArrivalRecording.parse(Files.readString(file), replay.getUnit());
        } catch (IOException e) {
            return;
        }
        for (ArrivalRecording.Problem problem : recording.problems()) {
            error(
                    IssueCode.REPLAY_INVALID,
                    new Place(file, problem.line(), 1),
                    problem.text(),
                    replay,
                    TestbedPackage.Literals.REPLAY__FILE);
        }
        if (!recording.problems().isEmpty() || replay.isRepeating()) {
            return;
        }
        BigDecimal speed = replay.getSpeed() == null ? BigDecimal.ONE : replay.getSpeed();
        BigDecimal length = BigDecimal.valueOf(recording.seconds()).divide(speed, MathContext.DECIMAL64);
        WholeTestbed whole = whole(replay);
        for (TestSuite suite : suites(whole, replay)) {
            tooShort(suite, whole.defaultProfile(), length)
                    .ifPresent(message ->
                            error(IssueCode.REPLAY_TOO_SHORT, message, replay, TestbedPackage.Literals.REPLAY__FILE));
            whole.profiles().stream()
                    .filter(profile -> !profile.isDefault())
                    .flatMap(profile -> tooShort(suite, Optional.of(profile), length).stream())
                    .forEach(message ->
                            warning(IssueCode.REPLAY_TOO_SHORT, message, replay, TestbedPackage.Literals.REPLAY__FILE));
        }
    }

    private static Optional<String> tooShort(TestSuite suite, Optional<Profile> profile, BigDecimal length) {
        return measured(suite, profile)
                .filter(measured -> measured.compareTo(length) > 0)
                .map(measured -> "the recording lasts " + seconds(length) + ", but suite \"" + suite.getName()
                        + "\" measures for " + seconds(measured)
                        + profile.map(chosen -> " under profile \"" + chosen.getName() + "\"")
                                .orElse("")
                        + "; measure shorter, lower its speed, or add the word: repeat");
    }

    /** Returns the suites that send the workload of a shape. */
    private static List<TestSuite> suites(WholeTestbed whole, EObject shape) {
        Workload workload = EcoreUtil2.getContainerOfType(shape, Workload.class);
        return whole.suites().stream()
                .filter(suite -> suite.getCases().stream()
                        .anyMatch(each -> CaseExpansion.workloads(whole, each).contains(workload)))
                .toList();
    }

    /** Returns the seconds that a suite measures at most; empty where its model is wrong there. */
    private static Optional<BigDecimal> measured(TestSuite suite, Optional<Profile> profile) {
        Optional<Quantity> measure = SuiteSettings.schedules(suite, profile).stream()
                .map(schedule -> schedule.getLongest() == null ? schedule.getMeasure() : schedule.getLongest())
                .filter(Objects::nonNull)
                .findFirst();
        return measure.isEmpty()
                ? Optional.of(BigDecimal.valueOf(Defaults.MEASURE.toNanos()).divide(NANOS))
                : measure.filter(quantity -> is(Dimension.TIME, quantity))
                        .map(quantity -> Measure.of(quantity).value());
    }

    private static boolean is(Dimension dimension, Quantity quantity) {
        return quantity != null
                && quantity.getValue() != null
                && Dimension.of(quantity.getUnit()) == dimension
                && meant(quantity);
    }

    private static String seconds(BigDecimal seconds) {
        return seconds.round(new MathContext(6)).stripTrailingZeros().toPlainString() + " s";
    }
}

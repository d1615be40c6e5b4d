package io.soabench.analyzer.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.queueing.QueueingModel.Outcome;
import io.soabench.analyzer.queueing.QueueingModel.Point;
import io.soabench.analyzer.queueing.QueueingModel.Role;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against systems whose demands are known, because they are simulated, see {@link SimulatedEngine}. */
final class QueueingModelTest {

    private static final double DEMAND_S = 0.010;
    private static final double BACKGROUND = 0.05;

    private static SimulatedEngine engine(long seed) {
        return new SimulatedEngine(seed, 2, DEMAND_S, 0.060, 0, BACKGROUND);
    }

    private static QueueingModel closed(SimulatedEngine engine, int... clients) {
        return QueueingModel.of(
                        IntStream.of(clients)
                                .mapToObj(n -> engine.closed(n, 0.5))
                                .toList(),
                        2)
                .orElseThrow();
    }

    @Test
    void shouldFindTheDemandThatWasSimulatedAndPredictALoadThatWasNotMeasured() {
        QueueingModel view = closed(engine(1), 10, 25, 50, 80, 100);

        assertThat(view.outcome()).as(view.sentence()).isEqualTo(Outcome.PREDICTS);
        assertThat(view.demand().seconds()).isCloseTo(DEMAND_S, within(0.05 * DEMAND_S));
        assertThat(view.demand().low()).isLessThan(DEMAND_S);
        assertThat(view.demand().high()).isGreaterThan(DEMAND_S);
        assertThat(view.demand().background()).isCloseTo(BACKGROUND, within(0.05));
        assertThat(view.partnersMs()).isCloseTo(60, within(3.0));
        assertThat(view.capacityLow()).isLessThan((2 - BACKGROUND) / DEMAND_S);
        assertThat(view.capacityHigh()).isGreaterThan((2 - BACKGROUND) / DEMAND_S);
        Point beyond = view.points().stream()
                .filter(point -> point.role() == Role.PREDICTED && point.load() == 200)
                .findFirst()
                .orElseThrow();
        MeasuredLoad truth = engine(2).closed(200, 0.5);
        assertThat(beyond.modelMs()).isCloseTo(truth.responseS() * 1000, within(0.2 * truth.responseS() * 1000));
        assertThat(beyond.modelPerS()).isCloseTo(truth.perS(), within(0.1 * truth.perS()));
        assertThat(view.sentence()).contains("of 2 processors", "for partners", "requests/s at most", "at 125 clients");
    }

    @Test
    void shouldPredictOpenLoadsToo() {
        SimulatedEngine engine = engine(3);
        QueueingModel view = QueueingModel.of(
                        List.of(engine.open(120), engine.open(40), engine.open(80), engine.open(150)), 2)
                .orElseThrow();

        assertThat(view.outcome()).as(view.sentence()).isEqualTo(Outcome.PREDICTS);
        assertThat(view.points().subList(0, 4))
                .extracting(Point::role)
                .containsExactly(Role.FITTED, Role.FITTED, Role.HELD, Role.HELD);
        assertThat(view.points().subList(0, 4))
                .extracting(Point::load)
                .as("the least first")
                .containsExactly(40.0, 80.0, 120.0, 150.0);
        Point twice = view.points().get(6);
        assertThat(twice.load()).isEqualTo(300);
        assertThat(twice.modelMs()).as("beyond the capacity").isInfinite();
    }

    /** A right network is nearly always taken, and one that knows nothing of a lock never is. */
    @Test
    void shouldRefuseWhenRequestsWaitForSomethingThatUsesNoProcessor() {
        int predicted = 0;
        for (int seed = 1; seed <= 10; seed++) {
            predicted += closed(engine(seed), 10, 25, 50, 80, 100).outcome() == Outcome.PREDICTS ? 1 : 0;
            SimulatedEngine locked = new SimulatedEngine(seed, 2, DEMAND_S, 0.060, 0.012, BACKGROUND);
            QueueingModel view = closed(locked, 5, 12, 25, 60, 100);
            assertThat(view.outcome())
                    .as("seed " + seed + ": " + view.sentence())
                    .isEqualTo(Outcome.REFUSED);
            assertThat(view.points()).noneMatch(point -> point.role() == Role.PREDICTED);
            assertThat(view.sentence())
                    .contains(
                            "Nothing is predicted: under ",
                            "more than 20 % off",
                            "wait for something other than processors");
        }
        assertThat(predicted).isGreaterThanOrEqualTo(9);
    }

    @Test
    void shouldRefuseWhenALoadIsServedThatTheProcessorsCannotServe() {
        SimulatedEngine engine = engine(4);
        MeasuredLoad fast = engine.open(150);
        QueueingModel view = QueueingModel.of(
                        List.of(
                                engine.open(40),
                                engine.open(80),
                                new MeasuredLoad("web", 0, Double.NaN, 400, 400, fast.responseS(), 0.06, List.of())),
                        2)
                .orElseThrow();

        assertThat(view.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(view.worst()).isGreaterThan(QueueingModel.WORST);
    }

    @Test
    void shouldSayNothingWhenNoLoadMakesRequestsQueue() {
        QueueingModel view = closed(engine(5), 5, 10, 15, 20);

        assertThat(view.outcome()).as(view.sentence()).isEqualTo(Outcome.UNTESTED);
        assertThat(view.points()).noneMatch(point -> point.role() == Role.PREDICTED);
        assertThat(view.sentence()).contains("Queues for them show only from 50 % on", "measure greater loads");
    }

    @Test
    void shouldSayWhyWhenThereIsNothingToFit() {
        SimulatedEngine engine = engine(6);
        List<MeasuredLoad> loads = List.of(engine.closed(10, 0.5), engine.closed(25, 0.5), engine.closed(100, 0.5));
        assertThat(QueueingModel.of(loads.subList(0, 2), 2)).isEmpty();
        assertThat(QueueingModel.of(loads, 0).orElseThrow().sentence()).contains("how many processors");
        assertThat(QueueingModel.of(
                                loads.stream()
                                        .map(load -> new MeasuredLoad(
                                                load.workload(),
                                                load.clients(),
                                                load.thinkS(),
                                                Double.NaN,
                                                load.perS(),
                                                load.responseS(),
                                                load.partnersS(),
                                                List.of()))
                                        .toList(),
                                2)
                        .orElseThrow()
                        .sentence())
                .contains("the processor time of the engine was not measured");
        QueueingModel idle = QueueingModel.of(
                        loads.stream()
                                .map(load -> new MeasuredLoad(
                                        load.workload(),
                                        load.clients(),
                                        load.thinkS(),
                                        Double.NaN,
                                        load.perS(),
                                        load.responseS(),
                                        load.partnersS(),
                                        load.uses().stream()
                                                .map(use -> new ProcessorDemand.Use(use.perS(), 0.4))
                                                .toList()))
                                .toList(),
                        2)
                .orElseThrow();
        assertThat(idle.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(idle.sentence()).contains("do not show that processor time grows");
    }
}

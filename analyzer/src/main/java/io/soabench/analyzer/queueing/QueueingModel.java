package io.soabench.analyzer.queueing;

import io.soabench.analyzer.stat.SentenceText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The predictions of a {@link QueueingNetwork} that was fitted to the lower loads of an engine. They are compared with the higher measured
 * loads, and when they are right, they include loads beyond those. A network predicts nothing when it differs by more than {@value #WORST}
 * from any measured value, or when its processors were never busy enough for a queue. Then other causes than its own delay requests.
 *
 * @param demand of a request; {@code null} when the processor time is unknown
 * @param network {@code null} when nothing could be fitted
 * @param points every load that was measured, the least first, then those that are predicted; empty when nothing could be fitted
 * @param worst largest difference as a share of the measured value; NaN when nothing could be fitted
 * @param capacityLow of completions a second, by the upper end of the demand; NaN when unknown
 * @param capacityHigh of completions a second, by the lower end of the demand; NaN when unknown
 * @param sentence the result in words
 */
public record QueueingModel(
        Outcome outcome,
        ProcessorDemand demand,
        QueueingNetwork network,
        double partnersMs,
        double restMs,
        List<Point> points,
        double worst,
        double capacityLow,
        double capacityHigh,
        String sentence) {

    /** The outcomes. */
    public enum Outcome {
        /** The network is right at the loads to which it was not fitted, so it predicts greater ones. */
        PREDICTS,
        /** The network is wrong. */
        REFUSED,
        /** The processors were too idle for a distinction between this demand and others. */
        UNTESTED,
        /** There are no data for a fit. */
        UNKNOWN
    }

    /** The roles of a load. */
    public enum Role {
        /** The network was fitted to the load. */
        FITTED,
        /** The network was compared with the load. */
        HELD,
        /** The load was not measured; the network predicts its results. */
        PREDICTED
    }

    /**
     * One load. Times in milliseconds.
     *
     * @param measuredPerS NaN when it was not measured
     * @param measuredMs NaN when it was not measured, or when the engine did not keep up
     * @param modelMs infinite beyond the capacity of the processors
     * @param off difference of the network as a share of the measured value; NaN when it was not measured
     */
    public record Point(
            String workload,
            double load,
            String unit,
            Role role,
            double measuredPerS,
            double modelPerS,
            double measuredMs,
            double modelMs,
            double utilisation,
            double off) {}

    /** Minimum number of loads, so that one is left for a comparison. */
    public static final int LEAST_LOADS = 3;

    /** Maximum difference, as a share of the measured value. */
    public static final double WORST = 0.2;

    /** Minimum use of the processors at a load of the comparison: at half, a queue of one makes requests take twice as long. */
    public static final double BUSY = 0.5;

    private static final List<Double> PREDICTED_FACTORS = List.of(1.25, 1.5, 2.0, 3.0);
    private static final int ROUNDS = 50;
    private static final double MS = 1000;

    /**
     * Fits a network and judges it.
     *
     * @param measured all loads, in any order
     * @param processors that the engine, and other users of the measured processors, may use; 0 when unknown
     * @return empty when there are fewer than {@value #LEAST_LOADS} loads
     */
    public static Optional<QueueingModel> of(List<MeasuredLoad> measured, double processors) {
        List<MeasuredLoad> loads = measured.stream()
                .sorted(Comparator.comparingDouble(MeasuredLoad::wantedPerS))
                .toList();
        return loads.size() < LEAST_LOADS ? Optional.empty() : Optional.of(fitted(loads, processors));
    }

    private static QueueingModel fitted(List<MeasuredLoad> loads, double processors) {
        List<MeasuredLoad> low = loads.subList(0, Math.max(2, loads.size() / 2));
        if (processors <= 0 || low.stream().anyMatch(load -> load.uses().isEmpty())) {
            return unknown(
                    null,
                    processors <= 0
                            ? "how many processors the engine could use is not recorded"
                            : "the processor time of the engine was not measured at all of the lower loads");
        }
        if (!low.stream().allMatch(MeasuredLoad::keptUp)) {
            return unknown(
                    null, "the engine did not keep up with one of the lower half of the loads: measure lower ones");
        }
        ProcessorDemand demand = ProcessorDemand.of(
                low.stream().flatMap(load -> load.uses().stream()).toList());
        // The value is NaN when all repetitions had the same rate.
        if (!(demand.seconds() > 0) || demand.low() <= 0) {
            return unknown(
                    demand,
                    "the data do not show that processor time grows with the number of requests, so the time of one request is"
                            + " unknown: measure more, or loads that are farther apart");
        }
        if (demand.background() >= processors) {
            return unknown(demand, "the processors were busy without any request");
        }
        double partners = partners(low);
        QueueingNetwork bare = new QueueingNetwork(processors, demand.background(), demand.seconds(), partners);
        QueueingNetwork network = bare.delaying(partners + rest(bare, low));
        return judged(loads, low.size(), demand, network, partners);
    }

    private static QueueingModel unknown(ProcessorDemand demand, String why) {
        return new QueueingModel(
                Outcome.UNKNOWN,
                demand,
                null,
                Double.NaN,
                Double.NaN,
                List.of(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                "Nothing is predicted by a network of queues: " + why + ".");
    }

    /** Returns the time of partners at the lower loads; 0 when it is not known of all of them, and then a part of the rest. */
    private static double partners(List<MeasuredLoad> low) {
        double mean =
                low.stream().mapToDouble(MeasuredLoad::partnersS).average().orElse(Double.NaN);
        return Double.isNaN(mean) ? 0 : mean;
    }

    /** Returns the other waits of requests at the lower loads, at least 0: for the network, and for all that needs no processor. */
    private static double rest(QueueingNetwork bare, List<MeasuredLoad> low) {
        double rest = 0;
        for (int i = 0; i < ROUNDS; i++) {
            QueueingNetwork tried = bare.delaying(bare.delayS() + rest);
            double less = low.stream()
                    .mapToDouble(load -> load.responseS() - load.under(tried).responseS())
                    .filter(Double::isFinite)
                    .average()
                    .orElse(0);
            rest = Math.max(0, rest + less);
        }
        return rest;
    }

    private static QueueingModel judged(
            List<MeasuredLoad> loads, int low, ProcessorDemand demand, QueueingNetwork network, double partners) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < loads.size(); i++) {
            points.add(point(loads.get(i), i < low ? Role.FITTED : Role.HELD, network));
        }
        Point worst =
                points.stream().max(Comparator.comparingDouble(Point::off)).orElseThrow();
        double busiest = points.stream()
                .filter(point -> point.role() == Role.HELD)
                .mapToDouble(Point::utilisation)
                .max()
                .orElse(0);
        Outcome outcome = worst.off() > WORST ? Outcome.REFUSED : busiest < BUSY ? Outcome.UNTESTED : Outcome.PREDICTS;
        if (outcome == Outcome.PREDICTS) {
            MeasuredLoad greatest = loads.get(loads.size() - 1);
            PREDICTED_FACTORS.forEach(factor -> points.add(point(greatest.times(factor), Role.PREDICTED, network)));
        }
        boolean known = !Double.isNaN(demand.low());
        double restMs = (network.delayS() - partners) * MS;
        double least = known ? network.demanding(demand.high()).capacity() : Double.NaN;
        double most = known ? network.demanding(demand.low()).capacity() : Double.NaN;
        String taken = "A request takes " + SentenceText.ms(demand.seconds() * MS)
                + (known
                        ? " (95 % interval " + SentenceText.ms(demand.low() * MS) + " to "
                                + SentenceText.ms(demand.high() * MS) + ")"
                        : "")
                + " of " + processors(network) + ", and waits "
                + (partners > 0
                        ? SentenceText.ms(partners * MS) + " for partners and " + SentenceText.ms(restMs)
                                + " for the network and what needs no processor"
                        : SentenceText.ms(restMs) + " for partners, the network and what needs no processor");
        String verdict =
                switch (outcome) {
                    case REFUSED -> refused(worst, loads.size() - low);
                    case UNTESTED ->
                        ". Nothing is predicted: at the measured loads the processors are at most "
                                + SentenceText.percent(busiest) + " busy. Queues for them show only from "
                                + SentenceText.level(BUSY)
                                + " on: measure greater loads.";
                    case PREDICTS, UNKNOWN ->
                        ". Fitted to the " + SentenceText.count(low, "lowest load", "lowest loads")
                                + ", the model is at most " + SentenceText.percent(worst.off())
                                + " off the measured values. So the processors serve "
                                + SentenceText.number(network.capacity())
                                + " requests/s at most"
                                + (known
                                        ? " (95 % interval " + SentenceText.number(least) + " to "
                                                + SentenceText.number(most) + ")"
                                        : "")
                                + "; "
                                + beyond(points) + ", unless something other than processors becomes scarce first.";
                };
        return new QueueingModel(
                outcome,
                demand,
                network,
                partners * MS,
                restMs,
                List.copyOf(points),
                worst.off(),
                least,
                most,
                taken + verdict);
    }

    private static String processors(QueueingNetwork network) {
        return network.processors() == 1 ? "the processor" : SentenceText.plain(network.processors()) + " processors";
    }

    private static String refused(Point worst, int held) {
        boolean rate = Math.abs(worst.modelPerS() / worst.measuredPerS() - 1) >= worst.off();
        String difference = rate
                ? SentenceText.number(worst.modelPerS()) + " requests/s where "
                        + SentenceText.number(worst.measuredPerS()) + " were measured"
                : Double.isInfinite(worst.modelMs())
                        ? "an infinite wait where " + SentenceText.ms(worst.measuredMs()) + " were measured"
                        : SentenceText.ms(worst.modelMs()) + " where " + SentenceText.ms(worst.measuredMs())
                                + " were measured";
        return ". Nothing is predicted: under " + worst.workload() + " the model gives " + difference + ", more than "
                + SentenceText.level(WORST) + " off"
                + (worst.role() == Role.HELD
                        ? ". It was fitted to lower loads and compared with "
                                + SentenceText.count(held, "greater one", "greater ones")
                                + ". Requests may wait for something other than processors there, or need another processor time."
                        : ", though it was fitted to this load.");
    }

    private static String beyond(List<Point> points) {
        Point first = points.stream()
                .filter(point -> point.role() == Role.PREDICTED)
                .findFirst()
                .orElseThrow();
        return "at " + SentenceText.number(first.load()) + (first.unit().equals("/s") ? "" : " ") + first.unit()
                + (Double.isInfinite(first.modelMs())
                        ? " they cannot keep up"
                        : " the mean response time would be " + SentenceText.ms(first.modelMs()));
    }

    private static Point point(MeasuredLoad load, Role role, QueueingNetwork network) {
        QueueingNetwork.State state = load.under(network);
        double off = role == Role.PREDICTED
                ? Double.NaN
                : Math.max(
                        Math.abs(state.perS() / load.perS() - 1),
                        load.keptUp() ? Math.abs(state.responseS() / load.responseS() - 1) : 0);
        return new Point(
                load.workload(),
                load.load(),
                load.unit(),
                role,
                load.perS(),
                state.perS(),
                load.responseS() * MS,
                state.responseS() * MS,
                state.utilisation(),
                off);
    }
}

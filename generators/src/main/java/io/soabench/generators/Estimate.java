package io.soabench.generators;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The expected duration and size of an experiment, from the means of its distributions. Closed clients are taken to
 * wait for the slowest partner only, so that an engine that takes longer sends fewer requests.
 *
 * @param suites in the order of the model
 * @param compiledBytes of the traces of workloads and partners
 */
public record Estimate(List<Suite> suites, long compiledBytes) {

    /** The duration above which the user is warned. */
    static final Duration LONG_DURATION = Duration.ofHours(24);

    /** The number of requests above which the user is warned. */
    static final long MANY_REQUESTS = 100_000_000;

    /** The number of bytes above which the user is warned. */
    static final long MANY_BYTES = 10L << 30;

    public Estimate {
        suites = List.copyOf(suites);
    }

    /**
     * One suite.
     *
     * @param name of the suite
     * @param cases that it stands for, twins included
     * @param fewest repetitions of all cases: the pilots, where a precision is asked for
     * @param repetitions of all cases; at most, where a precision is asked for
     * @param recorded repetitions beyond these, with a recorder, which count for nothing
     * @param requests in all repetitions, warm-up included; at most, where a precision is asked for
     * @param bytes that the runs record; at most, where a precision is asked for
     * @param time one repetition after the other; at most, where a precision is asked for
     * @param windows measurements under each workload
     */
    public record Suite(
            String name,
            int cases,
            long fewest,
            long repetitions,
            int recorded,
            double requests,
            double bytes,
            Duration time,
            List<Window> windows) {

        public Suite {
            windows = List.copyOf(windows);
        }

        /** Returns whether it is not known yet how often its cases are run, and so how long it takes. */
        boolean lengthUnknown() {
            return fewest < repetitions;
        }

        /** Returns the time of the pilots and of the recordings, where a precision is asked for. */
        Duration least() {
            return repetitions == 0
                    ? Duration.ZERO
                    : time.multipliedBy(fewest + recorded).dividedBy(repetitions + recorded);
        }

        /** Returns the estimate in words. */
        @Override
        public String toString() {
            return "suite " + name + ": " + Amounts.count(cases, "case") + ", "
                    + (lengthUnknown() ? fewest + " to " : "") + Amounts.count(repetitions, "repetition")
                    + (recorded == 0 ? "" : " and " + recorded + " to record") + ", "
                    + Amounts.text(requests, bytes, time) + (lengthUnknown() ? pilots(least(), recorded > 0) : "");
        }
    }

    /**
     * A measurement under a workload.
     *
     * @param length of the measurement; the least where it waits for answers
     * @param requests in it, of the process that gets the fewest
     * @param percentiles of response times that the model asks for, as it has them, with the requests that they take
     */
    public record Window(String workload, Duration length, double requests, Map<String, Long> percentiles) {

        /** Returns the window in words, with the percentiles for which it is too short. */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("workload " + workload + ": about " + Amounts.rounded(requests)
                    + " requests in a measurement of " + Amounts.time(length));
            percentiles.forEach((percentile, needed) -> {
                if (requests > 0 && requests < needed) {
                    text.append("; ")
                            .append(percentile)
                            .append(" takes ")
                            .append(Amounts.rounded(needed))
                            .append(", so ")
                            .append(Amounts.time(
                                    Duration.ofSeconds((long) Math.ceil(length.toMillis() / 1e3 * needed / requests))));
                }
            });
            return text.toString();
        }
    }

    /** Returns the requests of all suites. */
    public double requests() {
        return suites.stream().mapToDouble(Suite::requests).sum();
    }

    /** Returns the bytes on disk, of the compiled testbed and the runs together. */
    public double bytes() {
        return compiledBytes + suites.stream().mapToDouble(Suite::bytes).sum();
    }

    /** Returns the time of all suites. */
    public Duration time() {
        return suites.stream().map(Suite::time).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns whether it is worth a warning. */
    boolean heavy() {
        return time().compareTo(LONG_DURATION) > 0 || requests() > MANY_REQUESTS || bytes() > MANY_BYTES;
    }

    /** Returns the sum in words. */
    @Override
    public String toString() {
        boolean unknown = suites.stream().anyMatch(Suite::lengthUnknown);
        return "in all " + Amounts.count(suites.stream().mapToLong(Suite::cases).sum(), "case") + ", "
                + Amounts.text(requests(), bytes(), time())
                + (unknown
                        ? pilots(
                                suites.stream().map(Suite::least).reduce(Duration.ZERO, Duration::plus),
                                suites.stream().anyMatch(suite -> suite.recorded() > 0))
                        : "");
    }

    private static String pilots(Duration time, boolean recorded) {
        return " at most, " + Amounts.time(time) + " with the pilots " + (recorded ? "and recordings " : "") + "alone";
    }
}

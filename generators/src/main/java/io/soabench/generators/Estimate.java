package io.soabench.generators;

import java.time.Duration;
import java.util.List;

/**
 * What an experiment is expected to take, from the means of its distributions. Closed clients are taken to wait for the slowest partner
 * only, so that an engine that takes longer sends fewer requests.
 *
 * @param suites in the order of the model
 * @param compiledBytes of the traces of workloads and partners
 */
public record Estimate(List<Suite> suites, long compiledBytes) {

    /** More time than that is worth a warning. */
    static final Duration LONG = Duration.ofHours(24);

    /** More requests than that are worth a warning. */
    static final long MANY_REQUESTS = 100_000_000;

    /** More bytes than that are worth a warning. */
    static final long MANY_BYTES = 10L << 30;

    public Estimate {
        suites = List.copyOf(suites);
    }

    /**
     * One suite.
     *
     * @param name of the suite
     * @param cases that it stands for, twins included
     * @param repetitions of all cases
     * @param requests in all repetitions, warm-up included
     * @param bytes that the runs record
     * @param time one repetition after the other
     */
    public record Suite(String name, int cases, long repetitions, double requests, double bytes, Duration time) {

        /** In words. */
        @Override
        public String toString() {
            return "suite " + name + ": " + Amounts.count(cases, "case") + ", "
                    + Amounts.count(repetitions, "repetition") + ", " + Amounts.text(requests, bytes, time);
        }
    }

    /** Requests of all suites. */
    public double requests() {
        return suites.stream().mapToDouble(Suite::requests).sum();
    }

    /** Bytes on disk, of the compiled testbed and the runs together. */
    public double bytes() {
        return compiledBytes + suites.stream().mapToDouble(Suite::bytes).sum();
    }

    /** Time of all suites. */
    public Duration time() {
        return suites.stream().map(Suite::time).reduce(Duration.ZERO, Duration::plus);
    }

    /** Whether it is worth a warning. */
    boolean heavy() {
        return time().compareTo(LONG) > 0 || requests() > MANY_REQUESTS || bytes() > MANY_BYTES;
    }

    /** The sum in words. */
    @Override
    public String toString() {
        return "in all " + Amounts.count(suites.stream().mapToLong(Suite::cases).sum(), "case") + ", "
                + Amounts.text(requests(), bytes(), time());
    }
}

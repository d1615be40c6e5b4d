package io.soabench.model;

import io.soabench.model.testbed.ReportFormat;
import io.soabench.plan.StatisticFunction;
import java.time.Duration;
import java.util.List;

/** The value of everything that a testbed may leave out. Stated here and nowhere else. */
public final class Defaults {

    /** Seed of every random stream. */
    public static final long SEED = 1;
    /** Number of instances of a service. */
    public static final int INSTANCES = 1;
    /** Share of the requests to a service that succeed. */
    public static final double RELIABILITY = 1.0;
    /** Time a service instance takes for a request. */
    public static final Duration RESPONSE_TIME = Duration.ZERO;
    /** Relative frequency of a data chunk among those of its pool. */
    public static final double FREQUENCY = 1.0;
    /** Number of clients of a class of a closed workload. */
    public static final int CLIENTS = 1;
    /** Time between an answer and the next request in a closed workload. */
    public static final Duration THINK_TIME = Duration.ZERO;
    /** Number of repetitions of a case. */
    public static final int REPEAT = 1;
    /** The repetitions of each case whose spread decides how many repetitions a precision needs. */
    public static final int PILOTS = 5;
    /** Greatest number of repetitions of a case with a precision. */
    public static final int MOST_REPETITIONS = 20;
    /** Time under load before the measurement. */
    public static final Duration WARM_UP = Duration.ofSeconds(10);
    /** Time of the measurement. */
    public static final Duration MEASURE = Duration.ofSeconds(60);
    /** Longest wait of a client for an answer; the value of B10, section 5.2. */
    public static final Duration TIME_OUT = Duration.ofSeconds(30);
    /** Longest wait for answers at the end of a phase. */
    public static final Duration DRAIN = Duration.ofSeconds(5);
    /** Greatest number of trials of an exploration for each engine, where a load is searched for. */
    public static final int TRIALS = 20;
    /** The same where a configuration is searched for, those of its confirmation included. */
    public static final int CONFIGURATION_TRIALS = 60;
    /**
     * Number of blocks in which a selected configuration is measured against others: as many as an exact test of signs
     * needs.
     */
    public static final int CONFIRMATIONS = 6;
    /** Longest time of an exploration for each engine. */
    public static final Duration WITHIN = Duration.ofMinutes(30);
    /** The greatest distance of both ends of the found load, as a share of the lower end. */
    public static final double PRECISION = 0.2;
    /** The function of an objective that names none. */
    public static final StatisticFunction STATISTIC = StatisticFunction.AVERAGE;
    /** The number of requests of a functional check whose right answer does not depend on the answers of partners. */
    public static final int CHECKS = 1;
    /** The number of requests of a functional check whose right answer is computed from the answers of partners. */
    public static final int COMPUTED_CHECKS = 3;
    /** The formats of the report. */
    public static final List<ReportFormat> REPORT_FORMATS = List.of(ReportFormat.HTML);
    /** Port of a host's SSH server. */
    public static final int SSH_PORT = 22;
    /** Folder for files on a host with an address. On many systems {@code /tmp} is in memory, where no commit reaches a disk. */
    public static final String DIRECTORY = "/var/tmp/soabench";

    private Defaults() {}
}

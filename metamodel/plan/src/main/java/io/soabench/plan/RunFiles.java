package io.soabench.plan;

import java.nio.file.Path;
import java.util.Optional;

/** The names of the files and folders of a run (docs/reference/formats.md). No other class spells these names. */
public final class RunFiles {

    /** The plan: of a compiled testbed, and its copy in a run. */
    public static final String PLAN = "plan.json";

    /** The JSON Schema of {@link #PLAN} beside it. */
    public static final String PLAN_SCHEMA = "plan.schema.json";

    /** The file about one service instance for a mock host, see {@link MockPlan}. */
    public static final String MOCK = "mock.json";

    /** The journal of a run, see {@link RunRecord}. */
    public static final String RUN = "run.json";

    /** The lock of the program that works on the run; it exists only while the run goes on. */
    public static final String LOCK = "run.lock";

    /**
     * The environment of a run ({@link EnvironmentRecord}) or of a repetition
     * ({@link EnvironmentRecord.AroundRepetition}).
     */
    public static final String ENVIRONMENT = "environment.json";

    /** The descriptions of the metrics of servers, see {@link MetricRecord.File}. */
    public static final String METRICS = "metrics.json";

    /** The record of a repetition, see {@link RepetitionRecord}. */
    public static final String REPETITION = "repetition.json";

    /** The offsets of the clocks of hosts, see {@link ClockRecord}. */
    public static final String CLOCKS = "clocks.json";

    /** The events of a repetition with their times, see {@link CsvTable#EVENTS}. */
    public static final String EVENTS = "events.csv";

    /** Folder of all repetitions in the folder of a run. */
    public static final String CASES = "cases";

    /**
     * The folder of the calibration run within a run: it measures the response times of the harness itself. Also the
     * name of its only case.
     */
    public static final String CALIBRATION = "calibration";

    /** Folder of the run in a run that measures each case once more with a recording of its engine, see {@link EngineRecording}. */
    public static final String RECORDINGS = "recordings";

    /** Folder of the logs of a repetition. */
    public static final String LOGS = "logs";

    /** The folder of the files that are made from the results of a run. */
    public static final String REPORT = "report";

    /** The verdicts of a run for other programs, in {@link #REPORT}. */
    public static final String VERDICTS = "verdicts.json";

    /** The findings of a change series for other programs, in the folder {@link #REPORT} of several runs. */
    public static final String HISTORY = "history.json";

    /** The results of a run on one page of Markdown, in {@link #REPORT}. */
    public static final String SUMMARY = "summary.md";

    /** The objectives of a run as test cases, in {@link #REPORT}. */
    public static final String JUNIT = "junit.xml";

    /**
     * The result of an exploration, see {@link ExploreRecord}. With several engines, there is a file {@link #explore}
     * for each.
     */
    public static final String EXPLORE = "explore.json";

    /**
     * The folder of the trials of an exploration, in the folder of a run: the files that a driver left of each trial.
     */
    public static final String TRIALS = "trials";

    /** Link to the newest run, in the folder of all runs of a testbed. */
    public static final String LATEST = "latest";

    private static final String LOAD_CLIENT = "load-";

    /** Files of a repetition of which there is one for each server or client host. */
    public enum Each {
        /** Requests of a client host, see {@link CsvTable#SAMPLES}. */
        SAMPLES("samples-", ".csv"),
        /** The record that the load client of a host writes of itself, see {@link LoadRecord}. */
        LOAD(LOAD_CLIENT, ".json"),
        /** Answers that the load client of a host keeps to be compared with the right ones, see {@link KeptAnswers}. */
        ANSWERS("answers-", ".json"),
        /** Calls that a mock host received, see {@link CsvTable#CALLS}. */
        CALLS("calls-", ".csv"),
        /** Counters of an engine: a flat JSON object. */
        STATISTICS("statistics-", ".json"),
        /** Metrics of a server, or of a {@link #loadClient}, see {@link CsvTable#METRICS}. */
        METRICS("metrics-", ".csv"),
        /** Instances of an engine, by its own history, see {@link CsvTable#INSTANCES}. */
        INSTANCES("history-", ".csv");

        private final String before;
        private final String after;

        Each(String before, String after) {
            this.before = before;
            this.after = after;
        }

        /** Returns the name of the file of a server or client host. */
        public String of(String name) {
            return before + name + after;
        }

        /** Returns the server or client host of a file, also of one that was compressed ({@code .gz}); empty for other files. */
        public Optional<String> owner(String file) {
            String plain = file.endsWith(".gz") ? file.substring(0, file.length() - ".gz".length()) : file;
            return plain.startsWith(before)
                            && plain.endsWith(after)
                            && plain.length() > before.length() + after.length()
                    ? Optional.of(plain.substring(before.length(), plain.length() - after.length()))
                    : Optional.empty();
        }
    }

    private RunFiles() {}

    /** Returns the name of {@link #ENVIRONMENT} when the run was resumed for the {@code (n - 1)}-th time, n from 2. */
    public static String resumedEnvironment(int n) {
        return ENVIRONMENT.replace(".", "-" + n + ".");
    }

    /** Returns the folder of a repetition. */
    public static Path repetition(Path run, String caseId, int repetition) {
        return run.resolve(CASES).resolve(caseId).resolve(Integer.toString(repetition));
    }

    /** Returns the name of {@link #EXPLORE} for one of several engines. */
    public static String explore(String engine) {
        return EXPLORE.replace(".", "-" + engine + ".");
    }

    /** Returns the folder of a trial of an exploration. */
    public static Path trial(Path run, int trial) {
        return run.resolve(TRIALS).resolve(Integer.toString(trial));
    }

    /** Returns the name that the load client of a host has beside those of servers. */
    public static String loadClient(String host) {
        return LOAD_CLIENT + host;
    }

    /** Returns the client host whose {@link #loadClient} it is; empty when it is a server. */
    public static Optional<String> clientHost(String name) {
        return name.startsWith(LOAD_CLIENT) ? Optional.of(name.substring(LOAD_CLIENT.length())) : Optional.empty();
    }

    /** Returns the path of the verdicts of a run. */
    public static Path verdicts(Path run) {
        return run.resolve(REPORT).resolve(VERDICTS);
    }

    /** Returns the path of the results of a run on one page of Markdown. */
    public static Path summary(Path run) {
        return run.resolve(REPORT).resolve(SUMMARY);
    }

    /** Returns the path of the objectives of a run as test cases. */
    public static Path junit(Path run) {
        return run.resolve(REPORT).resolve(JUNIT);
    }
}

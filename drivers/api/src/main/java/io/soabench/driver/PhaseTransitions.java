package io.soabench.driver;

import io.soabench.plan.CasePlan;
import io.soabench.plugin.Lifecycle;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The table of the phases of one repetition. A row has the next phase after success, failure and interruption, the deadline, and the
 * phase that compensates for the effects. All drivers follow the same table.
 *
 * <p>There is no pause between warm-up and measurement: one load process sends both, so that the measured part begins in
 * the steady state that the warm-up reached.
 */
public final class PhaseTransitions {

    /** The end of a phase. */
    public enum Ending {
        DONE,
        FAILED,
        INTERRUPTED
    }

    /** The source of a phase's deadline; see {@link PhaseTransitions#deadline}. */
    public enum Limit {
        FIXED("%d s".formatted(FIXED_MS / 1000)),
        READY_PROBES("the longest of the servers' ready probes"),
        DEPLOY_ACTIONS("the sum of the deploy actions"),
        DEPLOYED_PROBE("the deployed probe + %d s".formatted(SLACK_MS / 1000)),
        CHECK_REQUESTS("the sum of the checks' time-outs + %d s".formatted(SLACK_MS / 1000)),
        WARM_UP_TIME("until the load clients are warm (%d s) + the warm-up".formatted(FIXED_MS / 1000)),
        MEASURE_TIME("the measurement + %d s".formatted(SLACK_MS / 1000)),
        DRAIN_TIME("the drain time + %d s".formatted(SLACK_MS / 1000)),
        STATISTICS_ACTIONS("the sum of the statistics and history actions + the drain time"),
        UNDEPLOY_ACTIONS("the sum of the undeploy actions"),
        GRACE("the sum of the grace times + %d s for each server".formatted(SLACK_MS / 1000));

        private final String words;

        Limit(String words) {
            this.words = words;
        }

        /** Returns the word for tables that people read. */
        public String words() {
            return words;
        }
    }

    /**
     * One row.
     *
     * @param next the phase after this one when it is done; {@code null} at the end
     * @param onFailure the phase after this one when it failed
     * @param onInterrupt the phase after this one when the user ended the run
     * @param undoneBy the phase that compensates for this one; {@code null} when it leaves nothing behind
     */
    public record Row(Phase phase, Limit limit, Phase next, Phase onFailure, Phase onInterrupt, Phase undoneBy) {}

    /** The limit of phases without another limit, milliseconds. */
    public static final long FIXED_MS = 60_000;

    /** Milliseconds that are added to deadlines of servers and load clients. */
    public static final long SLACK_MS = 15_000;

    private static final List<Row> ROWS = List.of(
            new Row(Phase.PLACE, Limit.FIXED, Phase.START, Phase.CLEAN, Phase.CLEAN, Phase.CLEAN),
            new Row(Phase.START, Limit.FIXED, Phase.READY, Phase.STOP, Phase.STOP, Phase.STOP),
            new Row(Phase.READY, Limit.READY_PROBES, Phase.DEPLOY, Phase.STOP, Phase.STOP, null),
            new Row(Phase.DEPLOY, Limit.DEPLOY_ACTIONS, Phase.DEPLOYED, Phase.UNDEPLOY, Phase.STOP, Phase.UNDEPLOY),
            new Row(Phase.DEPLOYED, Limit.DEPLOYED_PROBE, Phase.CHECK, Phase.UNDEPLOY, Phase.STOP, null),
            new Row(Phase.CHECK, Limit.CHECK_REQUESTS, Phase.WARM_UP, Phase.UNDEPLOY, Phase.STOP, null),
            new Row(Phase.WARM_UP, Limit.WARM_UP_TIME, Phase.MEASURE, Phase.UNDEPLOY, Phase.STOP, Phase.STOP),
            new Row(Phase.MEASURE, Limit.MEASURE_TIME, Phase.DRAIN, Phase.UNDEPLOY, Phase.STOP, null),
            new Row(Phase.DRAIN, Limit.DRAIN_TIME, Phase.COLLECT, Phase.UNDEPLOY, Phase.STOP, null),
            new Row(Phase.COLLECT, Limit.STATISTICS_ACTIONS, Phase.UNDEPLOY, Phase.UNDEPLOY, Phase.STOP, null),
            new Row(Phase.UNDEPLOY, Limit.UNDEPLOY_ACTIONS, Phase.STOP, Phase.STOP, Phase.STOP, null),
            new Row(Phase.STOP, Limit.GRACE, Phase.CLEAN, Phase.CLEAN, Phase.CLEAN, null),
            new Row(Phase.CLEAN, Limit.FIXED, null, null, null, null));

    private PhaseTransitions() {}

    /** Returns the rows in the order in which a repetition that succeeds takes them. */
    public static List<Row> rows() {
        return ROWS;
    }

    /** Returns the first phase of a repetition. */
    public static Phase first() {
        return ROWS.get(0).phase();
    }

    /** Returns the phase that follows, or nothing at the end. */
    public static Optional<Phase> after(Phase phase, Ending ending) {
        Row row = row(phase);
        return Optional.ofNullable(
                switch (ending) {
                    case DONE -> row.next();
                    case FAILED -> row.onFailure();
                    case INTERRUPTED -> row.onInterrupt();
                });
    }

    /**
     * Returns whether a phase compensates for earlier ones. Such a phase is finished even when the user ends the run, and the data of the
     * repetition are complete before the first of them begins.
     */
    public static boolean compensates(Phase phase) {
        return phase == Phase.UNDEPLOY || phase == Phase.STOP || phase == Phase.CLEAN;
    }

    /** Returns how long a phase may last for a case whose servers have these lifecycles, the system under test's last. */
    public static Duration deadline(Phase phase, CasePlan testCase, Collection<Lifecycle> servers) {
        long ms =
                switch (row(phase).limit()) {
                    case FIXED -> FIXED_MS;
                    case READY_PROBES ->
                        servers.stream()
                                .mapToLong(s -> s.ready().timeoutMs())
                                .max()
                                .orElse(0);
                    case DEPLOY_ACTIONS ->
                        servers.stream().mapToLong(s -> sum(s.deploy())).sum();
                    case DEPLOYED_PROBE ->
                        SLACK_MS
                                + servers.stream()
                                        .filter(s -> s.deployed() != null)
                                        .mapToLong(s -> s.deployed().timeoutMs())
                                        .max()
                                        .orElse(0);
                    case CHECK_REQUESTS -> SLACK_MS + testCase.checks().size() * checkTimeOutMs(testCase);
                    case WARM_UP_TIME -> FIXED_MS + testCase.schedule().warmUpMs();
                    case MEASURE_TIME -> SLACK_MS + testCase.schedule().measureMs();
                    case DRAIN_TIME -> SLACK_MS + testCase.schedule().drainMs();
                    case STATISTICS_ACTIONS ->
                        testCase.schedule().drainMs()
                                + servers.stream()
                                        .filter(s -> s.statistics() != null)
                                        .mapToLong(s -> s.statistics().timeoutMs() + historyMs(s))
                                        .sum();
                    case UNDEPLOY_ACTIONS ->
                        servers.stream().mapToLong(s -> sum(s.undeploy())).sum();
                    case GRACE ->
                        servers.stream()
                                .mapToLong(s -> SLACK_MS + s.stop().graceMs())
                                .sum();
                };
        return Duration.ofMillis(ms);
    }

    /**
     * Returns how long the answer to a functional check may take: the time-out of the case, but as long as other phases at least,
     * because a cold engine answers late.
     */
    public static long checkTimeOutMs(CasePlan testCase) {
        return Math.max(testCase.schedule().timeOutMs(), FIXED_MS);
    }

    private static long historyMs(Lifecycle server) {
        return server.metricRequest() == null || server.metricRequest().history() == null
                ? 0
                : server.metricRequest().history().timeoutMs();
    }

    private static long sum(List<Lifecycle.HttpAction> actions) {
        return actions.stream().mapToLong(Lifecycle.HttpAction::timeoutMs).sum();
    }

    private static Row row(Phase phase) {
        return ROWS.stream()
                .filter(r -> r.phase() == phase)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(phase.label() + " is not a phase of a repetition"));
    }

    /** Returns the table as a Mermaid state diagram. */
    public static String diagram() {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n");
        text.append("    [*] --> ").append(first()).append('\n');
        for (Row row : ROWS) {
            text.append("    ")
                    .append(row.phase())
                    .append(" : ")
                    .append(row.phase().label())
                    .append('\n');
            if (row.next() == null) {
                text.append("    ").append(row.phase()).append(" --> [*]\n");
                continue;
            }
            arrow(text, row.phase(), row.next(), "");
            if (row.onFailure() == row.onInterrupt()) {
                if (row.onFailure() != row.next()) {
                    arrow(text, row.phase(), row.onFailure(), "failed, interrupted");
                }
            } else {
                if (row.onFailure() != row.next()) {
                    arrow(text, row.phase(), row.onFailure(), "failed");
                }
                arrow(text, row.phase(), row.onInterrupt(), "interrupted");
            }
        }
        return text.toString();
    }

    private static void arrow(StringBuilder text, Phase from, Phase to, String label) {
        text.append("    ").append(from).append(" --> ").append(to);
        if (!label.isEmpty()) {
            text.append(" : ").append(label);
        }
        text.append('\n');
    }

    /** Returns the table in Markdown. */
    public static String table() {
        StringBuilder text = new StringBuilder("| phase | to | at the latest after | undone by |\n|---|---|---|---|\n");
        for (Row row : ROWS) {
            text.append("| ")
                    .append(row.phase().label())
                    .append(" | ")
                    .append(row.phase().purpose());
            text.append(" | ").append(row.limit().words()).append(" | ");
            text.append(row.undoneBy() == null ? "" : row.undoneBy().label()).append(" |\n");
        }
        return text.toString();
    }
}

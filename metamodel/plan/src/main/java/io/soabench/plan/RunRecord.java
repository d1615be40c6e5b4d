package io.soabench.plan;

import java.util.List;

/**
 * The journal of a run: {@code run.json}. It is rewritten after each step, so that an interrupted run can go on where it
 * stopped.
 *
 * @param id name of the run's folder
 * @param profile see {@link Plan#profile()}
 * @param modelHash hash of the model that was run, see {@link Plan#modelHash()}
 * @param startedAt ISO 8601 instant
 * @param endedAt ISO 8601 instant, or {@code null} while it runs
 * @param message one sentence when the state is not COMPLETED; otherwise empty
 * @param executions in the order of the plan
 */
public record RunRecord(
        String id,
        String testbed,
        long seed,
        String profile,
        String modelHash,
        String driver,
        String startedAt,
        String endedAt,
        State state,
        String message,
        List<ExecutionRecord> executions) {

    /** Older runs know no profile. */
    public RunRecord {
        profile = profile == null ? "" : profile;
    }

    /** State of a run or of one repetition in it. */
    public enum State {
        /** Not begun. */
        PENDING,
        /** Going on, or cut off: a run that is resumed finds it like this. */
        RUNNING,
        /** Done; the repetition's data are complete. */
        COMPLETED,
        /** Could not be done; the message says why, logs are kept. */
        FAILED,
        /** Ended by the user. */
        INTERRUPTED,
        /** Done, but while something else kept the machine busy: measured again when the run goes on. */
        DISTURBED
    }

    /**
     * One repetition of a case.
     *
     * @param phase the last phase that was entered, see {@code io.soabench.driver.Phase}
     */
    public record ExecutionRecord(String caseId, int repetition, State state, String phase, String message) {}
}

package io.soabench.plan;

import java.util.List;

/**
 * The journal of a run: {@code run.json}. It is rewritten after each step, so that an interrupted run can go on where it
 * stopped.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param id name of the run's folder
 * @param origin of the plan that is run
 * @param startedAt ISO 8601 instant
 * @param endedAt ISO 8601 instant, or {@code null} while it runs
 * @param message one sentence when the state is not COMPLETED; otherwise empty
 * @param executions in the order of the plan
 */
@FileFormat(version = RunRecord.FORMAT, remedy = "begin a new run")
public record RunRecord(
        int format,
        String id,
        ModelOrigin origin,
        String driver,
        String startedAt,
        String endedAt,
        State state,
        String message,
        List<ExecutionRecord> executions) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 1;

    /** Creates a journal of the version {@link #FORMAT}. */
    public RunRecord(
            String id,
            ModelOrigin origin,
            String driver,
            String startedAt,
            String endedAt,
            State state,
            String message,
            List<ExecutionRecord> executions) {
        this(FORMAT, id, origin, driver, startedAt, endedAt, state, message, executions);
    }

    /** Returns the same run in another state. */
    public RunRecord with(State now, String why, String ended, List<ExecutionRecord> course) {
        return new RunRecord(format, id, origin, driver, startedAt, ended, now, why, course);
    }

    /** State of a run or of one repetition in it. */
    public enum State {
        /** Not begun. */
        PENDING,
        /** Going on, or cut off: a run that is resumed finds it like this. */
        RUNNING,
        /** Done; the repetition's data are complete. */
        COMPLETED,
        /** The repetition failed; the message has the reason, logs are kept. */
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

package io.soabench.driver.run;

import io.soabench.driver.EventLog;
import io.soabench.driver.RunRefused;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.MetricRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The place of a run: the part in which drivers differ. Used by the run's thread, {@link #kill} excepted; when cases
 * run at the same time, {@link #fingerprint} and {@link #stage} are called by several threads, for different machines.
 */
public interface Platform extends AutoCloseable {

    /**
     * Waits until the remaining processes of an earlier driver's run have ended, and removes the rest.
     *
     * @param token of that run
     * @throws IOException when something of it cannot be removed
     */
    void recover(String token) throws IOException;

    /**
     * Checks everything that can be known before anything is started.
     *
     * @return the servers that cannot be started as things are, by name, each with the reason as a sentence: their cases are not
     *     tried, the others are run
     * @throws RunRefused with all reasons
     */
    Map<String, String> check();

    /**
     * Begins the run. When this method returns, {@link #close} is called at the end.
     *
     * @throws RunRefused when it cannot; nothing is left then
     */
    void begin();

    /** Returns the environment; asked for after {@link #check}. */
    EnvironmentRecord environment();

    /** Returns the metrics that are observed of servers. */
    List<MetricRecord> metrics();

    /** Returns the properties of the host of the system under test that may change while a suite runs. */
    EnvironmentRecord.Fingerprint fingerprint(CasePlan testCase);

    /**
     * Prepares one repetition.
     *
     * @param lane the setting of the calling thread
     * @param number unique within this run
     * @param folder of the repetition; exists
     * @throws IOException when it cannot begin for a reason that concerns other repetitions, too
     */
    ServerStage stage(RunSetting lane, Execution execution, int number, Path folder, EventLog events)
            throws IOException;

    /** Ends all processes of the run at once; called by another thread when the program must end and the run does not. */
    void kill();

    @Override
    void close();
}

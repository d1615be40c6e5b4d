package io.soabench.camunda.front;

import io.soabench.bpmn.EngineDatabase;
import java.nio.file.Path;

/**
 * The settings of an engine. Each other setting has the value with which the engine was released.
 *
 * @param folder for the files of an embedded database
 * @param database place of the tables
 * @param history level: {@code none}, {@code activity}, {@code audit} or {@code full}
 * @param connections of the pool to the database
 * @param jobs settings of the job executor
 * @param profile {@code STOCK} leaves the engine as released where a setting here has no effect; {@code TUNED} removes
 *     what costs and serves no answer
 * @param partnerConnections to one partner at a time
 * @param partnerTimeoutMs of a call
 */
record CamundaSettings(
        Path folder,
        EngineDatabase.Place database,
        String history,
        int connections,
        Jobs jobs,
        Profile profile,
        int partnerConnections,
        long partnerTimeoutMs) {

    /** A set of values for settings that have no option. */
    enum Profile {
        /** The values with which the engine was released. */
        STOCK,
        /** The engine without metrics and authorization, with identifiers that need no database. */
        TUNED
    }

    /**
     * The job executor. A value of 0 leaves the engine's own.
     *
     * @param active false where no process has asynchronous continuations
     * @param core threads that are always there
     * @param max threads at most
     * @param queue jobs that wait for a thread
     * @param perAcquisition jobs that one acquisition locks
     * @param waitMs between acquisitions that find nothing
     */
    record Jobs(boolean active, int core, int max, int queue, int perAcquisition, int waitMs) {}
}

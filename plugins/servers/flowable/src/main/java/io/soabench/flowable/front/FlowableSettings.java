package io.soabench.flowable.front;

import io.soabench.bpmn.EngineDatabase;
import java.nio.file.Path;

/**
 * The settings of an engine. Each other setting has the value with which the engine was released.
 *
 * @param folder for the files of an embedded database
 * @param database place of the tables
 * @param history level: {@code none}, {@code instance}, {@code activity}, {@code audit} or {@code full}
 * @param connections of the pool to the database
 * @param jobs settings of the asynchronous executor
 * @param profile {@code STOCK} leaves the engine as released where a setting here has no effect; {@code TUNED} removes
 *     what costs and serves no answer
 * @param parallelCalls whether calls of parallel branches in one transaction are made at once, by futures
 * @param partnerConnections to one partner at a time
 * @param partnerTimeoutMs of a call
 */
record FlowableSettings(
        Path folder,
        EngineDatabase.Place database,
        String history,
        int connections,
        Jobs jobs,
        Profile profile,
        boolean parallelCalls,
        int partnerConnections,
        long partnerTimeoutMs) {

    /** A set of values for settings that have no option. */
    enum Profile {
        /** The values with which the engine was released. */
        STOCK,
        /** The engine without identity management and event registry; failed jobs are tried again at once. */
        TUNED
    }

    /**
     * The asynchronous executor. A value of 0 leaves the engine's own.
     *
     * @param active false where no process has asynchronous continuations
     * @param threads that run jobs
     * @param queue jobs that wait for a thread
     * @param perAcquisition jobs that one acquisition locks
     * @param waitMs between acquisitions
     */
    record Jobs(boolean active, int threads, int queue, int perAcquisition, int waitMs) {}
}

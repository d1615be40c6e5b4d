package io.soabench.engine.runtime.kernel;

/** The results of recovering an instance from its records. */
public enum RecoveryResult {
    /** The instance runs again. */
    RUNS,
    /** The instance has ended, by its last record or by what followed from it. */
    ENDED,
    /** The instance does other steps than its records describe. It was removed without effects. */
    DIVERGED
}

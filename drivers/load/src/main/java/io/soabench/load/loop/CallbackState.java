package io.soabench.load.loop;

/** The progress of a request that a callback answers. */
enum CallbackState {
    /** The request is neither acknowledged nor called back. */
    SENT,
    /** The callback came before the acknowledgement. */
    CALLED,
    /** The request is acknowledged; only the callback is missing. */
    ACKNOWLEDGED,
    /** The request ends, or has ended. */
    OVER
}

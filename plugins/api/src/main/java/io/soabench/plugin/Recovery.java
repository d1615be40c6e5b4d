package io.soabench.plugin;

/** The state of an engine whose process was killed, after another start with the same command in the same folder. */
public enum Recovery {
    /** The engine does not start in a folder that was used, or cannot use its content. No event may kill it. */
    IMPOSSIBLE,
    /** The engine has no processes and no instances. Drivers deploy its processes again. */
    EMPTY,
    /** The engine has its processes and its instances. Nothing is deployed again. */
    ALL
}

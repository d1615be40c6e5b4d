package io.soabench.plugin;

import java.util.Locale;

/**
 * The state of process instances that survives a failure of their server. An engine that keeps its state in memory does
 * less work than one that writes each step to disk. Reports therefore name the durability wherever engines differ in
 * it.
 *
 * @param level extent of the state that survives
 * @param sentence end of a sentence whose beginning is the name of the server, for example {@code keeps instances in
 *     memory and loses them with its process}
 */
public record Durability(Level level, String sentence) {

    /** The levels. */
    public enum Level {
        /** No state survives the end of the process. */
        NONE,
        /** Each completed step survives the end of the process, but not that of the machine. */
        PROCESS,
        /** Each completed step was forced to disk. */
        DISK,
        /** The durability is not known. */
        UNKNOWN;

        /** Returns the spelling of the level in files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The durability of an engine that keeps all state in memory. */
    public static final Durability IN_MEMORY =
            new Durability(Level.NONE, "keeps instances in memory and loses them with its process");

    /** The durability of an engine about which nothing is known. */
    public static final Durability NOT_KNOWN =
            new Durability(Level.UNKNOWN, "may keep instances in memory or on disk, which is not known");
}

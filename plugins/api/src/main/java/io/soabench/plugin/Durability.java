package io.soabench.plugin;

import java.util.Locale;

/**
 * The state of process instances that a server keeps when it fails. An engine that keeps everything in memory does less work than one that
 * writes each step to disk, so a comparison of both must say so.
 *
 * @param level how much survives
 * @param sentence what happens with the state, as the end of a sentence that begins with the name of the server: {@code keeps instances in
 *     memory and loses them with its process}
 */
public record Durability(Level level, String sentence) {

    /** The levels. */
    public enum Level {
        /** Nothing survives the end of the process. */
        NONE,
        /** Each completed step survives the end of the process, but not that of the machine. */
        PROCESS,
        /** Each completed step was forced to disk. */
        DISK,
        /** Nobody has found out. */
        UNKNOWN;

        /** As files write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All state is in memory. */
    public static final Durability IN_MEMORY =
            new Durability(Level.NONE, "keeps instances in memory and loses them with its process");

    /** Nothing is known. */
    public static final Durability NOT_KNOWN =
            new Durability(Level.UNKNOWN, "may keep instances in memory or on disk, which is not known");
}

package io.soabench.plugin;

import java.util.Map;

/** The durability of a library engine whose parameter {@code database} names memory, a file or PostgreSQL. */
public final class DatabaseDurability {

    private static final Durability MEMORY = new Durability(
            Durability.Level.NONE,
            "keeps instances that wait in an embedded H2 database in memory and loses them with its process");

    private static final Durability FILE = new Durability(
            Durability.Level.UNKNOWN,
            "writes instances that wait to the file of an embedded H2 database, which may not be on disk at once");

    private static final Durability POSTGRESQL = new Durability(
            Durability.Level.DISK, "commits instances that wait to PostgreSQL, which forces each commit to disk");

    private static final Durability RELAXED = new Durability(
            Durability.Level.UNKNOWN,
            "commits instances that wait to PostgreSQL, whose settings do not force each commit to disk");

    private DatabaseDurability() {}

    /**
     * Returns the state after a kill by the parameter {@code database}. The layer in front of a library engine knows the
     * processes of its own start only, so it cannot go on with the instances of a database that survives.
     */
    public static Recovery recovery(Map<String, String> parameters) {
        return parameters.getOrDefault("database", "memory").equals("memory") ? Recovery.EMPTY : Recovery.IMPOSSIBLE;
    }

    /** Returns the durability by the parameters {@code database} and {@code database-settings}. */
    public static Durability of(Map<String, String> parameters) {
        return switch (parameters.getOrDefault("database", "memory")) {
            case "memory" -> MEMORY;
            case "file" -> FILE;
            default ->
                parameters.getOrDefault("database-settings", "").matches(".*\\b(fsync|synchronous_commit)\\s*=.*")
                        ? RELAXED
                        : POSTGRESQL;
        };
    }
}

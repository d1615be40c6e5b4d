package io.soabench.plugin;

import java.util.Map;

/** The durability of a library engine whose parameter {@code database} names memory, a file or a server. */
public final class DatabaseDurability {

    private static final Durability MEMORY = new Durability(
            Durability.Level.NONE,
            "keeps instances that wait in an embedded H2 database in memory and loses them with its process");

    private static final Durability FILE = new Durability(
            Durability.Level.UNKNOWN,
            "writes instances that wait to the file of an embedded H2 database, which may not be on disk at once");

    private static final Durability ELSEWHERE = new Durability(
            Durability.Level.UNKNOWN,
            "commits waiting instances to a database server, and whether a commit is on disk is not known");

    private DatabaseDurability() {}

    /**
     * Returns the state after a kill by the parameter {@code database}. The layer in front of a library engine knows the
     * processes of its own start only, so it cannot go on with the instances of a database that survives.
     */
    public static Recovery recovery(Map<String, String> parameters) {
        return parameters.getOrDefault("database", "memory").equals("memory") ? Recovery.EMPTY : Recovery.IMPOSSIBLE;
    }

    /** Returns the durability by the parameter {@code database}, where nothing is known of a server that it names. */
    public static Durability of(Map<String, String> parameters) {
        return switch (parameters.getOrDefault("database", "memory")) {
            case "memory" -> MEMORY;
            case "file" -> FILE;
            default -> ELSEWHERE;
        };
    }

    /**
     * Returns the durability of an engine whose database is a server.
     *
     * @param database durability of a commit
     */
    public static Durability on(Durability database) {
        return new Durability(
                database.level(), "commits waiting instances to a database server, which " + database.sentence());
    }
}

package io.soabench.bpmn;

import picocli.CommandLine.Option;

/** The options of an engine's program for its database. */
public final class DatabaseOptions {

    @Option(
            names = "--database",
            paramLabel = "WHERE",
            description =
                    "Where instances are kept: memory, file (an embedded H2), or the address of a database for JDBC (default: memory).")
    private String database = EngineDatabase.MEMORY;

    @Option(
            names = "--database-user",
            paramLabel = "NAME",
            description = "User of the database at an address, in which the engine makes a schema of its own.")
    private String user = "";

    @Option(
            names = "--database-secret",
            paramLabel = "FILE",
            description = "File with the password of that user, in the folder of secrets.")
    private String secret = "";

    /** Creates options that are not read yet. */
    public DatabaseOptions() {}

    /** Returns the place of the tables. */
    public EngineDatabase.Place place() {
        return new EngineDatabase.Place(database, user, secret);
    }
}

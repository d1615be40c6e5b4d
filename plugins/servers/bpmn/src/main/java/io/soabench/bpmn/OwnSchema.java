package io.soabench.bpmn;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** A schema for one engine in a database that others use, too. The opener closes it when no connection is open any more. */
final class OwnSchema implements AutoCloseable {

    /** The start of the names of schemas, by which a user finds the schemas of killed engines. */
    private static final String PREFIX = "soabench_";

    private final String name = PREFIX + UUID.randomUUID().toString().replace("-", "");
    private final String address;
    private final String user;
    private final String password;

    private OwnSchema(String address, String user, String password) {
        this.address = address;
        this.user = user;
        this.password = password;
    }

    /**
     * Makes an empty schema.
     *
     * @throws IllegalStateException with a sentence for the user, when the database does not let the user do so
     */
    static OwnSchema create(String address, String user, String password) {
        OwnSchema made = new OwnSchema(address, user, password);
        made.execute("CREATE SCHEMA " + made.name, "no schema can be made in the database " + address);
        return made;
    }

    String name() {
        return name;
    }

    private void execute(String command, String problem) {
        try (Connection connection = DriverManager.getConnection(address, user, password);
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        } catch (SQLException e) {
            throw new IllegalStateException(problem + " as user " + user + ": " + e.getMessage(), e);
        }
    }

    /** Drops the schema with all tables. */
    @Override
    public void close() {
        execute("DROP SCHEMA " + name + " CASCADE", "the schema " + name + " cannot be dropped; drop it in " + address);
    }
}

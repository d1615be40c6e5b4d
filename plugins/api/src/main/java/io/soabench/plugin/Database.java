package io.soabench.plugin;

/**
 * A server type whose servers keep the tables of engines. An engine names its database by a parameter ({@link
 * Engine#database}). {@link ServerType#durability} of such a type is the durability of a commit.
 */
public interface Database extends ServerType {

    /**
     * Returns the address for JDBC, as a template with {@code ${address}} and {@code ${port:<name>}}. It names the user, too,
     * but no password, which would stand in the records of runs.
     */
    String jdbcAddress();
}

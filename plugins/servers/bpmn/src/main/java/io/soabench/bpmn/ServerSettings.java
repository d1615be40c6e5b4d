package io.soabench.bpmn;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/** The settings in force of a PostgreSQL server, as the server itself reports them. */
final class ServerSettings {

    /** The prefix of the names of settings. */
    private static final String NAME = EngineDatabase.SETTING + "database.";

    private static final String PRODUCT = "PostgreSQL";

    /** Connections that only a superuser gets. */
    private static final String RESERVED = "superuser_reserved_connections";

    private static final String MOST = "max_connections";

    /** The settings that decide on durability, memory and the work beside the statements. */
    private static final List<String> NAMED = List.of(
            "autovacuum",
            "checkpoint_timeout",
            "commit_delay",
            "effective_cache_size",
            "fsync",
            "full_page_writes",
            MOST,
            "max_wal_size",
            "shared_buffers",
            RESERVED,
            "synchronous_commit",
            "wal_buffers",
            "wal_level",
            "wal_sync_method",
            "work_mem");

    /** Settings that the command of the server changes for the testbed, or that name a place. */
    private static final List<String> OF_PLACE = List.of("listen_addresses", "port", "unix_socket_directories");

    private ServerSettings() {}

    /**
     * Returns the settings of a server, values by names that begin with {@value #NAME}; none for other products.
     *
     * @param connections that the pool opens
     * @throws IllegalStateException with a sentence for the user, when the server takes fewer connections
     */
    static Map<String, Object> of(DataSource source, int connections) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (Connection connection = source.getConnection()) {
            if (!connection.getMetaData().getDatabaseProductName().equals(PRODUCT)) {
                return Map.of();
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT name, current_setting(name, true), source FROM pg_settings")) {
                while (rows.next()) {
                    String name = rows.getString(1);
                    boolean given = rows.getString(3).equals("command line") && !OF_PLACE.contains(name);
                    if (given || NAMED.contains(name)) {
                        found.put(name, String.valueOf(rows.getString(2)));
                    }
                }
            }
        }
        int most = Integer.parseInt(found.get(MOST)) - Integer.parseInt(found.get(RESERVED));
        if (connections > most) {
            throw new IllegalStateException(
                    "the pool has " + connections + " connections, but the database takes only " + most
                            + " of an engine; lower \"connections\" of the engine or raise \"max-connections\" of the database");
        }
        Map<String, Object> all = new LinkedHashMap<>();
        found.forEach((name, value) -> all.put(NAME + name, value));
        return all;
    }
}

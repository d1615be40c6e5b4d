package io.soabench.bpmn;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The database of an engine, with a pool of connections, whose use is counted: an embedded H2, or a PostgreSQL server of the engine alone. Safe
 * for use by many threads; the opener closes it after the engine.
 */
public final class EngineDatabase implements AutoCloseable {

    /** The place of the tables. */
    public enum Kind {
        /** The tables are in memory. */
        MEMORY,
        /** The tables are in a file below the server's folder. */
        FILE,
        /** The tables are in a new cluster of PostgreSQL, whose server ends with the engine. */
        POSTGRESQL
    }

    /** The prefix of the names of settings in the statistics of an engine. */
    public static final String SETTING = "setting.";

    /** Time until PostgreSQL takes connections. */
    private static final long START_MS = 60_000;

    private final SqlCounts counts = new SqlCounts();
    private final HikariDataSource pool;
    private final Optional<PostgresCluster> server;
    private final DataSource counted;
    private final Map<String, Object> settings;

    private EngineDatabase(HikariDataSource pool, Optional<PostgresCluster> server) {
        this.pool = pool;
        this.server = server;
        this.counted = counts.counted(pool);
        // The settings are read once, because the statistics are read under load, when no connection may be free.
        this.settings = Collections.unmodifiableMap(settings(pool));
    }

    /**
     * Opens an empty database.
     *
     * @param folder of the server, for files
     * @param connections of the pool, at least 2
     * @param settings of PostgreSQL that differ from its own, {@code NAME=VALUE} with blanks between them; ignored by H2
     * @throws IllegalStateException with a sentence for the user, when PostgreSQL is missing or does not start
     */
    public static EngineDatabase open(Kind kind, Path folder, int connections, String settings) {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(connections);
        config.setAutoCommit(false);
        return switch (kind) {
            case MEMORY -> embedded(config, "jdbc:h2:mem:engine;DB_CLOSE_DELAY=-1");
            case FILE ->
                embedded(
                        config,
                        "jdbc:h2:file:" + folder.toAbsolutePath().resolve("engine") + ";DB_CLOSE_ON_EXIT=FALSE");
            case POSTGRESQL -> postgres(config, folder, settings);
        };
    }

    private static EngineDatabase embedded(HikariConfig config, String address) {
        config.setJdbcUrl(address);
        config.setUsername("sa");
        config.setPassword("");
        return new EngineDatabase(new HikariDataSource(config), Optional.empty());
    }

    private static EngineDatabase postgres(HikariConfig config, Path folder, String settings) {
        List<String> words = Stream.of(settings.strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
        PostgresCluster server = PostgresCluster.start(config.getMaximumPoolSize(), words, folder.toAbsolutePath());
        try {
            config.setJdbcUrl(server.url());
            config.setUsername(server.user());
            config.setPassword(server.password());
            config.setInitializationFailTimeout(START_MS);
            return new EngineDatabase(new HikariDataSource(config), Optional.of(server));
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    /** Returns the data source for the engine. */
    public DataSource source() {
        return counted;
    }

    /**
     * Returns the settings in force, as the database reported them when it was opened: product and version, isolation
     * of transactions, connections of the pool.
     *
     * @return values by names that begin with {@value #SETTING}; fewer where the database does not answer
     */
    public Map<String, Object> settings() {
        return settings;
    }

    private static Map<String, Object> settings(HikariDataSource pool) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(SETTING + "connections", pool.getMaximumPoolSize());
        try (Connection connection = pool.getConnection()) {
            DatabaseMetaData product = connection.getMetaData();
            all.put(SETTING + "database", product.getDatabaseProductName() + " " + product.getDatabaseProductVersion());
            all.put(SETTING + "isolation", isolation(connection.getTransactionIsolation()));
        } catch (SQLException e) {
            all.put(SETTING + "database", "unknown: " + e.getMessage());
        }
        return all;
    }

    private static String isolation(int level) {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
            case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
            case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
            case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
            default -> "none";
        };
    }

    /** Returns the numbers of selects, changes, commits and rollbacks so far, by name. */
    public Map<String, Object> counts() {
        return counts.counts();
    }

    @Override
    public void close() {
        pool.close();
        server.ifPresent(PostgresCluster::close);
    }
}

package io.soabench.bpmn;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.soabench.front.FrontRefused;
import io.soabench.front.InstanceLines;
import io.soabench.plan.SecretFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The database of an engine, with a pool of connections, whose use is counted: an embedded H2, or a server of databases. Safe
 * for use by many threads; the opener closes it after the engine.
 */
public final class EngineDatabase implements AutoCloseable {

    /** The place of tables that are in memory. */
    public static final String MEMORY = "memory";

    /** The place of tables that are in a file below the server's folder. */
    public static final String FILE = "file";

    /** The prefix of the names of settings in the statistics of an engine. */
    public static final String SETTING = "setting.";

    private static final String ADDRESS = "jdbc:";

    /** Time until a server takes connections. A server of the testbed starts with the engine, and makes its files first. */
    private static final long START_MS = 180_000;

    /**
     * The place of the tables.
     *
     * @param name {@value #MEMORY}, {@value #FILE}, or the address of a database for JDBC
     * @param user of a database in which the engine makes a schema of its own; empty: the database is the engine's alone
     * @param secret name of the file of secrets with the user's password; empty: none
     */
    public record Place(String name, String user, String secret) {}

    private final SqlCounts counts = new SqlCounts();
    private final HikariDataSource pool;
    private final DataSource counted;
    private final Map<String, Object> settings;
    private final Optional<OwnSchema> schema;

    private EngineDatabase(HikariDataSource pool, Map<String, Object> settings, Optional<OwnSchema> schema) {
        this.pool = pool;
        this.schema = schema;
        this.counted = counts.counted(pool);
        // The settings are read once, because the statistics are read under load, when no connection may be free.
        this.settings = Collections.unmodifiableMap(settings);
    }

    /**
     * Opens an empty database.
     *
     * @param folder of the server, for files
     * @param connections of the pool, at least 2
     * @throws IllegalStateException with a sentence for the user, when the database cannot be used
     */
    public static EngineDatabase open(Place place, Path folder, int connections) {
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(connections);
        config.setAutoCommit(false);
        return switch (place.name()) {
            case MEMORY -> embedded(config, "jdbc:h2:mem:engine;DB_CLOSE_DELAY=-1");
            case FILE ->
                embedded(
                        config,
                        "jdbc:h2:file:" + folder.toAbsolutePath().resolve("engine") + ";DB_CLOSE_ON_EXIT=FALSE");
            default -> server(config, place);
        };
    }

    private static EngineDatabase embedded(HikariConfig config, String address) {
        config.setJdbcUrl(address);
        config.setUsername("sa");
        config.setPassword("");
        HikariDataSource pool = new HikariDataSource(config);
        return new EngineDatabase(pool, settings(pool), Optional.empty());
    }

    private static EngineDatabase server(HikariConfig config, Place place) {
        requireDriver(place.name());
        config.setJdbcUrl(place.name());
        config.setInitializationFailTimeout(START_MS);
        if (place.user().isEmpty()) {
            return opened(config, Optional.empty());
        }
        String password = place.secret().isEmpty()
                ? ""
                : SecretFile.read("the database " + place.name() + " ", place.secret(), System.getenv());
        config.setUsername(place.user());
        config.setPassword(password);
        OwnSchema schema = OwnSchema.create(place.name(), place.user(), password);
        try {
            // The address names the schema: the pool would set it within a transaction that may be rolled back.
            config.setJdbcUrl(
                    place.name() + (place.name().indexOf('?') < 0 ? '?' : '&') + "currentSchema=" + schema.name());
            return opened(config, Optional.of(schema));
        } catch (RuntimeException | Error e) {
            try {
                schema.close();
            } catch (IllegalStateException remains) {
                e.addSuppressed(remains);
            }
            throw e;
        }
    }

    private static void requireDriver(String address) {
        if (!address.startsWith(ADDRESS)) {
            throw new IllegalStateException("--database=" + address + " is no place for tables; use " + MEMORY + ", "
                    + FILE + " or an address that begins with " + ADDRESS);
        }
        try {
            DriverManager.getDriver(address);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "there is no JDBC driver for " + address + " on the class path; use jdbc:postgresql://…", e);
        }
    }

    private static EngineDatabase opened(HikariConfig config, Optional<OwnSchema> schema) {
        HikariDataSource pool = new HikariDataSource(config);
        try {
            Map<String, Object> settings = settings(pool);
            settings.putAll(ServerSettings.of(pool, config.getMaximumPoolSize()));
            return new EngineDatabase(pool, settings, schema);
        } catch (SQLException e) {
            pool.close();
            throw new IllegalStateException("the settings of the database cannot be read: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    /** Returns the schema of the engine, in a database that others use, too. */
    public Optional<String> schema() {
        return schema.map(OwnSchema::name);
    }

    /** Returns the data source for the engine. */
    public DataSource source() {
        return counted;
    }

    /**
     * Returns the settings in force, as the database reported them when it was opened: product and version, isolation
     * of transactions, connections of the pool, and those settings of a server that matter for its speed.
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

    /**
     * Adds the instances that the engine has kept, the last begun first.
     *
     * @param history the engine's level of history, for a refusal
     * @throws FrontRefused when the engine keeps none, or the database does not answer
     */
    public void instances(String history, InstanceLines lines) throws FrontRefused {
        if (history.equals("none")) {
            throw new FrontRefused(
                    "the engine runs with history none, so it keeps no instances; choose another history");
        }
        // Its statements are not the engine's, so they are not counted.
        InstanceTable.read(pool, lines);
    }

    /** Returns the numbers of selects, changes, commits and rollbacks so far, by name. */
    public Map<String, Object> counts() {
        return counts.counts();
    }

    @Override
    public void close() {
        pool.close();
        schema.ifPresent(OwnSchema::close);
    }
}

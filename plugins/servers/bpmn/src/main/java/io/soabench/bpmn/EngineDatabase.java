package io.soabench.bpmn;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The database of an engine: an embedded H2 with a pool of connections, whose use is counted. Safe for use by many threads; the opener closes it
 * after the engine.
 */
public final class EngineDatabase implements AutoCloseable {

    /** The place of the tables. */
    public enum Kind {
        /** In memory. */
        MEMORY,
        /** In a file below the server's folder. */
        FILE
    }

    private final SqlCounts counts = new SqlCounts();
    private final HikariDataSource pool;
    private final DataSource counted;

    private EngineDatabase(HikariDataSource pool) {
        this.pool = pool;
        this.counted = counts.counted(pool);
    }

    /**
     * Opens an empty database.
     *
     * @param folder of the server, for the file
     * @param connections of the pool, at least 2
     */
    public static EngineDatabase open(Kind kind, Path folder, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(
                switch (kind) {
                    case MEMORY -> "jdbc:h2:mem:engine;DB_CLOSE_DELAY=-1";
                    case FILE ->
                        "jdbc:h2:file:" + folder.toAbsolutePath().resolve("engine") + ";DB_CLOSE_ON_EXIT=FALSE";
                });
        config.setUsername("sa");
        config.setPassword("");
        config.setMaximumPoolSize(connections);
        config.setAutoCommit(false);
        return new EngineDatabase(new HikariDataSource(config));
    }

    /** Returns the data source for the engine. */
    public DataSource source() {
        return counted;
    }

    /** Returns the numbers of selects, changes, commits and rollbacks so far, by name. */
    public Map<String, Object> counts() {
        return counts.counts();
    }

    @Override
    public void close() {
        pool.close();
    }
}

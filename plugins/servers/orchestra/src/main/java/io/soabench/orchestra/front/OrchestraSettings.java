package io.soabench.orchestra.front;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of Orchestra. Everything that is not here has the value with which Orchestra was released.
 *
 * @param work an existing folder for files that end with the server
 * @param database place of the instances
 * @param jobThreads threads that continue instances
 * @param invokeThreads threads that call partners
 * @param connections connections to the database
 */
record OrchestraSettings(Path work, Database database, int jobThreads, int invokeThreads, int connections) {

    /** The places of the tables of the embedded database. */
    enum Database {
        MEMORY,
        FILE
    }

    private static final String HIBERNATE = "hibernate.properties";

    /** The lock time-out of the database. It is long, because Orchestra repeats a refused step only a few times. */
    private static final String LOCK_TIMEOUT = ";LOCK_TIMEOUT=10000";

    /** The connections for statistics, for a deployment or removal, and the one that must stay free. */
    private static final int OTHER_CONNECTIONS = 3;

    /**
     * Returns how many requests may be in the transaction that takes them. Orchestra's transactions hold a connection, and ask for a second
     * one whenever they need numbers for new rows; if all connections were held, each would wait for the others for ever.
     */
    int handledAtOnce() {
        return Math.max(1, connections - jobThreads - invokeThreads - OTHER_CONNECTIONS);
    }

    /**
     * Writes the settings of Hibernate where Orchestra reads them.
     *
     * @return the prefix of the file's name that Orchestra asks for
     */
    String writeHibernate() throws IOException {
        Path file = work.toAbsolutePath().resolve(HIBERNATE);
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.ISO_8859_1)) {
            for (Map.Entry<String, String> entry : hibernate().entrySet()) {
                out.write(entry.getKey() + '=' + entry.getValue().replace("\\", "\\\\") + '\n');
            }
        }
        return file.toString().substring(0, file.toString().length() - HIBERNATE.length());
    }

    private Map<String, String> hibernate() {
        Map<String, String> values = new TreeMap<>();
        values.put("hibernate.connection.driver_class", "org.h2.Driver");
        values.put("hibernate.connection.url", url());
        values.put("hibernate.connection.username", "sa");
        values.put("hibernate.connection.password", "");
        values.put("hibernate.dialect", "org.hibernate.dialect.H2Dialect");
        values.put("hibernate.hbm2ddl.auto", "create");
        values.put("hibernate.connection.provider_class", "org.hibernate.connection.C3P0ConnectionProvider");
        values.put("hibernate.c3p0.min_size", "2");
        values.put("hibernate.c3p0.max_size", Integer.toString(connections));
        values.put("hibernate.c3p0.max_statements", "0");
        values.put("hibernate.cache.use_second_level_cache", "true");
        values.put("hibernate.cache.region.factory_class", "net.sf.ehcache.hibernate.EhCacheRegionFactory");
        return values;
    }

    private String url() {
        return switch (database) {
            case MEMORY -> "jdbc:h2:mem:orchestra;DB_CLOSE_DELAY=-1" + LOCK_TIMEOUT;
            case FILE ->
                "jdbc:h2:file:" + work.toAbsolutePath().resolve("orchestra") + ";DB_CLOSE_ON_EXIT=FALSE" + LOCK_TIMEOUT;
        };
    }
}

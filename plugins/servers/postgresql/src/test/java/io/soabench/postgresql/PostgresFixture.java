package io.soabench.postgresql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Template;
import io.soabench.testing.ReadyLine;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A server of the type in a process of its own, as drivers start it. */
public final class PostgresFixture implements AutoCloseable {

    private static final Map<String, String> DEFAULTS = Map.of(
            "version", "0", "fsync", "true", "shared-buffers", "16777216", "max-connections", "20", "settings", "");

    private static final long DEADLINE_S = 240;

    private final Map<String, String> parameters = new HashMap<>(DEFAULTS);
    private final Path work;
    private final int port = TestPorts.next();
    private final Process process;
    private final BufferedReader out;
    private Path cluster;

    /**
     * Starts a server; the test is skipped where PostgreSQL is not installed, unless the property {@code
     * soabench.postgresql.required} demands it.
     *
     * @param folder in which the work folder of the server is made
     * @param changed parameters that differ from the defaults of these tests
     */
    public PostgresFixture(Path folder, Map<String, String> changed) throws IOException {
        this(folder, changed, UnaryOperator.identity());
    }

    /** @param script changes the script that starts the server */
    PostgresFixture(Path folder, Map<String, String> changed, UnaryOperator<String> script) throws IOException {
        assumeTrue(
                Files.isDirectory(Path.of("/usr/lib/postgresql")) || Boolean.getBoolean("soabench.postgresql.required"),
                "PostgreSQL is not installed");
        parameters.putAll(changed);
        work = Files.createTempDirectory(folder, "postgresql-");
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
        Lifecycle life = new PostgresServerType().lifecycle();
        for (Map.Entry<String, String> file : life.files().entrySet()) {
            Files.writeString(work.resolve(file.getKey()), script.apply(Template.fill(file.getValue(), this::value)));
        }
        process = new ProcessBuilder(Placeholders.arguments(life.start().arguments(), this::value))
                .directory(work.toFile())
                .redirectError(work.resolve("error.txt").toFile())
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private String value(String name) {
        return switch (name) {
            case "work" -> work.toString();
            case "address" -> "127.0.0.1";
            case "port:sql" -> Integer.toString(port);
            default -> Placeholders.parameter(name, parameters);
        };
    }

    /** Waits for the line {@code ready}, and returns the folder of the cluster. */
    public Path ready() throws IOException, InterruptedException {
        String line = ReadyLine.await(out, Duration.ofSeconds(DEADLINE_S), this::errors);
        cluster = Path.of(line.replaceAll(".* in (/\\S+), on .*", "$1"));
        return cluster;
    }

    /** Returns the address for JDBC. */
    public String address() {
        return Template.fill(new PostgresServerType().jdbcAddress(), this::value);
    }

    /**
     * Gives the engine's user a password, which the server demands from now on.
     *
     * @return the address without a user
     */
    public String demandPassword(String password) throws Exception {
        try (Connection connection = DriverManager.getConnection(address());
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER ROLE engine PASSWORD '" + password + "'");
        }
        Files.writeString(cluster.resolve("data/pg_hba.conf"), "host engine engine all scram-sha-256\n");
        long postmaster = process.children().findFirst().orElseThrow().pid();
        new ProcessBuilder("kill", "-HUP", Long.toString(postmaster)).start().waitFor();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (isOpen()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("PostgreSQL demands no password");
            }
            Thread.sleep(20);
        }
        return address().replaceFirst("\\?.*", "");
    }

    private boolean isOpen() {
        try {
            DriverManager.getConnection(address()).close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Returns the work folder. */
    public Path work() {
        return work;
    }

    /** Returns what the server has written to standard error. */
    public String errors() throws IOException {
        return Files.readString(work.resolve("error.txt"));
    }

    /** Returns the processes that the shell has started. */
    public List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    /** Asks the server to end, and returns its exit status. */
    public int stop() throws InterruptedException {
        process.destroy();
        return end();
    }

    /** Waits for the end, and returns the exit status. */
    public int end() throws InterruptedException {
        if (!process.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
            throw new AssertionError("PostgreSQL does not end");
        }
        return process.exitValue();
    }

    /** Kills the shell alone. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}

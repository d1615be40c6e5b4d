package io.soabench.postgresql;

import io.soabench.plugin.Database;
import io.soabench.plugin.Durability;
import io.soabench.plugin.HostProgram;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The server type of PostgreSQL with a new cluster for each repetition. Its programs are those of the host. A shell makes the cluster, starts the
 * server as a user without privileges, and removes the cluster.
 */
public final class PostgresServerType implements Database {

    private static final String SCRIPT = "cluster.sh";

    /** The value of the parameter {@code version} that stands for the newest one of the host. */
    private static final String NEWEST = "0";

    /** The time limit of a start, in which the cluster is made: two seconds on an idle machine. */
    private static final long READY_MS = 120_000;

    /** The time from SIGTERM to SIGKILL. The server ends without writing its pages, and its files are removed. */
    private static final long STOP_MS = 30_000;

    /** Settings by which a commit may be lost. On a command line, a dash in their names stands for an underscore. */
    private static final Pattern RELAXED =
            Pattern.compile("(?is).*\\b(fsync|synchronous[-_]commit|full[-_]page[-_]writes)\\s*=.*");

    private static final Durability DISK =
            new Durability(Durability.Level.DISK, "forces each commit to disk (PostgreSQL, fsync on)");

    private static final Durability PROCESS = new Durability(
            Durability.Level.PROCESS, "leaves each commit to the operating system (PostgreSQL, fsync off)");

    private static final Durability UNKNOWN = new Durability(
            Durability.Level.UNKNOWN, "has settings by which a commit may not be on disk at once (PostgreSQL)");

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String licence() {
        return "PostgreSQL";
    }

    @Override
    public List<String> limits() {
        return List.of(
                "Its programs are those of the host: install Debian's package postgresql there.",
                "It does not run as root: for root, the cluster belongs to the user postgres, which that package makes.",
                "Everything is gone with it: each repetition has a new cluster.",
                "Who reaches its port can read and change the tables of the engine: let only the hosts of the testbed reach it.");
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        if (RELAXED.matcher(parameters.getOrDefault("settings", "")).matches()) {
            return UNKNOWN;
        }
        return Boolean.parseBoolean(parameters.getOrDefault("fsync", "true")) ? DISK : PROCESS;
    }

    @Override
    public List<Program> programs() {
        return List.of();
    }

    /** Returns the program that {@value #SCRIPT} looks for. The user that a host needs for root is known only at the start. */
    @Override
    public List<HostProgram> hostPrograms(Map<String, String> parameters) {
        String version = parameters.getOrDefault("version", NEWEST);
        boolean any = version.equals(NEWEST);
        return List.of(new HostProgram(
                "initdb",
                List.of("/usr/lib/postgresql/" + (any ? "*" : version) + "/bin/initdb"),
                any ? "PostgreSQL" : "PostgreSQL " + version,
                any
                        ? "install the package postgresql there"
                        : "install the package postgresql-" + version + " there, or choose another version"));
    }

    @Override
    public String jdbcAddress() {
        return "jdbc:postgresql://${address}:${port:sql}/engine?user=engine";
    }

    @Override
    public Lifecycle lifecycle() {
        return Lifecycle.of(
                        List.of(
                                "/bin/sh",
                                "${work}/" + SCRIPT,
                                "${work}",
                                "${address}",
                                "${port:sql}",
                                "${param:version}",
                                "fsync=${param:fsync}",
                                "shared_buffers=${param:shared-buffers:MiB}MB",
                                "max_connections=${param:max-connections}",
                                "${param:settings:words}"),
                        new Probe("line:ready", 0, READY_MS))
                .files(Map.of(SCRIPT, script()))
                .logs("*.log")
                .graceMs(STOP_MS)
                .build();
    }

    private static String script() {
        try (InputStream in = PostgresServerType.class.getResourceAsStream(SCRIPT)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.soabench.bpmn;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A PostgreSQL server for one engine: a new cluster in a new folder, on a loopback port, which ends with the engine. It
 * has the default settings of PostgreSQL, so each commit is on the disk before it is answered. Its programs are those
 * of the operating system.
 *
 * <p>PostgreSQL refuses to run as root. For root, the cluster belongs to the user {@code postgres}, which the package
 * of the operating system creates. The server ends when this process ends for any reason, because a shell waits for the
 * end of a pipe. For one thread at a time.
 */
final class PostgresCluster implements AutoCloseable {

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");

    /** A folder that each user may enter. That of this virtual machine for temporary files is often the work folder. */
    private static final Path OPEN = Path.of("/var/tmp");

    private static final String PREFIX = "soabench-postgresql-";
    private static final String USER = "postgres";
    private static final String NAME = "engine";
    private static final long TIMEOUT_S = 60;
    private static final long RETRY_MS = 50;
    private static final Pattern VERSION = Pattern.compile("(\\d+(?:\\.\\d+)*)");

    /**
     * Ends the server when standard input ends, and removes its folder when the server has ended. The first word is the folder, the rest the
     * command.
     */
    private static final String GUARD =
            "\"$@\" </dev/null & p=$!; exec 3<&0; { cat <&3 >/dev/null; kill -INT $p; } 2>/dev/null & wait $p; s=$?;"
                    + " rm -rf -- \"$0\"; exit $s";

    private final String password;
    private final int port;
    private final Process guard;

    private PostgresCluster(String password, int port, Process guard) {
        this.password = password;
        this.port = port;
        this.guard = guard;
    }

    /**
     * Makes a cluster and starts its server, which takes connections when this returns.
     *
     * @param connections that the server takes at a time
     * @param settings further settings, {@code NAME=VALUE}
     * @param work folder of the engine, for the server's log, and for the cluster where PostgreSQL may enter it
     * @throws IllegalStateException with a sentence for the user, when there is no PostgreSQL or it does not start
     */
    static PostgresCluster start(int connections, List<String> settings, Path work) {
        Path programs = programs();
        Path log = work.resolve("postgresql.log");
        try {
            Path folder = isRoot() && !isOpen(work)
                    ? Files.createTempDirectory(OPEN, PREFIX)
                    : Files.createTempDirectory(work, PREFIX);
            try {
                return startServer(programs, folder, connections, settings, log);
            } catch (IOException | RuntimeException | Error e) {
                remove(folder);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while PostgreSQL starts", e);
        }
    }

    private static PostgresCluster startServer(
            Path programs, Path folder, int connections, List<String> settings, Path log)
            throws IOException, InterruptedException {
        String password = newPassword();
        Path secret = folder.resolve("password");
        Files.writeString(secret, password);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        boolean root = isRoot();
        if (root) {
            run("chown", List.of("chown", "-R", USER, folder.toString()), log);
        }
        Path data = folder.resolve("data");
        run(
                "initdb",
                asUser(
                        root,
                        programs.resolve("initdb").toString(),
                        "-D",
                        data.toString(),
                        "-U",
                        NAME,
                        "-A",
                        "scram-sha-256",
                        "--pwfile=" + secret,
                        "-E",
                        "UTF8",
                        "--locale=C",
                        "--no-sync"),
                log);
        Files.delete(secret);
        int port = freePort();
        List<String> server = new ArrayList<>(asUser(
                root,
                programs.resolve("postgres").toString(),
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                // Some connections are kept for the superuser.
                "max_connections=" + (connections + 10)));
        for (String setting : settings) {
            server.addAll(List.of("-c", setting));
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", GUARD, folder.toString()));
        command.addAll(server);
        Process guard = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        PostgresCluster cluster = new PostgresCluster(password, port, guard);
        cluster.awaitConnections(log);
        String disk = Files.getFileStore(folder).type();
        System.err.println("PostgreSQL " + version(programs) + " in " + folder + ", on " + disk
                + (disk.equals("tmpfs") ? ": its commits are in memory, not on a disk" : ""));
        return cluster;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** Returns whether each user may pass through a folder and those above it. */
    private static boolean isOpen(Path folder) throws IOException {
        for (Path each = folder; each != null; each = each.getParent()) {
            if (!Files.getPosixFilePermissions(each).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the folder with the programs of the newest version that is installed. */
    private static Path programs() {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> versions = Files.isDirectory(PACKAGES) ? Files.list(PACKAGES) : Stream.empty()) {
            versions.map(each -> each.resolve("bin"))
                    .filter(each -> Files.isExecutable(each.resolve("initdb")))
                    .sorted(Comparator.comparing((Path each) ->
                                    number(each.getParent().getFileName().toString()))
                            .reversed())
                    .forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String each : Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1)) {
            if (!each.isEmpty() && Files.isExecutable(Path.of(each, "initdb"))) {
                found.add(Path.of(each));
            }
        }
        return found.stream()
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(
                                "there is no PostgreSQL on this host; install the package postgresql, or choose database memory or file"));
    }

    /** Waits until the server accepts connections. While it starts up, it may still refuse sessions on them. */
    private void awaitConnections(Path log) throws InterruptedException {
        long tries = TimeUnit.SECONDS.toMillis(TIMEOUT_S) / RETRY_MS;
        for (long n = 0; n < tries; n++) {
            if (!guard.isAlive()) {
                close();
                throw new IllegalStateException("PostgreSQL does not start; see " + log.getFileName());
            }
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                guard.waitFor(RETRY_MS, TimeUnit.MILLISECONDS);
            }
        }
        close();
        throw new IllegalStateException(
                "PostgreSQL takes no connection within " + TIMEOUT_S + " s; see " + log.getFileName());
    }

    /** Returns whether PostgreSQL is installed on this host. */
    static boolean isInstalled() {
        try {
            return Files.isDirectory(programs());
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static double number(String version) {
        return version.matches("\\d+(\\.\\d+)?") ? Double.parseDouble(version) : 0;
    }

    private static String version(Path programs) throws IOException {
        Process process = new ProcessBuilder(programs.resolve("postgres").toString(), "--version").start();
        Matcher matcher = VERSION.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return matcher.find() ? matcher.group(1) : "";
    }

    private static List<String> asUser(boolean root, String... command) {
        List<String> all = new ArrayList<>();
        if (root) {
            all.addAll(List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups"));
        }
        all.addAll(List.of(command));
        return all;
    }

    /** Runs the command of a program to its end. */
    private static void run(String program, List<String> command, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(
                    program + " did not end within " + TIMEOUT_S + " s; see " + log.getFileName());
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException("PostgreSQL cannot be set up: " + program + " ended with status "
                    + process.exitValue() + "; see " + log.getFileName());
        }
    }

    private static String newPassword() {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
        } catch (IOException e) {
            // The operating system empties its folder for temporary files.
        }
    }

    /** Returns the address for JDBC. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Returns the user who owns everything. */
    String user() {
        return NAME;
    }

    /** Returns the user's password, made for this cluster. */
    String password() {
        return password;
    }

    /** Ends the server at once, without the work that is open, and removes its folder. */
    @Override
    public void close() {
        try {
            guard.getOutputStream().close();
            if (!guard.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
                guard.descendants().forEach(ProcessHandle::destroyForcibly);
                guard.destroyForcibly();
            }
        } catch (IOException e) {
            guard.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            guard.destroyForcibly();
        }
    }
}

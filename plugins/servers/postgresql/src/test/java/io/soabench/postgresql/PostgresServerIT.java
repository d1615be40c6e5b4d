package io.soabench.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real PostgreSQL, started as drivers start it. */
@Tag("it")
@Timeout(600)
class PostgresServerIT {

    @TempDir
    Path folder;

    /** A temporary folder of a test is for its owner only; work folders of drivers are not. */
    @BeforeEach
    void open() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + name)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void shouldHaveTheSettingsOfItsParametersAndEndWithoutALeftover() throws Exception {
        try (PostgresFixture server = new PostgresFixture(
                folder,
                Map.of(
                        "fsync", "false",
                        "shared-buffers", "33554432",
                        "max-connections", "17",
                        "settings", "jit=off  work_mem=8MB"))) {
            assertThat(server.ready()).isEqualTo(server.work().resolve("cluster"));
            try (Connection connection = DriverManager.getConnection(server.address());
                    Statement statement = connection.createStatement()) {
                assertThat(setting(connection, "fsync")).isEqualTo("off");
                assertThat(setting(connection, "shared_buffers")).isEqualTo("32MB");
                assertThat(setting(connection, "max_connections")).isEqualTo("17");
                assertThat(setting(connection, "work_mem")).isEqualTo("8MB");
                statement.execute("CREATE TABLE orders (id INTEGER)");
                statement.execute("INSERT INTO orders VALUES (1)");
            }
            List<ProcessHandle> children = server.children();
            assertThat(children).as("postmaster and its processes").hasSizeGreaterThan(3);

            assertThat(server.stop()).isZero();

            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertThat(server.work().resolve("cluster")).doesNotExist();
            assertThat(server.work().resolve("initdb.log")).isNotEmptyFile();
        }
    }

    @Test
    void shouldGiveEnginesARoleWithoutPrivileges() throws Exception {
        try (PostgresFixture server = new PostgresFixture(folder, Map.of())) {
            server.ready();
            try (Connection connection = DriverManager.getConnection(server.address());
                    Statement statement = connection.createStatement()) {
                assertThat(setting(connection, "is_superuser")).isEqualTo("off");
                assertThatThrownBy(() -> statement.execute("COPY (SELECT 1) TO PROGRAM 'cat'"))
                        .isInstanceOf(SQLException.class);
            }
            String asOwner = server.address().replace("user=engine", "user=postgres");
            assertThatThrownBy(() -> DriverManager.getConnection(asOwner)).hasMessageContaining("pg_hba.conf");
        }
    }

    @Test
    void shouldEndWhenItsShellIsKilled() throws Exception {
        try (PostgresFixture server = new PostgresFixture(folder, Map.of())) {
            server.ready();
            List<ProcessHandle> children = server.children();
            assertThat(children).isNotEmpty();

            server.kill();

            for (ProcessHandle child : children) {
                child.onExit().get(120, TimeUnit.SECONDS);
            }
        }
    }

    /** A folder that only root may enter is no place for the cluster of another user. */
    @Test
    void shouldStartWhereItsUserMayNotEnterTheWorkFolder() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        try (PostgresFixture server = new PostgresFixture(folder, Map.of())) {
            Path cluster = server.ready();
            assertThat(cluster).isDirectory();

            assertThat(server.stop()).isZero();

            assertThat(cluster).doesNotExist();
        }
    }

    /** In the work folder it goes with that; this is about the place for those who may not enter the work folder. */
    @Test
    void shouldRemoveTheClusterOfAServerThatWasKilledAndNoOther() throws Exception {
        UnaryOperator<String> elsewhere = script -> script.replace("if unprivileged test -x \"$work\"", "if false");
        Map<String, String> relaxed = Map.of("fsync", "false");
        try (PostgresFixture running = new PostgresFixture(folder, relaxed, elsewhere);
                PostgresFixture killed = new PostgresFixture(folder, relaxed, elsewhere)) {
            Path used = running.ready();
            Path left = killed.ready();
            List<ProcessHandle> children = killed.children();
            killed.kill();
            for (ProcessHandle child : children) {
                child.onExit().get(120, TimeUnit.SECONDS);
            }
            assertThat(left).isDirectory().hasParent(Path.of("/var/tmp"));

            try (PostgresFixture next = new PostgresFixture(folder, relaxed, elsewhere)) {
                assertThat(next.ready()).isNotEqualTo(left);

                assertThat(left).doesNotExist();
                assertThat(used).isDirectory();
            }
            assertThat(running.stop()).isZero();
            assertThat(used).doesNotExist();
        }
    }

    @Test
    void shouldRefuseASettingThatIsNone() throws Exception {
        try (PostgresFixture server = new PostgresFixture(folder, Map.of("settings", "shared_memory_of=many"))) {
            assertThat(server.end()).isEqualTo(2);
            assertThat(server.errors())
                    .contains("unrecognized configuration parameter \"shared_memory_of\"")
                    .endsWith("PostgreSQL does not start; its reason is above\n");
        }
    }

    /** A commit that is forced to disk needs a disk, and one that is not may be in memory. */
    @Test
    void shouldForceCommitsToNothingButADisk() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(
                Files.isDirectory(memory) && Files.getFileStore(memory).type().equals("tmpfs"), "there is no tmpfs");
        Path inMemory = Files.createTempDirectory(memory, "postgresql-");
        try {
            Files.setPosixFilePermissions(inMemory, PosixFilePermissions.fromString("rwxr-xr-x"));
            try (PostgresFixture forced = new PostgresFixture(inMemory, Map.of())) {
                assertThat(forced.ready()).startsWith(Path.of("/var/tmp"));
            }
            try (PostgresFixture relaxed = new PostgresFixture(inMemory, Map.of("fsync", "false"))) {
                assertThat(relaxed.ready()).startsWith(inMemory);
            }
            try (PostgresFixture refused =
                    new PostgresFixture(inMemory, Map.of(), script -> script.replace("/var/tmp", "/dev/shm"))) {
                assertThat(refused.end()).isEqualTo(2);
                assertThat(refused.errors())
                        .contains(
                                "are in memory (tmpfs), so no commit would reach a disk; choose another output folder");
            }
        } finally {
            try (Stream<Path> files = Files.walk(inMemory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void shouldRefuseADatabaseThatWasNotMade() throws Exception {
        try (PostgresFixture server = new PostgresFixture(
                folder, Map.of(), script -> script.replace("CREATE ROLE engine LOGIN", "CREATE ROLE engine LOG IN"))) {
            assertThat(server.end()).isEqualTo(2);
            assertThat(server.errors())
                    .contains("unrecognized role option \"log\"")
                    .endsWith("PostgreSQL cannot make the database of the engine; its reason is above\n");
        }
    }

    /** Before PostgreSQL has set its handlers, a background process of a shell ignores the signal by which it ends. */
    @Test
    void shouldEndWhenItIsAskedBeforePostgresIsLoaded() throws Exception {
        String start = "\"$programs/postgres\" -D";
        try (PostgresFixture server = new PostgresFixture(
                folder, Map.of(), script -> script.replace(start, "sh -c 'sleep 3; exec \"$@\"' sh " + start))) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (server.children().stream()
                    .noneMatch(child -> child.info().commandLine().orElse("").endsWith("sleep 3"))) {
                assertThat(System.nanoTime()).as("a server within a minute").isLessThan(end);
                Thread.sleep(5);
            }

            assertThat(server.stop()).isZero();

            assertThat(server.work().resolve("cluster")).doesNotExist();
        }
    }

    @Test
    void shouldNameThePackageOfAVersionThatIsMissing() throws Exception {
        try (PostgresFixture server = new PostgresFixture(folder, Map.of("version", "7"))) {
            assertThat(server.end()).isEqualTo(2);
            assertThat(server.errors())
                    .isEqualTo(
                            "there is no PostgreSQL 7 on this host; install the package postgresql-7, or choose another"
                                    + " version\n");
        }
    }
}

package io.soabench.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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

    @Test
    void shouldRefuseASettingThatIsNone() throws Exception {
        try (PostgresFixture server = new PostgresFixture(folder, Map.of("settings", "shared_memory_of=many"))) {
            assertThat(server.end()).isEqualTo(2);
            assertThat(server.errors())
                    .contains("unrecognized configuration parameter \"shared_memory_of\"")
                    .endsWith("PostgreSQL does not start; its reason is above\n");
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

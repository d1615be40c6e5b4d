package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostOptionsTest {

    @Test
    void shouldListenOnLoopbackWhenNoHostIsGiven() throws HostRefused {
        HostOptions options = HostOptions.parse("--port", "8080", "--services", "a, b,", "--calls", "c.csv");

        assertThat(options)
                .isEqualTo(new HostOptions(8080, "127.0.0.1", List.of(Path.of("a"), Path.of("b")), Path.of("c.csv")));
    }

    @Test
    void shouldTellCommasOfAPathFromThoseBetweenFolders() throws HostRefused {
        HostOptions options = HostOptions.parse("--port", "1", "--services", "a\\,b\\\\,c\\d", "--calls", "c.csv");

        assertThat(options.services()).containsExactly(Path.of("a,b\\"), Path.of("c\\d"));
    }

    @Test
    void shouldNameEverythingWhenArgumentsAreWrong() {
        HostRefused refused = catchThrowableOfType(
                HostRefused.class, () -> HostOptions.parse("--port", "70000", "--what", "x", "--calls"));

        assertThat(refused.problems())
                .containsExactly(
                        "Invalid value for option '--port': 70000 is not a TCP port; use 1-65535",
                        "Missing required parameter for option '--calls' (FILE)",
                        "Missing required option: '--services=DIR[,DIR...]'",
                        "Unknown options: '--what', 'x'",
                        """
                Usage: mock-host --calls=FILE [--host=ADDRESS] --port=N --services=DIR[,DIR...]
                                 [--tls-certificate=FILE] [--tls-key=FILE] [--trust=FILE]
                      --port=N         TCP port, from 1 to 65535.
                      --services=DIR[,DIR...]
                                       Mock folders.
                      --calls=FILE     File of the call log.
                      --host=ADDRESS   Address (default: 127.0.0.1).
                      --tls-certificate=FILE
                                       Certificate of the host, which then speaks TLS (PEM).
                      --tls-key=FILE   Its private key (PEM, PKCS #8).
                      --trust=FILE     Certificates of servers that are called back (PEM).""");
    }

    @Test
    void shouldKnowTheFilesForTls() throws HostRefused {
        HostOptions options = HostOptions.parse(
                "--port",
                "1",
                "--services",
                "a",
                "--calls",
                "c.csv",
                "--tls-certificate",
                "own.pem",
                "--tls-key",
                "key.pem",
                "--trust",
                "authority.pem");

        assertThat(options.tls())
                .isEqualTo(new HostTls(
                        Optional.of(new HostTls.OwnFiles(Path.of("own.pem"), Path.of("key.pem"))),
                        Optional.of(Path.of("authority.pem"))));
    }

    @Test
    void shouldRefuseACertificateWithoutItsKey() {
        HostRefused refused = catchThrowableOfType(
                HostRefused.class,
                () -> HostOptions.parse(
                        "--port", "1", "--services", "a", "--calls", "c.csv", "--tls-certificate", "own.pem"));

        assertThat(refused.problems())
                .containsExactly("--tls-certificate and --tls-key belong together; give both, or none");
    }

    @Test
    void shouldRefuseServicesWithoutAFolder() {
        HostRefused refused = catchThrowableOfType(
                HostRefused.class, () -> HostOptions.parse("--port", "1", "--services", " , ", "--calls", "c.csv"));

        assertThat(refused.problems())
                .first()
                .isEqualTo("Invalid value for option '--services': \" , \" names no mock folder");
    }
}

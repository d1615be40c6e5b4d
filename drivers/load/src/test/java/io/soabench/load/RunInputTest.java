package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.input.BadInput;
import io.soabench.load.server.Testbed;
import io.soabench.testing.SelfSignedCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server of a case is trusted by the file that the load client is given. */
@Timeout(60)
class RunInputTest {

    @TempDir
    private Path folder;

    private ServerAddress address(String endpoint, Path trust) throws IOException {
        LoadOptions plain = Testbed.closed(folder).request(1, 1, 0, 0).write(endpoint);
        return RunInput.read(new LoadOptions(
                        plain.plan(),
                        plain.execution(),
                        plain.client(),
                        plain.compiled(),
                        plain.out(),
                        plain.endpoints(),
                        plain.callbacks(),
                        plain.tokenFile(),
                        Optional.of(trust),
                        plain.engine(),
                        plain.rehearsalMs()))
                .address();
    }

    @Test
    void shouldTrustTheServerWhoseCertificateIsInTheFile() throws Exception {
        SelfSignedCertificate certificate = new SelfSignedCertificate(folder, "ip:127.0.0.1");
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            String endpoint = "https://127.0.0.1:" + server.getAddress().getPort() + "/";
            ServerAddress address =
                    address(endpoint, Files.writeString(folder.resolve("authority.pem"), certificate.pem()));

            assertThat(HttpClient.newBuilder()
                            .sslContext(address.trust().orElseThrow().context())
                            .build()
                            .send(
                                    HttpRequest.newBuilder(URI.create(endpoint))
                                            .timeout(Duration.ofSeconds(20))
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(204);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldNameAFileThatIsMissing() {
        Path file = folder.resolve("authority.pem");

        assertThatThrownBy(() -> address("https://127.0.0.1:9/", file))
                .isInstanceOf(BadInput.class)
                .hasMessageStartingWith("--trust cannot read " + file + ": ");
    }

    @Test
    void shouldRefuseAFileWithoutCertificates() throws Exception {
        Path file = Files.writeString(folder.resolve("authority.pem"), "none");

        assertThatThrownBy(() -> address("https://127.0.0.1:9/", file))
                .isInstanceOf(BadInput.class)
                .hasMessageStartingWith("--trust " + file + " ");
    }
}

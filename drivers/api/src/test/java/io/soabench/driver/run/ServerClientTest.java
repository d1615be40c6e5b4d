package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.RequestForm;
import io.soabench.plan.RequestHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Exchanges with servers. */
class ServerClientTest {

    private static final long DEADLINE_S = 30;

    /** The load client sends the same ones, see its {@code LoadRunContract}. */
    @Test
    void shouldSendChecksWithTheHeadersOfTheLoadClient() throws Exception {
        CompletableFuture<Headers> sent = new CompletableFuture<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            sent.complete(exchange.getRequestHeaders());
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        server.start();
        try {
            int status = new ServerClient()
                    .call(
                            "http://127.0.0.1:" + server.getAddress().getPort() + "/a",
                            RequestForm.USUAL,
                            "urn:order",
                            RequestHeaders.NONE,
                            "office.1.10001",
                            "<e/>",
                            TimeUnit.SECONDS.toMillis(DEADLINE_S))
                    .get(DEADLINE_S, TimeUnit.SECONDS)
                    .statusCode();

            Headers headers = sent.get(DEADLINE_S, TimeUnit.SECONDS);
            assertThat(status).isEqualTo(202);
            assertThat(headers.keySet())
                    .containsExactlyInAnyOrder(
                            "Host",
                            "User-agent",
                            "Accept",
                            "Content-type",
                            "Soapaction",
                            "X-soabench-uiid",
                            "Content-length");
            assertThat(headers.getFirst("User-agent")).isEqualTo("SOABench");
            assertThat(headers.getFirst("Accept")).isEqualTo("text/xml");
            assertThat(headers.getFirst("Content-type")).isEqualTo("text/xml; charset=utf-8");
            assertThat(headers.getFirst("X-soabench-uiid")).isEqualTo("office.1.10001");
        } finally {
            server.stop(0);
        }
    }
}

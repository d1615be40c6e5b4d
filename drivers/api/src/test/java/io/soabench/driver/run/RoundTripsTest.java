package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostClock;
import io.soabench.plan.PathPlan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.RepetitionRecord.RoundTripRecord.When;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class RoundTripsTest {

    private static final String NOT_ALLOWED = "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 12\r\n\r\n";

    private final List<String> heard = new ArrayList<>();
    private ServerSocket server;
    private Thread answering;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void end() throws Exception {
        server.close();
        if (answering != null) {
            answering.join();
        }
    }

    /** Answers each request head with that text, and closes the connection after so many. */
    private void answer(String text, int most) {
        answering = new Thread(() -> {
            try (Socket socket = server.accept()) {
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                for (int i = 0; i < most; i++) {
                    String line = in.readLine();
                    while (line != null && !line.isEmpty()) {
                        heard.add(line);
                        line = in.readLine();
                    }
                    if (line == null) {
                        return;
                    }
                    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException e) {
                heard.add("failed: " + e.getMessage());
            }
        });
        answering.start();
    }

    private static PathPlan path(String from) {
        return new PathPlan(from, "engine", "http://${server.engine.address}", "", "", 0);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    private Optional<RoundTripRecord> measure() {
        return RoundTrips.measure(path("here"), address(), When.BEFORE, HostClock.system());
    }

    @Test
    void shouldTimeExchangesOnOneConnectionWhateverTheStatus() throws Exception {
        answer(NOT_ALLOWED, Integer.MAX_VALUE);

        RoundTripRecord measured = measure().orElseThrow();

        answering.join();
        assertThat(heard)
                .hasSize(2 * (RoundTrips.UNCOUNTED + RoundTrips.EXCHANGES))
                .contains("HEAD / HTTP/1.1", "Host: 127.0.0.1:" + server.getLocalPort());
        assertThat(measured.from()).isEqualTo("here");
        assertThat(measured.to()).isEqualTo("engine");
        assertThat(measured.when()).isEqualTo(When.BEFORE);
        assertThat(measured.exchanges()).isEqualTo(RoundTrips.EXCHANGES);
        assertThat(measured.minMs()).isPositive().isLessThanOrEqualTo(measured.medianMs());
        assertThat(measured.medianMs()).isLessThanOrEqualTo(measured.maxMs());
    }

    @Test
    void shouldTakeWhatWasMeasuredWhenTheServerClosesTheConnectionLater() {
        answer(NOT_ALLOWED, RoundTrips.UNCOUNTED + RoundTrips.LEAST_EXCHANGES);

        assertThat(measure().orElseThrow().exchanges()).isEqualTo(RoundTrips.LEAST_EXCHANGES);
    }

    @Test
    void shouldMeasureNothingWhenTheServerClosesEachConnection() {
        answer(NOT_ALLOWED, 1);

        assertThat(measure()).isEmpty();
    }

    @Test
    void shouldMeasureNothingWhenNobodyListens() throws IOException {
        server.close();

        assertThat(measure()).isEmpty();
    }
}

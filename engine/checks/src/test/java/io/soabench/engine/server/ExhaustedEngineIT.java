package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine whose memory is exhausted, since its limits are very high and its partner does not answer. It must end by
 * itself, and on request. A virtual machine without memory does not react to SIGTERM, so a stopping process would wait
 * for ever.
 */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ExhaustedEngineIT {
    private static final int OUT_OF_MEMORY = 3;
    private static final int SIGTERM = 128 + 15;
    private static final long PATIENCE_S = 120;

    /** The numbers of items of a request: large ones first, and small ones for the remaining memory. */
    private static final int[] ITEMS = {20_000, 2_000, 200, 10, 10};

    @TempDir
    private Path folder;

    private final List<Socket> clients = new ArrayList<>();

    private EngineProcess engine(ServerSocket silent) throws IOException {
        String unbounded = Long.toString(1L << 40);
        return EngineProcess.start(
                folder,
                "40m",
                EngineFixture.ASK + EngineFixture.RESPOND,
                "http://127.0.0.1:" + silent.getLocalPort() + "/",
                List.of(
                        "--max-kernel-bytes",
                        unbounded,
                        "--max-held-bytes",
                        unbounded,
                        "--partner-timeout",
                        "600000",
                        "--max-connections",
                        "100000"));
    }

    private static String request(int items) {
        return EngineFixture.request("x").replace("</c:count>", "</c:count>" + "<c:item>y</c:item>".repeat(items));
    }

    /** Sends requests that get no answer, until the engine takes no more connections. */
    private void fill(int port, Process process) {
        int sent = 0;
        while (process.isAlive() && sent < 20_000) {
            byte[] body = request(ITEMS[sent % ITEMS.length]).getBytes(StandardCharsets.UTF_8);
            sent++;
            try {
                Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
                clients.add(client);
                client.getOutputStream()
                        .write(
                                ("POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nSOAPAction: \"\"\r\n"
                                                + "Content-Length: " + body.length + "\r\n\r\n")
                                        .getBytes(StandardCharsets.US_ASCII));
                client.getOutputStream().write(body);
            } catch (IOException e) {
                // It has ended, or refuses what it has no memory for.
            }
        }
    }

    private void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }

    @Test
    void shouldSayWhyAndEndWhenMemoryIsExhausted() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10_000, InetAddress.getLoopbackAddress())) {
            try (EngineProcess engine = engine(silent)) {
                Process process = engine.process;
                fill(engine.ready().get(0).getPort(), process);

                assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isEqualTo(OUT_OF_MEMORY);
                assertThat(engine.output.lines().collect(Collectors.joining("\n")))
                        .contains("soabench-engine: The engine cannot go on: its memory is exhausted");
            } finally {
                close();
            }
        }
    }

    @Test
    void shouldEndWhenItGetsSigtermWithoutMemory() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10_000, InetAddress.getLoopbackAddress())) {
            try (EngineProcess engine = engine(silent)) {
                Process process = engine.process;
                int port = engine.ready().get(0).getPort();
                Thread asking = new Thread(
                        () -> {
                            try {
                                String line = engine.output.readLine();
                                while (line != null && !line.contains("OutOfMemoryError")) {
                                    line = engine.output.readLine();
                                }
                            } catch (IOException e) {
                                // It has ended.
                            }
                            process.toHandle().destroy();
                        },
                        "asking");
                asking.start();
                fill(port, process);

                assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
                asking.join();
                assertThat(process.exitValue()).isIn(OUT_OF_MEMORY, SIGTERM);
            } finally {
                close();
            }
        }
    }
}

package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine whose memory is really gone, as its bounds are lifted and its partner is silent. It ends, with and without being asked: a
 * JVM without memory does not hear SIGTERM, so that whoever stops it would wait for ever.
 */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ExhaustedEngineIT {
    private static final int OUT_OF_MEMORY = 3;
    private static final int SIGTERM = 128 + 15;
    private static final long PATIENCE_S = 120;

    /** Items of a request: large ones first, and small ones for what they leave. */
    private static final int[] ITEMS = {20_000, 2_000, 200, 10, 10};

    @TempDir
    private Path folder;

    private final List<Socket> clients = new ArrayList<>();

    private Process engine(ServerSocket silent) throws IOException {
        Path target = Files.createDirectories(folder.resolve("plain"));
        Map<String, byte[]> files = Map.of(
                "Plain.bpel",
                EngineFixture.bpel("Plain", EngineFixture.ASK + EngineFixture.RESPOND)
                        .getBytes(StandardCharsets.UTF_8),
                "client.wsdl",
                EngineFixture.resource("client.wsdl"),
                "partner.wsdl",
                EngineFixture.resource("partner.wsdl"),
                "soabench-process.json",
                ("{\"partners\":{\"partner\":\"http://127.0.0.1:" + silent.getLocalPort() + "/\"}}")
                        .getBytes(StandardCharsets.UTF_8));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(target.resolve(file.getKey()), file.getValue());
        }
        String unbounded = Long.toString(1L << 40);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EngineMain.class.getName(),
                        "--port",
                        "0",
                        "--admin-port",
                        "0",
                        "--deploy",
                        folder.toString(),
                        "--max-kernel-bytes",
                        unbounded,
                        "--max-held-bytes",
                        unbounded,
                        "--partner-timeout",
                        "600000",
                        "--max-connections",
                        "100000")
                .redirectErrorStream(true)
                .start();
    }

    private static String request(int items) {
        return EngineFixture.request("x").replace("</c:count>", "</c:count>" + "<c:item>y</c:item>".repeat(items));
    }

    /** Sends requests that nobody answers until the engine takes no more connections. */
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

    private static int port(BufferedReader output) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("ready ")) {
                return URI.create(line.replaceAll(".*services=(\\S+).*", "$1")).getPort();
            }
        }
        throw new AssertionError("not ready");
    }

    @Test
    void shouldSayWhyAndEndWhenMemoryIsExhausted() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10_000, InetAddress.getLoopbackAddress())) {
            Process process = engine(silent);
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                fill(port(output), process);

                assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isEqualTo(OUT_OF_MEMORY);
                assertThat(output.lines().collect(Collectors.joining("\n")))
                        .contains("soabench-engine: The engine cannot go on: its memory is exhausted");
            } finally {
                process.destroyForcibly();
                close();
            }
        }
    }

    @Test
    void shouldEndWhenItGetsSigtermWithoutMemory() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10_000, InetAddress.getLoopbackAddress())) {
            Process process = engine(silent);
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                int port = port(output);
                Thread asking = new Thread(
                        () -> {
                            try {
                                String line = output.readLine();
                                while (line != null && !line.contains("OutOfMemoryError")) {
                                    line = output.readLine();
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
                process.destroyForcibly();
                close();
            }
        }
    }
}

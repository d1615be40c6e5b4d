package io.soabench.load;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Stands in for the load client. Its trace is a property file: warmUpMs, measureMs, behaviour, and the file of a request, if it is to be a right one. */
public final class LoadClient {

    private LoadClient() {}

    /** As the real one. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        Properties load = new Properties();
        Path trace = Path.of(options.get("--compiled"), "workloads", options.get("--case"), "here.trace");
        try (BufferedReader in = Files.newBufferedReader(trace)) {
            load.load(in);
        }
        String behaviour = load.getProperty("behaviour", "ok");
        byte[] message = load.containsKey("request")
                ? Files.readAllBytes(Path.of(options.get("--compiled"), load.getProperty("request")))
                : "<request/>".getBytes(StandardCharsets.UTF_8);
        if (behaviour.equals("never-ready")) {
            new CountDownLatch(1).await();
        }
        if (options.containsKey("--callback")) {
            listen(URI.create(options.get("--callback")), Path.of(options.get("--out")), options.get("--client"));
        }
        say("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        String start = in.readLine();
        if (start == null || !start.startsWith("start ")) {
            System.err.println("no start command: " + start);
            Runtime.getRuntime().halt(2);
        }
        long begin = Long.parseLong(start.substring("start ".length())) / 1_000_000;
        long warmUp = Long.parseLong(load.getProperty("warmUpMs"));
        long measure = Long.parseLong(load.getProperty("measureMs"));
        Path samples = Path.of(options.get("--out")).resolve("samples-" + options.get("--client") + ".csv");
        StringBuilder lines = new StringBuilder(
                "phase,client,uiid,chunk,row,intended_ns,start_ns,end_ns,outcome,status,bytes_out,bytes_in,detail\n");
        Thread ended = new Thread(() -> write(samples, lines.toString()));
        Runtime.getRuntime().addShutdownHook(ended);
        pause(begin - System.currentTimeMillis());
        long measureAt = begin + warmUp;
        if (behaviour.equals("steady")) {
            say("steady");
            String line = in.readLine();
            if (line == null || !line.startsWith("measure ")) {
                System.err.println("no measure command: " + line);
                Runtime.getRuntime().halt(2);
            }
            measureAt = Long.parseLong(line.substring("measure ".length())) / 1_000_000;
        }
        AtomicLong endAt = new AtomicLong(measureAt + measure);
        if (behaviour.equals("answers")) {
            endWhenTold(in, endAt);
        }
        int sent = 0;
        int measured = 0;
        // Like the real one, it sends what a busy machine has made late.
        while (System.currentTimeMillis() < endAt.get() || measured == 0) {
            String phase = System.currentTimeMillis() < measureAt ? "warmup" : "measure";
            if (behaviour.equals("dies") && phase.equals("measure")) {
                System.err.println("java.lang.OutOfMemoryError: Java heap space");
                Runtime.getRuntime().halt(9);
            }
            if (phase.equals("measure")) {
                measured++;
                say("begun " + measured);
            }
            int status = request(options.get("--endpoint"), phase, message);
            sent++;
            lines.append(phase)
                    .append(",1,w.1.")
                    .append(sent)
                    .append(",0,0,0,0,0,OK,")
                    .append(status)
                    .append(",0,0,\n");
            say("progress {\"phase\":\"" + phase + "\",\"sent\":" + sent
                    + ",\"sentPerSecond\":20.0,\"answersPerSecond\":19.0,\"inFlight\":1,\"failures\":0,\"medianMs\":1.5,"
                    + "\"p99Ms\":2.5,\"slipP99Ms\":0.1}");
            if (behaviour.equals("answers") && phase.equals("measure")) {
                say("answered " + measured);
            }
            if (status == 0 && behaviour.equals("hung")) {
                say("hung 30100 4");
                break;
            }
            pause(50);
        }
        if (behaviour.equals("never-done")) {
            new CountDownLatch(1).await();
        }
        say("done");
    }

    private static void endWhenTold(BufferedReader in, AtomicLong endAt) {
        Thread thread = new Thread(
                () -> {
                    try {
                        for (String line = in.readLine(); line != null; line = in.readLine()) {
                            if (line.startsWith("end ")) {
                                endAt.set(Long.parseLong(line.substring("end ".length())) / 1_000_000);
                            }
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "commands");
        thread.setDaemon(true);
        thread.start();
    }

    /** Says what answers a functional check, and notes to which paths it was called for requests. */
    private static void listen(URI address, Path out, String client) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address.getHost(), address.getPort()), 0);
        server.createContext("/", exchange -> {
            String uiid = exchange.getRequestHeaders().getFirst("X-UIID");
            byte[] message = exchange.getRequestBody().readAllBytes();
            if (uiid.startsWith("-check.")) {
                say("called " + uiid + " " + Base64.getEncoder().encodeToString(message));
            } else {
                Files.writeString(
                        out.resolve("called-" + client + ".txt"),
                        exchange.getRequestURI().getPath() + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        Thread thread = new Thread(server::start, "callbacks");
        thread.setDaemon(true);
        thread.start();
    }

    private static int request(String endpoint, String phase, byte[] message) {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create(endpoint.substring(endpoint.indexOf('=') + 1))
                    .toURL()
                    .openConnection();
            connection.setConnectTimeout(2000);
            connection.setReadTimeout(2000);
            connection.setRequestProperty("X-Phase", phase);
            connection.setRequestProperty("Content-Type", "text/xml; charset=utf-8");
            connection.setDoOutput(true);
            connection.getOutputStream().write(message);
            return connection.getResponseCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause(long ms) throws InterruptedException {
        if (ms > 0) {
            Thread.sleep(ms);
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}

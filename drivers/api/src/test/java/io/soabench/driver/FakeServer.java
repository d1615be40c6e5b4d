package io.soabench.driver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Stands in for an engine or a mock host, in a process of its own. {@code --behaviour} says what goes wrong; {@code ok}
 * means nothing.
 */
public final class FakeServer {

    /** In a package: where the clients of a process are called back. */
    private static final Pattern CLIENTS = Pattern.compile("clients=\"([^\"]+)\"");

    private final String behaviour;
    private final Path out;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger measured = new AtomicInteger();
    private final Set<String> deployed = ConcurrentHashMap.newKeySet();
    /** By process: where its clients are. */
    private final Map<String, String> called = new ConcurrentHashMap<>();

    private volatile boolean hung;

    private FakeServer(String behaviour, Path out) {
        this.behaviour = behaviour;
        this.out = out;
    }

    /** Options: {@code --host --port --behaviour --out FILE}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        new FakeServer(options.get("--behaviour"), Path.of(options.get("--out"))).run(options);
    }

    private void run(Map<String, String> options) throws IOException, InterruptedException {
        Files.writeString(Path.of("server.log"), "one line of its own log\n");
        Files.writeString(Path.of("conf/nice"), niceness());
        switch (behaviour) {
            case "crash" -> {
                System.err.println("FATAL: cannot open the store\n\tat some.Class(Line.java:1)");
                Runtime.getRuntime().halt(3);
            }
            case "detach" ->
                new ProcessBuilder("sh", "-c", "setsid sleep 600 >/dev/null 2>&1 &")
                        .start()
                        .waitFor();
            case "stubborn" -> Runtime.getRuntime().addShutdownHook(new Thread(FakeServer::forever));
            default -> Runtime.getRuntime().addShutdownHook(new Thread(this::writeCalls));
        }
        HttpServer server = HttpServer.create(
                new InetSocketAddress(options.get("--host"), Integer.parseInt(options.get("--port"))), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
        System.out.println("ready");
        switch (behaviour) {
            case "fill" -> fill();
            case "chatty" -> chatter();
            case "greedy" -> hoard();
            case "beats" -> beat();
            default -> {}
        }
    }

    /** Its own scheduling priority; the 19th field of {@code /proc/self/stat}, the 17th after the name. */
    private static String niceness() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16];
    }

    private void writeCalls() {
        write(out.getFileName().toString(), "service,instance\nquotes,1\n");
    }

    private static void forever() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fills the disk and keeps it full. */
    private void fill() {
        byte[] block = new byte[64 << 10];
        try (OutputStream file = Files.newOutputStream(out.resolveSibling("fill.bin"))) {
            while (true) {
                file.write(block);
            }
        } catch (IOException e) {
            System.out.println("disk full");
        }
    }

    /** Writes 8 MiB to standard output and error each, and the same into its own log. */
    private static void chatter() throws IOException {
        String line = "x".repeat(1023);
        try (BufferedWriter log = Files.newBufferedWriter(Path.of("server.log"))) {
            for (int i = 0; i < 8 << 10; i++) {
                System.out.println(line);
                System.err.println(line);
                log.write(line + "\n");
            }
            log.write("the last line of its log\n");
        }
        System.out.println("the last line of its output");
    }

    /** Writes 64 MiB into its work folder. */
    private static void hoard() throws IOException {
        byte[] block = new byte[1 << 20];
        Files.createDirectories(Path.of("store"));
        try (OutputStream file = Files.newOutputStream(Path.of("store/journal.bin"))) {
            for (int i = 0; i < 64; i++) {
                file.write(block);
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        hung |= (behaviour.equals("hangs") && isMeasured(exchange))
                || (behaviour.equals("hangs-early") && phase(exchange) != null);
        if (hung) {
            System.err.println("java.lang.IllegalStateException: no thread is left");
            forever();
        }
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        switch (exchange.getRequestMethod() + " " + path.replaceAll("^/(deployments|processes)/.*", "/$1")) {
            case "GET /health" -> reply(exchange, behaviour.equals("never-ready") ? 503 : 200, "up");
            case "PUT /deployments" -> deploy(exchange, body);
            case "DELETE /deployments" ->
                reply(exchange, behaviour.equals("no-undeploy") ? 500 : undeploy(path) ? 200 : 404, "gone");
            case "GET /processes" ->
                reply(exchange, isDeployed(path) && !behaviour.equals("never-deployed") ? 200 : 404, "");
            case "PUT /quotes-1", "DELETE /quotes-1" -> order(exchange, path);
            case "POST /processes" -> process(exchange, path, new String(body, StandardCharsets.UTF_8));
            case "POST /publications" -> publish(exchange, body);
            case "GET /statistics" -> reply(exchange, 200, statistics());
            default -> reply(exchange, 404, "");
        }
    }

    /** Notes that an instance is to be opened or closed. */
    private void order(HttpExchange exchange, String path) throws IOException {
        if (behaviour.equals("disobeys")) {
            reply(exchange, 500, "no port is free");
            return;
        }
        Files.writeString(
                out.resolveSibling("orders.txt"),
                exchange.getRequestMethod() + " " + path + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        reply(exchange, 200, "done");
    }

    /** Tells at its end for how long it was stopped without noticing. */
    private void beat() {
        AtomicLong longest = new AtomicLong();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write("longest-pause.txt", longest.toString())));
        Thread heart = new Thread(() -> {
            long last = System.nanoTime();
            while (true) {
                LockSupport.parkNanos(5_000_000);
                long now = System.nanoTime();
                longest.accumulateAndGet((now - last) / 1_000_000, Math::max);
                last = now;
            }
        });
        heart.setDaemon(true);
        heart.start();
    }

    private void write(String name, String text) {
        try {
            Files.writeString(out.resolveSibling(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String process(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private boolean isDeployed(String path) {
        return deployed.contains(process(path));
    }

    private boolean undeploy(String path) throws IOException {
        if (!deployed.remove(process(path))) {
            return false;
        }
        note("undeployed " + process(path));
        return true;
    }

    private void note(String deployment) throws IOException {
        Files.writeString(
                out.resolveSibling("deployments.txt"),
                deployment + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private void deploy(HttpExchange exchange, byte[] body) throws IOException {
        if (behaviour.equals("slow-deploy")) {
            forever();
        }
        String process = process(exchange.getRequestURI().getPath());
        if (behaviour.equals("refuse") || (behaviour.equals("refuses-second") && deployed.contains(process))) {
            reply(exchange, 422, "<error>order.bpel:12:5:\n  [SA00024] variable \"x\" is not declared</error>");
            return;
        }
        Files.write(out.resolveSibling("package-received.zip"), body);
        String documents = documents(body);
        Matcher clients = CLIENTS.matcher(documents);
        if (clients.find()) {
            called.put(process, clients.group(1));
        }
        deployed.add(process);
        // Another version than that which the case begins with says so.
        note("deployed " + process + (documents.contains("version=\"2\"") ? " version 2" : ""));
        reply(exchange, 201, "");
    }

    /** The text of a package. */
    private static String documents(byte[] zip) throws IOException {
        StringBuilder text = new StringBuilder();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }

    /** One file a registry, one line a publication. */
    private void publish(HttpExchange exchange, byte[] body) throws IOException {
        Files.writeString(
                out.resolveSibling("published.txt"),
                new String(body, StandardCharsets.UTF_8) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        reply(exchange, behaviour.equals("refuse") ? 500 : 200, behaviour.equals("refuse") ? "no business" : "");
    }

    private static boolean isMeasured(HttpExchange exchange) {
        return "measure".equals(phase(exchange));
    }

    private static String phase(HttpExchange exchange) {
        return exchange.getRequestHeaders().getFirst("X-Phase");
    }

    private void process(HttpExchange exchange, String path, String body) throws IOException {
        if (!isDeployed(path)) {
            reply(exchange, 404, "no such process");
            return;
        }
        // Of the first one its client has heard, however busy the machine is.
        if (behaviour.equals("dies") && isMeasured(exchange) && measured.incrementAndGet() > 1) {
            System.err.println("# A fatal error has been detected");
            Runtime.getRuntime().halt(134);
        }
        requests.incrementAndGet();
        String answer = envelope(behaviour.equals("wrong") ? "7" : "5.0");
        String clients = called.get(process(path));
        if (clients == null) {
            reply(exchange, 200, answer);
        } else {
            reply(exchange, 202, "");
            callBack(clients, answer, body.replaceAll("(?s).*<order>(.*)</order>.*", "$1"));
        }
    }

    /** Tells a load client the answer to what it has sent. */
    private static void callBack(String address, String answer, String uiid) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address).toURL().openConnection();
        connection.setRequestProperty("X-UIID", uiid);
        connection.setDoOutput(true);
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        connection.getResponseCode();
    }

    private static String envelope(String value) {
        return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><x:answer xmlns:x=\"urn:a\">"
                + value + "</x:answer></e:Body></e:Envelope>";
    }

    private String statistics() {
        return behaviour.equals("no-counters")
                ? "{\"up\":1}"
                : "{\"instancesStarted\":%d,\"instancesCompleted\":%d,\"instancesFaulted\":0}"
                        .formatted(requests.get(), requests.get());
    }

    private static void reply(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}

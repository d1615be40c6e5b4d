package com.example.parrot;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * An engine that answers each request with the request. It deploys packages with a {@code parrot.properties}, offers each under
 * the path that stands there, counts instances, and ends at SIGTERM.
 */
public final class ParrotServer implements Callable<Integer> {

    @Option(names = "--host", required = true)
    private String host;

    @Option(names = "--port", required = true)
    private int port;

    @Option(names = "--patience", required = true)
    private long patienceMs;

    /** Process name by path. */
    private final Map<String, String> deployed = new ConcurrentHashMap<>();

    private final AtomicLong instances = new AtomicLong();

    private ParrotServer() {}

    /** Runs until SIGTERM. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ParrotServer()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Path home = Path.of(System.getenv("PARROT_HOME"));
        Properties settings = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve("conf/parrot.properties"))) {
            settings.load(in);
        }
        Files.createDirectories(home.resolve("logs"));
        CountDownLatch ended = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(Integer.parseInt(settings.getProperty("threads")));
        try (PrintWriter log = new PrintWriter(home.resolve("logs/parrot.log").toFile(), StandardCharsets.UTF_8)) {
            HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
            server.setExecutor(threads);
            server.createContext("/", exchange -> answer(exchange, settings.getProperty("journal"), log));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.stop((int) ((patienceMs + 999) / 1000));
                log.println("bye");
                log.flush();
                ended.countDown();
            }));
            server.start();
            log.println("listening on " + port);
            log.flush();
            ended.await();
        } finally {
            threads.shutdownNow();
        }
        return 0;
    }

    private void answer(HttpExchange exchange, String journal, PrintWriter log) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            String name = path.substring(path.lastIndexOf('/') + 1);
            switch (exchange.getRequestMethod() + " " + path.substring(0, path.lastIndexOf('/') + 1)) {
                case "GET /" -> send(exchange, 200, name.equals("statistics") ? statistics() : "ok");
                case "PUT /deployments/" -> {
                    String problem = deploy(name, body);
                    send(exchange, problem.isEmpty() ? 201 : 422, problem.isEmpty() ? name : problem);
                }
                case "GET /deployments/" -> send(exchange, deployed.containsValue(name) ? 200 : 404, name);
                case "DELETE /deployments/" -> {
                    boolean was = deployed.values().remove(name);
                    exchange.sendResponseHeaders(was ? 204 : 404, -1);
                }
                case "POST /processes/" -> {
                    if (journal.equals("full")) {
                        log.println("heard " + body.length + " bytes");
                    }
                    repeat(exchange, path, body);
                }
                default -> send(exchange, 404, path);
            }
        }
    }

    /** Returns the reason for a refusal; empty when the process is deployed. */
    private String deploy(String name, byte[] archive) throws IOException {
        Set<String> files = new HashSet<>();
        Properties descriptor = new Properties();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.add(entry.getName());
                if (entry.getName().equals("parrot.properties")) {
                    descriptor.load(zip);
                }
            }
        }
        for (String file : new String[] {"parrot.properties", descriptor.getProperty("process", "")}) {
            if (!files.contains(file)) {
                return "the package has no file " + file;
            }
        }
        deployed.put(descriptor.getProperty("path"), name);
        return "";
    }

    private void repeat(HttpExchange exchange, String path, byte[] body) throws IOException {
        if (!deployed.containsKey(path)) {
            send(exchange, 404, path);
            return;
        }
        instances.incrementAndGet();
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private String statistics() {
        long n = instances.get();
        return "{\"instancesStarted\":" + n + ",\"instancesCompleted\":" + n + ",\"instancesFaulted\":0}";
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}

package io.soabench.orchestra.front;

import com.sun.net.httpserver.HttpServer;
import io.soabench.orchestra.OrchestraServerType;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ProcessSource;
import io.soabench.testing.ReadyLine;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A server started as its type says, in a process of its own, and a partner for the process that it runs. */
final class OrchestraFixture implements AutoCloseable {

    /** A busy machine may take a minute to start Orchestra. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final OrchestraServerType TYPE = new OrchestraServerType();
    private static final String LOOPBACK = "127.0.0.1";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path work;
    private final int port;
    private final int adminPort;
    private final Process process;
    private final BufferedReader out;

    OrchestraFixture(Path folder, Map<String, String> changed) throws IOException {
        this(folder, changed, TestPorts.next());
    }

    OrchestraFixture(Path folder, Map<String, String> changed, int port) throws IOException {
        this.work = Files.createTempDirectory(folder, "work-");
        this.port = port;
        this.adminPort = TestPorts.next();
        this.process = new ProcessBuilder(command(changed))
                .redirectError(work.resolve("error.txt").toFile())
                .start();
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private List<String> command(Map<String, String> changed) {
        Map<String, String> parameters = new HashMap<>(Map.of(
                "heap", Long.toString(256L << 20),
                "database", "memory",
                "http-threads", "20",
                "queue-capacity", "50",
                "job-threads", "4",
                "invoke-threads", "4",
                "connections", "20",
                "max-body", "20000",
                "answer-timeout", "60000",
                "jvm-options", "-XX:+UseSerialGC"));
        parameters.putAll(changed);
        Map<String, String> values = Map.of(
                "java", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "classpath:orchestra", System.getProperty("java.class.path"),
                "address", LOOPBACK,
                "work", work.toString(),
                "port:http", Integer.toString(port),
                "port:admin", Integer.toString(adminPort));
        return Placeholders.arguments(
                TYPE.lifecycle().start().arguments(),
                name -> values.getOrDefault(name, Placeholders.parameter(name, parameters)));
    }

    /** Waits for the line {@code ready}. */
    void ready() throws IOException, InterruptedException {
        ReadyLine.await(out, PATIENCE, this::errors);
    }

    String errors() throws IOException {
        return Files.readString(work.resolve("error.txt"));
    }

    /** Sends SIGTERM. */
    int stop() throws InterruptedException {
        process.destroy();
        return end();
    }

    /** Exit status of a server that ends by itself. */
    int end() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the server still runs after " + PATIENCE);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> admin(String method, String path, byte[] body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ':' + adminPort + path))
                .method(method, BodyPublishers.ofByteArray(body)));
    }

    HttpResponse<String> call(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ':' + port + path))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"urn:test:greet\"")
                .POST(BodyPublishers.ofString(body)));
    }

    /** The process of the tests. */
    static ProcessSource greeter(Path bpel, String partner) throws IOException {
        Map<String, Path> documents = new TreeMap<>();
        documents.put("greeter.bpel", bpel == null ? resource("greeter.bpel") : bpel);
        documents.put("greeter.wsdl", resource("greeter.wsdl"));
        documents.put("salutation.wsdl", resource("salutation.wsdl"));
        return new ProcessSource(
                "Greeter",
                "greeter.bpel",
                documents,
                "urn:test:greeter/process",
                "Greeter",
                List.of(new ProcessSource.Provided("client", "urn:test:greeter", "GreeterService", "GreeterPort")),
                List.of(new ProcessSource.Invoked(
                        "salutation", "urn:test:salutation", "SalutationService", "OtherPort", partner)));
    }

    /** A process that catches the declared fault of its partner. */
    static ProcessSource catching(String stock) {
        Path folder = Path.of("src/test/resources/io/soabench/orchestra/front/refusal");
        Map<String, Path> documents = new TreeMap<>();
        for (String document : List.of("refusal.bpel", "order.wsdl", "stock.wsdl")) {
            documents.put(document, folder.resolve(document));
        }
        return new ProcessSource(
                "Order",
                "refusal.bpel",
                documents,
                "urn:test:order/process",
                "Order",
                List.of(new ProcessSource.Provided("client", "urn:test:order", "OrdersService", "OrdersPort")),
                List.of(new ProcessSource.Invoked("stock", "urn:test:stock", "StockService", "StockPort", stock)));
    }

    static Path resource(String name) {
        return Path.of("src/test/resources/io/soabench/orchestra/front/greeting")
                .resolve(name);
    }

    /** The zip that a driver sends. */
    static byte[] zip(Path folder, ProcessSource process) throws IOException {
        Path root = Files.createTempDirectory(folder, "package-");
        TYPE.packageProcess(process, root);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes);
                Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(root.relativize(file).toString()));
                zip.write(Files.readAllBytes(file));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** A request for a greeting. */
    static String person(String name) {
        return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><person xmlns=\"urn:test:greeter\">"
                + name + "</person></e:Body></e:Envelope>";
    }

    /** A request for pieces from the stock. */
    static String order(String id, int pieces) {
        return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><order xmlns=\"urn:test:order\"><id>"
                + id + "</id><pieces>" + pieces + "</pieces></order></e:Body></e:Envelope>";
    }

    /**
     * A stock that has four pieces: it answers with a declared fault where more are taken, and with an undeclared one to none.
     *
     * @return to be stopped by the caller
     */
    static HttpServer stock() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int pieces = Integer.parseInt(request.replaceAll("(?s).*?<(?:\\w+:)?take[^>]*>([^<]*)<.*", "$1"));
            boolean fault = pieces == 0 || pieces > 4;
            String body = fault
                    ? "<e:Fault><faultcode>e:Server</faultcode><faultstring>refused</faultstring><detail><"
                            + (pieces == 0 ? "none" : "few") + " xmlns=\"urn:test:stock\">4</"
                            + (pieces == 0 ? "none" : "few") + "></detail></e:Fault>"
                    : "<taken xmlns=\"urn:test:stock\">" + pieces + "</taken>";
            byte[] answer = ("<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>" + body
                            + "</e:Body></e:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(fault ? 500 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    /**
     * A partner that salutes everybody by name, and answers a fault to Mallory.
     *
     * @return to be stopped by the caller
     */
    static HttpServer partner() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String name = request.replaceAll("(?s).*?<(?:\\w+:)?name[^>]*>([^<]*)<.*", "$1");
            boolean fault = name.equals("Mallory");
            String body = fault
                    ? "<e:Fault><faultcode>e:Server</faultcode><faultstring>not you</faultstring></e:Fault>"
                    : "<salutation xmlns=\"urn:test:salutation\">Hello " + name + "</salutation>";
            byte[] answer = ("<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>" + body
                            + "</e:Body></e:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(fault ? 500 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }
}

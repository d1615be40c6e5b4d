package io.soabench.bpmn;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.Json;
import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.ContractDescriptor.Partner;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.MessageTemplate.Value;
import io.soabench.plugin.ServiceOperation;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An engine in a process of its own, and the partner of its processes. */
public final class BpmnEngineFixture implements AutoCloseable {

    /** A busy machine takes a minute to start an engine. */
    private static final Duration DEADLINE = Duration.ofMinutes(4);

    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern ID = Pattern.compile("<id[^>]*>([^<]*)</id><step[^>]*>([^<]*)</step>");
    private static final byte[] NOTHING = {};

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, List<String>> calls = new ConcurrentHashMap<>();
    private final ExecutorService partnerThreads = Executors.newCachedThreadPool();
    private final HttpServer partner;
    private final Path work;
    private final Process process;
    private final BufferedReader out;
    private final int port = freePort();
    private final int adminPort = freePort();

    /**
     * Starts an engine.
     *
     * @param main the class of its program
     * @param options of the program
     */
    public BpmnEngineFixture(Path folder, String main, Map<String, String> options) throws IOException {
        work = Files.createTempDirectory(folder, "work-");
        partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        partner.setExecutor(partnerThreads);
        partner.createContext("/", this::price);
        partner.start();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main,
                "--port",
                Integer.toString(port),
                "--admin-port",
                Integer.toString(adminPort),
                "--work",
                work.toString()));
        options.forEach((name, value) -> Collections.addAll(command, name, value));
        process = new ProcessBuilder(command)
                .redirectError(work.resolve("error.txt").toFile())
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Waits for the line {@code ready}; the reader ends with the process. */
    void ready() throws IOException {
        String line = out.readLine();
        if (line == null || !line.startsWith("ready")) {
            throw new IOException("instead of ready: " + line + "\n" + Files.readString(work.resolve("error.txt")));
        }
    }

    private void price(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher values = ID.matcher(request);
        if (!values.find()) {
            throw new IOException("a request without id and step: " + request);
        }
        calls.computeIfAbsent(values.group(1), id -> Collections.synchronizedList(new ArrayList<>()))
                .add(values.group(2));
        boolean fault = values.group(1).equals("refused") || values.group(1).equals("broken");
        String body = fault
                ? "<e:Fault xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><faultcode>e:Server</faultcode><faultstring>"
                        + values.group(1) + "</faultstring><detail><" + values.group(1)
                        + " xmlns='urn:test:quote'/></detail></e:Fault>"
                : "<price xmlns='urn:test:quote'><number>" + values.group(2) + "</number></price>";
        byte[] answer = envelope(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(fault ? 500 : 200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    static String envelope(String body) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    void clearCalls() {
        calls.clear();
    }

    /** The steps that each identifier has asked for, in the order of their arrival. */
    Map<String, List<String>> calls() {
        return calls;
    }

    HttpResponse<String> deploy(String process, String file) throws Exception {
        return deployText(process, file(file));
    }

    HttpResponse<String> deployText(String process, String bpmn) throws Exception {
        ContractDescriptor source = new ContractDescriptor(
                "process.bpmn",
                "/processes/" + process,
                List.of(new ServiceOperation(
                        "order",
                        "urn:order",
                        message("urn:test:order", "order", "id"),
                        message("urn:test:order", "total", "sum"))),
                List.of(new Partner(
                        "quote",
                        "http://" + LOOPBACK + ':' + partner.getAddress().getPort() + "/quote",
                        List.of(new ServiceOperation(
                                "price",
                                "urn:price",
                                message("urn:test:quote", "request", "id", "step"),
                                message("urn:test:quote", "price", "number"))))));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : Map.of(
                            ContractDescriptor.FILE, Json.text(source), "process.bpmn", bpmn)
                    .entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return admin("PUT", "/deployments/" + process, bytes.toByteArray());
    }

    private static MessageTemplate message(String namespace, String element, String... names) {
        List<String> text = new ArrayList<>();
        List<Value> values = new ArrayList<>();
        String open = "<" + element + " xmlns=\"" + namespace + "\">";
        for (String name : names) {
            text.add(open + "<" + name + ">");
            values.add(new Value(name, name.equals("id") ? MessageTemplate.Type.TEXT : MessageTemplate.Type.INTEGER));
            open = "</" + name + ">";
        }
        text.add(open + "</" + element + ">");
        return new MessageTemplate(namespace, element, text, values);
    }

    /** Returns the text of a process of the tests. */
    static String file(String name) throws IOException {
        try (InputStream in = BpmnEngineFixture.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    HttpResponse<String> undeploy(String process) throws Exception {
        return admin("DELETE", "/deployments/" + process, NOTHING);
    }

    HttpResponse<String> order(String process, String id) throws IOException, InterruptedException {
        return post(process, envelope("<order xmlns='urn:test:order'><id>" + id + "</id></order>"));
    }

    HttpResponse<String> post(String process, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ':' + port + "/processes/" + process))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> admin(String method, String path, byte[] body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ':' + adminPort + path))
                .method(method, BodyPublishers.ofByteArray(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(DEADLINE).build(), BodyHandlers.ofString());
    }

    long statistic(String name) throws Exception {
        String body = admin("GET", "/statistics", NOTHING).body();
        Matcher matcher = Pattern.compile('"' + name + "\" : (\\d+)").matcher(body);
        if (!matcher.find()) {
            throw new IOException(name + " is not in " + body);
        }
        return Long.parseLong(matcher.group(1));
    }

    /** Waits until a statistic has a value. */
    void await(String name, long value) throws Exception {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (statistic(name) != value) {
            if (System.nanoTime() > end) {
                throw new AssertionError(name + " is " + statistic(name) + " and not " + value);
            }
            Thread.sleep(10);
        }
    }

    /** Sends SIGTERM and returns the exit status. */
    int stop() throws InterruptedException {
        process.destroy();
        return end();
    }

    String errors() throws IOException {
        return Files.readString(work.resolve("error.txt"));
    }

    /** Returns the exit status of a server that ends by itself. */
    int end() throws InterruptedException {
        if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the server still runs after " + DEADLINE);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        partner.stop(0);
        partnerThreads.shutdownNow();
    }
}

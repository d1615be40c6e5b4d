package io.soabench.messages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.Json;
import io.soabench.plan.SecretFile;
import io.soabench.plugin.ContractDescriptor;
import io.soabench.plugin.ContractDescriptor.Partner;
import io.soabench.plugin.MessageTemplate;
import io.soabench.plugin.MessageTemplate.Value;
import io.soabench.plugin.ServiceOperation;
import io.soabench.testing.ReadyLine;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An engine in a process of its own, and the partner of its processes. */
public final class EngineFixture implements AutoCloseable {

    /** A busy machine takes a minute to start an engine. */
    private static final Duration DEADLINE = Duration.ofMinutes(4);

    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern ID = Pattern.compile("<id[^>]*>([^<]*)</id><step[^>]*>([^<]*)</step>");
    private static final byte[] NOTHING = {};

    /** An identifier whose last call the partner holds, so that an engine has little to do after it. */
    static final String HELD_AT_LAST = "held-at-last";

    private static final String LAST_STEP = "5";

    /** Calls that must be open at once before the partner answers the first of them. */
    private static final int MEETING = 5;

    /** A call that waits alone for so long gets a fault. */
    private static final long PATIENCE_S = 60;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, List<String>> calls = new ConcurrentHashMap<>();
    private final ExecutorService partnerThreads = Executors.newCachedThreadPool();
    private final HttpServer partner;
    private final Class<?> files;
    private final String processFile;
    private final Map<String, CountDownLatch> meetings = new ConcurrentHashMap<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger held = new AtomicInteger();
    private final Path work;
    private final Process process;
    private final BufferedReader out;
    private final int port = TestPorts.next();
    private final int adminPort = TestPorts.next();

    /**
     * Starts an engine.
     *
     * @param folder for its files; secrets are read there
     * @param main the class of its program
     * @param options of the program
     * @param files a class beside whose resources the processes of the tests stand
     * @param processFile name of the process file in packages
     */
    public EngineFixture(Path folder, String main, Map<String, String> options, Class<?> files, String processFile)
            throws IOException {
        this.files = files;
        this.processFile = processFile;
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
        ProcessBuilder program = new ProcessBuilder(command)
                .redirectError(work.resolve("error.txt").toFile());
        program.environment().put(SecretFile.FOLDER, folder.toString());
        process = program.start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits for the line {@code ready}. */
    public void ready() throws IOException, InterruptedException {
        ReadyLine.await(out, DEADLINE, this::errors);
    }

    /**
     * Answers a call with the number of its step. The identifier of the request decides what else happens: {@code refused} and {@code broken} are SOAP
     * faults; {@code busy} has HTTP status 503; {@code together…} waits until five calls are there; {@code held…} waits for {@link #release}, {@value #HELD_AT_LAST} with its last step alone.
     */
    private void price(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher values = ID.matcher(request);
        if (!values.find()) {
            throw new IOException("a request without id and step: " + request);
        }
        String id = values.group(1);
        calls.computeIfAbsent(id, each -> Collections.synchronizedList(new ArrayList<>()))
                .add(values.group(2));
        boolean met = !id.startsWith("together") || meet(id);
        if (id.startsWith("held")
                && (!id.equals(HELD_AT_LAST) || values.group(2).equals(LAST_STEP))) {
            held.incrementAndGet();
            passes(released);
        }
        String fault = id.equals("refused") || id.equals("broken") ? id : met ? "" : "alone";
        String body = fault.isEmpty()
                ? "<price xmlns='urn:test:quote'><number>" + values.group(2) + "</number></price>"
                : "<e:Fault xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><faultcode>e:Server</faultcode><faultstring>"
                        + fault + "</faultstring><detail><" + fault + " xmlns='urn:test:quote'/></detail></e:Fault>";
        byte[] answer = envelope(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(id.equals("busy") ? 503 : fault.isEmpty() ? 200 : 500, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private boolean meet(String id) {
        CountDownLatch meeting = meetings.computeIfAbsent(id, each -> new CountDownLatch(MEETING));
        meeting.countDown();
        return passes(meeting);
    }

    private static boolean passes(CountDownLatch latch) {
        try {
            return latch.await(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets the partner answer calls that it holds. */
    public void release() {
        released.countDown();
    }

    /** Waits until the partner holds a number of calls. */
    public void awaitHeld(int number) throws IOException, InterruptedException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (held.get() < number) {
            if (!process.isAlive()) {
                throw new IOException("the engine has ended\n" + errors());
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("the partner holds " + held.get() + " calls and not " + number);
            }
            Thread.sleep(10);
        }
    }

    /** Returns a SOAP envelope around a body. */
    public static String envelope(String body) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    /** Forgets the calls of the partner so far. */
    public void clearCalls() {
        calls.clear();
    }

    /** The steps that each identifier has asked for, in the order of their arrival. */
    public Map<String, List<String>> calls() {
        return calls;
    }

    /** Deploys a process of the tests. */
    public HttpResponse<String> deploy(String process, String file) throws Exception {
        return deployText(process, file(file));
    }

    /** Deploys a process with a text as its file. */
    public HttpResponse<String> deployText(String process, String text) throws Exception {
        return deployText(process, text, null);
    }

    /**
     * Deploys a process of a text with several as its file.
     *
     * @param definition id of the process in the text
     */
    public HttpResponse<String> deployText(String process, String text, String definition) throws Exception {
        ContractDescriptor source = new ContractDescriptor(
                processFile,
                "/processes/" + process,
                List.of(order()),
                List.of(new Partner(
                        "quote",
                        "http://" + LOOPBACK + ':' + partner.getAddress().getPort() + "/quote",
                        List.of(new ServiceOperation(
                                "price",
                                "urn:price",
                                message("urn:test:quote", "request", "id", "step"),
                                message("urn:test:quote", "price", "number"))))),
                definition);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : Map.of(ContractDescriptor.FILE, Json.text(source), processFile, text)
                    .entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return admin("PUT", "/deployments/" + process, bytes.toByteArray());
    }

    /** Returns the operation of the processes of the tests: an identifier, and a sum as the answer. */
    public static ServiceOperation order() {
        return new ServiceOperation(
                "order",
                "urn:order",
                message("urn:test:order", "order", "id"),
                message("urn:test:order", "total", "sum"));
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
    public String file(String name) throws IOException {
        try (InputStream in = files.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Removes a process. */
    public HttpResponse<String> undeploy(String process) throws Exception {
        return admin("DELETE", "/deployments/" + process, NOTHING);
    }

    /** Sends a request with an identifier and waits for the answer. */
    public HttpResponse<String> order(String process, String id) throws IOException, InterruptedException {
        return post(process, envelope("<order xmlns='urn:test:order'><id>" + id + "</id></order>"));
    }

    /** Sends a message and waits for the answer. */
    public HttpResponse<String> post(String process, String body) throws IOException, InterruptedException {
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

    /** Returns the statistics as text. */
    public String statistics() throws Exception {
        return admin("GET", "/statistics", NOTHING).body();
    }

    /** Asks for the instances that the engine has kept. */
    public HttpResponse<String> instances() throws Exception {
        return admin("GET", "/instances", NOTHING);
    }

    /** Returns a number of the statistics. */
    public long statistic(String name) throws Exception {
        String body = statistics();
        Matcher matcher = Pattern.compile('"' + name + "\" : (\\d+)").matcher(body);
        if (!matcher.find()) {
            throw new IOException(name + " is not in " + body);
        }
        return Long.parseLong(matcher.group(1));
    }

    /** Waits until a statistic has a value. */
    public void await(String name, long value) throws Exception {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (statistic(name) != value) {
            if (System.nanoTime() > end) {
                throw new AssertionError(name + " is " + statistic(name) + " and not " + value);
            }
            Thread.sleep(10);
        }
    }

    /** Sends SIGTERM. */
    public void askToStop() {
        process.destroy();
    }

    /** Sends SIGTERM and returns the exit status. */
    public int stop() throws InterruptedException {
        process.destroy();
        return end();
    }

    /** Returns what the program has written to its error stream. */
    public String errors() throws IOException {
        return Files.readString(work.resolve("error.txt"));
    }

    /** Returns the exit status of a server that ends by itself. */
    public int end() throws InterruptedException {
        if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the server still runs after " + DEADLINE);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        released.countDown();
        process.destroyForcibly();
        partner.stop(0);
        partnerThreads.shutdownNow();
    }
}

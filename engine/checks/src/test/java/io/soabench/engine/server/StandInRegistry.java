package io.soabench.engine.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A UDDI registry on a free loopback port. It has one port type, and the addresses that a test sets. */
final class StandInRegistry implements AutoCloseable {
    private static final String KEY = "uddi:test:porttype";

    /** The answers, in this order. */
    final List<String> addresses = new CopyOnWriteArrayList<>();

    /** The number of questions for the port type. */
    final AtomicInteger questions = new AtomicInteger();

    private final String namespace;
    private final String portType;
    private final HttpServer server;
    private boolean closed;

    StandInRegistry(String namespace, String portType) throws IOException {
        this.namespace = namespace;
        this.portType = portType;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/inquiry", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/inquiry";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String body = answer(request);
            byte[] bytes = ScriptedPartner.envelope(body).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(body.contains("Fault") ? 500 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String answer(String request) {
        if (request.contains("<find_tModel")) {
            questions.incrementAndGet();
            boolean known = request.contains("<name>" + portType + "</name>")
                    && request.contains("keyValue=\"" + namespace + "\"");
            return "<tModelList xmlns=\"urn:uddi-org:api_v3\">"
                    + (known
                            ? "<tModelInfos><tModelInfo tModelKey=\"" + KEY + "\"><name>" + portType
                                    + "</name></tModelInfo></tModelInfos>"
                            : "")
                    + "</tModelList>";
        }
        if (request.contains("<find_binding") && request.contains("<tModelKey>" + KEY + "</tModelKey>")) {
            return addresses.stream()
                    .map(address ->
                            "<bindingTemplate bindingKey=\"uddi:test:b\" serviceKey=\"uddi:test:s\"><accessPoint"
                                    + " useType=\"endPoint\">" + address + "</accessPoint></bindingTemplate>")
                    .collect(Collectors.joining(
                            "", "<bindingDetail xmlns=\"urn:uddi-org:api_v3\">", "</bindingDetail>"));
        }
        return "<s:Fault><faultcode>s:Client</faultcode><faultstring>unknown question</faultstring></s:Fault>";
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            server.stop(0);
        }
    }
}

package io.soabench.mock;

import io.soabench.plan.HostClock;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockPlan.UiidSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Warms the code of a mock host before the host is there: another one of the same kind, on a free port of the loopback, answers
 * requests for the same operations with the same answers for a bounded time, without delay. Its services are copies: counters,
 * traces and the log of the calls of the real ones are not touched.
 */
final class HostRehearsal {

    private static final int CLIENTS = 2;
    private static final int TIME_OUT_MS = 2_000;
    private static final String LOOPBACK = "127.0.0.1";

    private final MockServices services;
    private final String base;
    private final HostClock clock = HostClock.system();
    private final AtomicInteger answered = new AtomicInteger();

    /**
     * Nothing is sent yet.
     *
     * @param base path under which the host has its services
     */
    HostRehearsal(MockServices services, String base) {
        this.services = services.rehearsing();
        this.base = base;
    }

    /**
     * Rehearses for so long.
     *
     * @return requests that were answered
     * @throws HostRefused when the host cannot be started
     */
    int run(MockHost.Starter starter, Duration length) throws HostRefused, InterruptedException {
        CallLog calls = CallLog.nowhere();
        MockHost host = starter.start(LOOPBACK, 0, services, calls);
        try {
            long endNs = clock.epochNanos() + length.toNanos();
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Thread client = new Thread(() -> call(host.port(), endNs), "rehearsal");
                client.setDaemon(true);
                client.start();
                clients.add(client);
            }
            for (Thread client : clients) {
                client.join(length.toMillis() + TIME_OUT_MS);
            }
        } finally {
            host.stop(Duration.ZERO);
            try {
                calls.close();
            } catch (IOException e) {
                // It goes nowhere.
            }
        }
        return answered.get();
    }

    private void call(int port, long endNs) {
        try {
            int number = 0;
            while (clock.epochNanos() < endNs) {
                for (MockService service : services.all()) {
                    MockPlan plan = service.folder().plan();
                    URL address = URI.create("http://" + LOOPBACK + ':' + port + base + '/' + service.path())
                            .toURL();
                    for (MockOperation operation : plan.operations()) {
                        number++;
                        post(address, plan.uiid(), operation, "-rehearsal.1." + number);
                    }
                }
            }
        } catch (IOException e) {
            // The host is as warm as it got; whether the real one answers is seen when it is used.
        }
    }

    private void post(URL address, UiidSource source, MockOperation operation, String uiid) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.openConnection();
        connection.setRequestMethod("POST");
        connection.setConnectTimeout(TIME_OUT_MS);
        connection.setReadTimeout(TIME_OUT_MS);
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "text/xml; charset=utf-8");
        connection.setRequestProperty("SOAPAction", '"' + operation.soapAction() + '"');
        if (source.kind() == UiidSource.Kind.HEADER) {
            connection.setRequestProperty(source.header(), uiid);
        }
        try (OutputStream out = connection.getOutputStream()) {
            out.write(message(source, operation, uiid).getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            if (in != null) {
                in.readAllBytes();
            }
        }
        if (status < 300) {
            answered.incrementAndGet();
        }
    }

    /** A message for an operation, with the identifier where the service looks for it. */
    static String message(UiidSource source, MockOperation operation, String uiid) {
        StringBuilder body = new StringBuilder();
        boolean within =
                source.kind() == UiidSource.Kind.MESSAGE && source.id().get(0).equals(operation.inputElement());
        if (within) {
            open(body, source.id(), 0, uiid);
        } else if (!operation.inputElement().isEmpty()) {
            open(body, List.of(operation.inputElement()), 0, "");
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                + "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    private static void open(StringBuilder xml, List<String> path, int at, String uiid) {
        String name = path.get(at);
        int brace = name.lastIndexOf('}');
        String local = name.substring(brace + 1);
        String namespace = brace > 0 ? name.substring(1, brace) : "";
        boolean attribute = at + 1 < path.size() && path.get(at + 1).startsWith("@");
        xml.append("<e:".substring(0, namespace.isEmpty() ? 1 : 3)).append(local);
        if (!namespace.isEmpty()) {
            xml.append(" xmlns:e=\"").append(SoapFaults.escaped(namespace)).append('"');
        }
        if (attribute) {
            attribute(xml, path.get(at + 1).substring(1), uiid);
        }
        xml.append('>');
        if (at + 1 < path.size() && !attribute) {
            open(xml, path, at + 1, uiid);
        } else if (!attribute) {
            xml.append(uiid);
        }
        xml.append("</").append(namespace.isEmpty() ? "" : "e:").append(local).append('>');
    }

    private static void attribute(StringBuilder xml, String name, String uiid) {
        int brace = name.lastIndexOf('}');
        if (brace > 0) {
            xml.append(" xmlns:a=\"")
                    .append(SoapFaults.escaped(name.substring(1, brace)))
                    .append("\" a:");
        } else {
            xml.append(' ');
        }
        xml.append(name.substring(brace + 1)).append("=\"").append(uiid).append('"');
    }
}

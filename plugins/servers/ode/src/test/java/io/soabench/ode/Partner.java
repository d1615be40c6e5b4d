package io.soabench.ode;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A partner that answers each call with the same rate, or with the fault that its contract declares. */
final class Partner implements AutoCloseable {

    private static final byte[] FAULT =
            ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault>"
                            + "<faultcode>s:Server</faultcode><faultstring>no such currency</faultstring><detail>"
                            + "<unknown xmlns=\"urn:test:rates\">CHF</unknown></detail></s:Fault></s:Body></s:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger calls = new AtomicInteger();
    private final Semaphore unseen = new Semaphore(0);
    private volatile String last = "";
    private volatile boolean failing;

    Partner(String rate) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] answer = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                        + "<rate xmlns=\"urn:test:rates\">" + rate + "</rate></s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            last = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            calls.incrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=UTF-8");
            byte[] body = failing ? FAULT : answer;
            exchange.sendResponseHeaders(failing ? 500 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
            unseen.release();
        });
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/rates";
    }

    /** Answers with the declared fault from now on. */
    void fail() {
        failing = true;
    }

    int calls() {
        return calls.get();
    }

    /** The envelope of the last call; empty before the first. */
    String last() {
        return last;
    }

    /** Waits until so many more calls were answered. */
    boolean awaitCalls(int number) throws InterruptedException {
        return unseen.tryAcquire(number, 60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

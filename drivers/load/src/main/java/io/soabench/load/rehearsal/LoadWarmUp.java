package io.soabench.load.rehearsal;

import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.input.Trace;
import io.soabench.load.record.Sample;
import io.soabench.load.record.SampleFile;
import io.soabench.load.record.Tally;
import io.soabench.load.replay.Replay;
import io.soabench.load.replay.Sender;
import io.soabench.load.text.Uiid;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A bounded replay against an {@link EchoServer} with the code and the message sizes of the real one. After it the code is loaded and compiled
 * before the first request counts. Clients that never think come first, then arrivals that open a connection each, then arrivals on connections
 * as the plan has them. Nothing of it is recorded, and nothing reaches the system under test. To be run once; {@link #stop} may be called by
 * any thread at any time.
 */
public final class LoadWarmUp {

    private static final int CLIENTS = 8;
    private static final int ARRIVALS_PER_SECOND = 4_000;
    private static final long TIME_OUT_MS = 1_000;
    private static final long READY_MS = 10_000;
    private static final int PARTS = 4;
    private static final ConnectionPlan FRESH = new ConnectionPlan(ConnectionPlan.Use.NEW, 0);

    /** A source of senders of a replay's requests. */
    @FunctionalInterface
    public interface Senders {

        /** Creates a sender, see the constructors of the senders. */
        Sender of(
                Replay replay,
                Requests requests,
                ServerAddress address,
                Consumer<Sample> receiver,
                Consumer<Throwable> onBug);
    }

    private final LoadPlan plan;
    private final Trace trace;
    private final Requests requests;
    private final HostClock clock;
    private final AtomicReference<Throwable> bug = new AtomicReference<>();
    private Replay running;
    private boolean stopped;

    /** Prepares the warm-up; sends nothing. */
    public LoadWarmUp(LoadPlan plan, Trace trace, Requests requests, HostClock clock) {
        this.plan = plan;
        this.trace = trace;
        this.requests = requests;
        this.clock = clock;
    }

    /** Ends the warm-up early. */
    public synchronized void stop() {
        stopped = true;
        if (running != null) {
            running.stop();
        }
    }

    /**
     * Rehearses for a time.
     *
     * @return requests that were answered as they should be
     * @throws IOException when there is no loopback port
     */
    public long run(long ms, Senders senders) throws IOException, InterruptedException {
        long good = 0;
        try (EchoServer echoServer = new EchoServer(answer(), callbacks())) {
            long part = ms / PARTS;
            good += replay(clients(), 2 * part, plan.connections(), ServerAddress.clear(echoServer.address()), senders);
            good += replay(arrivals(part), part, FRESH, ServerAddress.clear(echoServer.address()), senders);
            good += replay(
                    arrivals(part), part, plan.connections(), ServerAddress.clear(echoServer.address()), senders);
        }
        if (bug.get() != null) {
            throw new IllegalStateException("a thread failed while it was warmed: " + bug.get(), bug.get());
        }
        // The garbage of the warm-up must not be collected during a measurement.
        System.gc();
        return good;
    }

    private long replay(Trace trace, long ms, ConnectionPlan connections, ServerAddress address, Senders senders)
            throws IOException, InterruptedException {
        Replay replay = new Replay(plan.rehearsing(ms, TIME_OUT_MS, connections), trace, clock);
        Tally tally = new Tally();
        SampleFile file = new SampleFile(new Nowhere(), new Uiid(trace.workload()), tally, replay::stop);
        try (file;
                Sender sender = senders.of(replay, requests, address, file::add, e -> fail(replay, e))) {
            Thread runner = new Thread(sender::run, "rehearsal");
            runner.setDaemon(true);
            runner.setUncaughtExceptionHandler((thread, e) -> fail(replay, e));
            runner.start();
            sender.awaitReady(READY_MS);
            begin(replay);
            runner.join(ms + TIME_OUT_MS);
            replay.stop();
            runner.join();
        }
        return file.recorded() - tally.failures();
    }

    private void fail(Replay replay, Throwable e) {
        bug.compareAndSet(null, e);
        replay.stop();
    }

    private synchronized void begin(Replay replay) {
        running = replay;
        if (stopped) {
            replay.stop();
        } else {
            replay.start(clock.epochNanos());
        }
    }

    private String head(String kind) {
        return Trace.FIRST_LINE + "\n# workload=" + trace.workload() + " kind=" + kind + " chunks="
                + String.join(",", trace.chunkNames()) + "\n";
    }

    /** Returns a trace of clients that each send every request file in turn. */
    private Trace clients() {
        StringBuilder text = new StringBuilder(head("closed"));
        int chunks = trace.chunkNames().size();
        for (int client = 1; client <= CLIENTS; client++) {
            for (int n = 1; n <= chunks; n++) {
                text.append(client)
                        .append('\t')
                        .append(n)
                        .append("\t0\t")
                        .append(n - 1)
                        .append(row(n - 1, client))
                        .append('\n');
            }
        }
        return Trace.parse("rehearsal of clients", text.toString());
    }

    /** Returns the end of a line of a trace: of a chunk that records fill one of them. */
    private String row(int chunk, int number) {
        return requests.rows(chunk) == 0 ? "" : "\t" + number % requests.rows(chunk);
    }

    private Trace arrivals(long ms) {
        StringBuilder text = new StringBuilder(head("open"));
        int chunks = trace.chunkNames().size();
        long gapUs = TimeUnit.SECONDS.toMicros(1) / ARRIVALS_PER_SECOND;
        long endUs = TimeUnit.MILLISECONDS.toMicros(ms);
        int n = 0;
        for (long us = 0; us < endUs || n == 0; us += gapUs) {
            text.append("1\t")
                    .append(n + 1)
                    .append('\t')
                    .append(us)
                    .append('\t')
                    .append(n % chunks)
                    .append(row(n % chunks, n))
                    .append('\n');
            n++;
        }
        return Trace.parse("rehearsal of arrivals", text.toString());
    }

    /**
     * Returns the answer that the plan wants, about as long as a request. For a mix, it is the answer of the first
     * process: wrong answers of the others use the same code.
     */
    private byte[] answer() {
        String name = plan.targets().get(0).answerElement();
        int brace = name.lastIndexOf('}');
        String element = name.isEmpty() ? "answer" : name.substring(brace + 1);
        String namespace = brace > 0 ? name.substring(1, brace) : "";
        String body = "<?xml version='1.0'?><s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><"
                + element + (namespace.isEmpty() ? "" : " xmlns=\"" + escaped(namespace) + "\"") + ">"
                + "x".repeat((int) Math.min(requests.longestBody(), 4_096)) + "</" + element
                + "></s:Body></s:Envelope>";
        return ("HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: "
                        + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns one callback for each process that calls back: about as long as a request, and related to it as the plan wants. */
    private List<EchoServer.Callback> callbacks() {
        List<EchoServer.Callback> all = new ArrayList<>();
        for (LoadPlan.Target target : plan.targets()) {
            target.callback().ifPresent(callback -> all.add(callback(target, callback)));
        }
        return all;
    }

    private EchoServer.Callback callback(LoadPlan.Target target, CallbackPlan callback) {
        InetSocketAddress address = plan.callbackAddress().orElseThrow();
        String head = "POST " + LoadPlan.callbackPath(target.process()) + " HTTP/1.1\r\nHost: "
                + address.getHostString() + ":" + address.getPort()
                + "\r\nContent-Type: text/xml; charset=utf-8\r\n";
        StringBuilder begin = new StringBuilder(
                "<?xml version='1.0'?><s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\">");
        String end = "</s:Body></s:Envelope>";
        if (callback.addressed()) {
            String name = target.answerElement().isEmpty() ? "answer" : target.answerElement();
            begin.append("<s:Header><a:RelatesTo xmlns:a=\"")
                    .append(CallbackPlan.ADDRESSING)
                    .append("\">")
                    .append(CallbackPlan.MESSAGE_ID);
            end = "</a:RelatesTo></s:Header><s:Body>" + start(name)
                    + "x".repeat((int) Math.min(requests.longestBody(), 4_096)) + end(name) + end;
        } else {
            String last = callback.uiid().get(callback.uiid().size() - 1);
            boolean attribute = last.startsWith("@");
            begin.append("<s:Body>");
            for (String step : callback.uiid().subList(0, callback.uiid().size() - (attribute ? 1 : 0))) {
                begin.append(start(step));
                end = end(step) + end;
            }
            if (attribute) {
                begin.setLength(begin.length() - 1);
                begin.append(attribute(last.substring(1)));
                end = "\">" + end;
            }
        }
        return new EchoServer.Callback(path(target.endpoint()), address, head, begin.toString(), end);
    }

    private static String path(URI endpoint) {
        String path = endpoint.getRawPath() == null || endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
        return endpoint.getRawQuery() == null ? path : path + "?" + endpoint.getRawQuery();
    }

    private static String local(String name) {
        return name.substring(name.lastIndexOf('}') + 1);
    }

    private static String namespace(String name) {
        int brace = name.lastIndexOf('}');
        return brace > 0 ? escaped(name.substring(1, brace)) : "";
    }

    private static String start(String name) {
        return "<" + local(name) + " xmlns=\"" + namespace(name) + "\">";
    }

    private static String end(String name) {
        return "</" + local(name) + ">";
    }

    /** Returns the start of an attribute, up to its value. */
    private static String attribute(String name) {
        return namespace(name).isEmpty()
                ? " " + local(name) + "=\""
                : " xmlns:u=\"" + namespace(name) + "\" u:" + local(name) + "=\"";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    /** A sink that drops all lines. */
    private static final class Nowhere implements SampleFile.Sink {

        private boolean open = true;

        @Override
        public int write(ByteBuffer source) {
            int count = source.remaining();
            source.position(source.limit());
            return count;
        }

        @Override
        public void truncate(long size) {
            // There is nothing to cut off.
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}

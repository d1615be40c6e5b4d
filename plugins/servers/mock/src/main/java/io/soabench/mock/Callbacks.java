package io.soabench.mock;

import io.soabench.plan.CallOutcome;
import io.soabench.plan.HostClock;
import io.soabench.plan.ServerTrust;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;

/**
 * The callbacks of a host: each is sent when it is due, and logged as a call of its own. Guarantees: each callback is
 * logged once, with the time at which it was sent, or with 0 when it never was. A host without callback services has no
 * thread for it. Safe for use by many threads.
 */
public final class Callbacks {

    private static final int THREADS = 2;
    private static final long LOOK_MS = 2;
    private static final int SUCCESS = 2;

    /** The time limit for a process to accept a callback, equal to the default of clients. */
    private static final Duration TIME_OUT = Duration.ofSeconds(30);

    private final HostClock clock;
    private final CallLog calls;
    private final Set<Pending> open = ConcurrentHashMap.newKeySet();
    /** The timer; this field and the next are {@code null} in a host without callback services. */
    private final ScheduledThreadPoolExecutor timer;

    private final HttpClient client;

    /** Creates the callbacks of a host that trusts the servers that Java trusts. */
    public Callbacks(MockServices services, HostClock clock, CallLog calls) {
        this(services, clock, calls, ServerTrust.ofJava().context());
    }

    /**
     * Creates the callbacks of a host with these services and this log.
     *
     * @throws HostRefused when the certificates by which called servers are trusted cannot be used
     */
    public Callbacks(MockServices services, HostClock clock, CallLog calls, HostTls tls) throws HostRefused {
        this(services, clock, calls, tls.calling());
    }

    private Callbacks(MockServices services, HostClock clock, CallLog calls, SSLContext trusting) {
        this.clock = clock;
        this.calls = calls;
        boolean needed =
                services.all().stream().anyMatch(service -> service.callback().isPresent());
        timer = needed ? new ScheduledThreadPoolExecutor(1, Callbacks::thread) : null;
        client = needed
                ? HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(TIME_OUT)
                        .sslContext(trusting)
                        .executor(Executors.newFixedThreadPool(THREADS, Callbacks::thread))
                        .build()
                : null;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "callbacks");
        thread.setDaemon(true);
        return thread;
    }

    /** A callback that was not logged yet; compared by identity. */
    private static final class Pending {
        private final PlannedReply request;
        private final CallbackMessage message;
        private final CallbackScanner.Found found;
        private long sentNs;

        private Pending(PlannedReply request, CallbackMessage message, CallbackScanner.Found found) {
            this.request = request;
            this.message = message;
            this.found = found;
        }
    }

    /**
     * Begins the callback of a request, if it has one.
     *
     * @param bytes its first {@code length} bytes are the request
     * @param charset name from the transport, or empty for that of the XML declaration
     */
    public void begin(PlannedReply request, byte[] bytes, int length, String charset) {
        if (!request.callsBack()) {
            return;
        }
        CallbackMessage message = request.service().callback().orElseThrow();
        Pending pending = new Pending(request, message, message.read(bytes, length, charset));
        open.add(pending);
        long waitNs = request.arrivalNs()
                + TimeUnit.MICROSECONDS.toNanos(request.callback().afterUs())
                - clock.epochNanos();
        var unused = timer.schedule(() -> due(pending), waitNs, TimeUnit.NANOSECONDS);
    }

    private void due(Pending pending) {
        String address = pending.message.address(pending.found);
        boolean omitted = pending.request.callback().outcome() == CallOutcome.OMITTED;
        if (omitted || address.isEmpty()) {
            log(pending, omitted ? CallOutcome.OMITTED : CallOutcome.REFUSED);
            return;
        }
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(TIME_OUT)
                    .header("Content-Type", PlannedReply.CONTENT_TYPE)
                    .header("SOAPAction", '"' + pending.message.plan().soapAction() + '"')
                    .POST(BodyPublishers.ofString(pending.message.envelope(pending.found, pending.request)))
                    .build();
            pending.sentNs = clock.epochNanos();
            var unused = client.sendAsync(request, BodyHandlers.discarding()).handle((response, failure) -> {
                boolean taken = failure == null && response.statusCode() / 100 == SUCCESS;
                log(pending, taken ? CallOutcome.CALLED_BACK : CallOutcome.REFUSED);
                return null;
            });
        } catch (IllegalArgumentException e) {
            // The request named an invalid address.
            log(pending, CallOutcome.REFUSED);
        }
    }

    private void log(Pending pending, CallOutcome outcome) {
        if (!open.remove(pending)) {
            return;
        }
        PlannedReply of = pending.request;
        calls.add(
                new PlannedReply(
                        of.service(),
                        pending.message.plan().operation(),
                        of.uiid(),
                        of.step(),
                        of.traced(),
                        of.arrivalNs(),
                        of.callback().afterUs(),
                        outcome,
                        0,
                        AnswerBytes.EMPTY),
                pending.sentNs);
    }

    /** Waits until each callback was sent and accepted or the time is over; the others are logged as refused. */
    public void stop(Duration grace) {
        for (long left = grace.toMillis(); left > 0 && !open.isEmpty(); left -= LOOK_MS) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
        }
        if (timer != null) {
            timer.shutdownNow();
        }
        open.forEach(pending -> log(pending, CallOutcome.REFUSED));
    }
}

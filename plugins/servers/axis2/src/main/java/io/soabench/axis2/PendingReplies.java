package io.soabench.axis2;

import io.soabench.mock.AnswerBytes;
import io.soabench.mock.CallLog;
import io.soabench.mock.MockService;
import io.soabench.mock.PlannedReply;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.HostClock;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The answers that wait until they are due, without a thread each. Guarantees: every reply is logged once, with its end
 * when it was sent and with 0 when it never was. Safe for use by many threads.
 */
final class PendingReplies {

    /** The number of senders: two, so that one slow client does not make all the others wait. */
    private static final int THREADS = 2;

    private static final long LOOK_MS = 2;

    /** The time that a connection without a planned answer is kept: longer than any client waits. */
    private static final long LONGEST_SILENCE_MS = 600_000;

    private final HostClock clock;
    private final CallLog calls;
    private final ScheduledThreadPoolExecutor timer;
    private final Set<Pending> waiting = ConcurrentHashMap.newKeySet();
    /** The number of received and unlogged requests of each service, including those in Axis2. */
    private final Map<MockService, AtomicInteger> open = new ConcurrentHashMap<>();

    PendingReplies(HostClock clock, CallLog calls) {
        this.clock = clock;
        this.calls = calls;
        AtomicInteger number = new AtomicInteger();
        timer = new ScheduledThreadPoolExecutor(THREADS, task -> {
            Thread thread = new Thread(task, "replies-" + number.incrementAndGet());
            thread.setDaemon(true);
            // Otherwise the thread would keep the class loader of the request for which it was made.
            thread.setContextClassLoader(PendingReplies.class.getClassLoader());
            return thread;
        });
    }

    /** An answer that is not due yet. */
    private record Pending(
            PlannedReply reply,
            AnswerBytes body,
            HttpServletResponse response,
            AsyncContext context,
            ConnectionCloser end,
            AtomicBoolean done) {}

    void begin(MockService service) {
        open.computeIfAbsent(service, s -> new AtomicInteger()).incrementAndGet();
    }

    int open() {
        return open.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    int open(MockService service) {
        AtomicInteger count = open.get(service);
        return count == null ? 0 : count.get();
    }

    long now() {
        return clock.epochNanos();
    }

    /** Sends an answer at once, or closes the connection, on the thread of the request. */
    void send(PlannedReply reply, AnswerBytes body, HttpServletResponse response, ConnectionCloser end) {
        if (reply.outcome() == CallOutcome.CLOSED) {
            log(reply, clock.epochNanos());
            end.close();
        } else {
            log(reply, write(reply, body, response));
        }
    }

    /** Sends an answer when it is due. */
    void schedule(
            PlannedReply reply,
            AnswerBytes body,
            HttpServletResponse response,
            AsyncContext context,
            ConnectionCloser end) {
        Pending pending = new Pending(reply, body, response, context, end, new AtomicBoolean());
        waiting.add(pending);
        var unused = timer.schedule(() -> due(pending), reply.dueNs() - clock.epochNanos(), TimeUnit.NANOSECONDS);
    }

    private void due(Pending pending) {
        waiting.remove(pending);
        if (!pending.done().compareAndSet(false, true)) {
            return;
        }
        switch (pending.reply().outcome()) {
            case CLOSED -> {
                log(pending.reply(), clock.epochNanos());
                pending.end().close();
            }
            case SILENT -> {
                log(pending.reply(), 0);
                // Tomcat does not report that the client has gone, so the connection would stay for good.
                var unused = timer.schedule(pending.end()::close, LONGEST_SILENCE_MS, TimeUnit.MILLISECONDS);
            }
            default -> answer(pending);
        }
    }

    private void answer(Pending pending) {
        long endNs = write(pending.reply(), pending.body(), pending.response());
        try {
            pending.context().complete();
        } finally {
            log(pending.reply(), endNs);
        }
    }

    /** Returns the instant when the answer was handed to the network, or 0 when the client had gone. */
    private long write(PlannedReply reply, AnswerBytes body, HttpServletResponse response) {
        try {
            response.setStatus(reply.status());
            if (body.length() > 0) {
                response.setContentType(reply.service().contentType());
            }
            response.setContentLength(body.length());
            response.getOutputStream().write(body.bytes());
            response.flushBuffer();
            return clock.epochNanos();
        } catch (IOException | RuntimeException e) {
            // Tomcat throws a RuntimeException when it has already taken back the response of a client that is gone.
            return 0;
        }
    }

    private void log(PlannedReply reply, long endNs) {
        calls.add(reply, endNs);
        open.get(reply.service()).decrementAndGet();
    }

    /** Waits until every answer was sent or the time is over; the remaining ones are logged as unanswered. */
    void drain(Duration grace) {
        for (long left = grace.toMillis(); left > 0 && open() > 0; left -= LOOK_MS) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
        }
        timer.shutdownNow();
        for (Pending pending : waiting) {
            if (pending.done().compareAndSet(false, true)) {
                log(pending.reply(), 0);
            }
        }
    }
}

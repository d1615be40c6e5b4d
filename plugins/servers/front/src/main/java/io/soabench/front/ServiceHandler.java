package io.soabench.front;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.front.SoapFault.Code;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The handler of requests to deployed processes. A request that finds neither a thread of the pool nor room in the queue gets 503 at once.
 *
 * @param <P> the engine's form of a deployed process
 */
final class ServiceHandler<P extends LibraryEngine.Deployed> implements HttpHandler, AutoCloseable {

    private static final Logger LOG = Logger.getLogger(ServiceHandler.class.getName());
    private static final String BUSY = "too many requests wait, or the server is being stopped";

    private final LibraryEngine<P> engine;
    private final long answerTimeoutMs;
    private final ThreadPoolExecutor pool;
    private final Map<String, P> processes = new ConcurrentHashMap<>();
    private final int mostOpen;
    private final AtomicInteger open = new AtomicInteger();
    private final CountDownLatch drained = new CountDownLatch(1);
    private volatile boolean draining;

    /**
     * Creates a handler without processes.
     *
     * @param threads of the pool
     * @param queue requests that may wait for a thread
     * @param mostOpen requests without an answer, including those that hold no thread
     */
    ServiceHandler(LibraryEngine<P> engine, int threads, int queue, int mostOpen, long answerTimeoutMs) {
        this.engine = engine;
        this.answerTimeoutMs = answerTimeoutMs;
        this.mostOpen = mostOpen;
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queue),
                new DefaultThreadFactory("request", true));
    }

    /**
     * Begins to answer for a process.
     *
     * @throws FrontRefused when another process has its path
     */
    void offer(P process) throws FrontRefused {
        P other = processes.putIfAbsent(process.path(), process);
        if (other != null) {
            throw new FrontRefused("process " + other.id() + " answers at " + process.path()
                    + " already; undeploy it first, or give this one another name");
        }
    }

    /** Ends to answer for a process. */
    void withdraw(P process) {
        processes.remove(process.path(), process);
    }

    /** Returns the number of requests that have no answer yet. */
    int open() {
        return open.get();
    }

    @Override
    public void handle(HttpRequest request, Consumer<HttpReply> answer) {
        P process = processes.get(request.path());
        if (process == null) {
            answer.accept(HttpReply.text(404, "no process is deployed at " + request.path()));
            return;
        }
        if (!request.method().equals("POST")) {
            answer.accept(HttpReply.text(405, "use POST for SOAP requests"));
            return;
        }
        if (open.incrementAndGet() > mostOpen || draining) {
            end(answer, HttpReply.text(503, BUSY));
            return;
        }
        try {
            pool.execute(() -> start(process, request, reply -> end(answer, reply)));
        } catch (RejectedExecutionException e) {
            end(answer, HttpReply.text(503, BUSY));
        }
    }

    private void end(Consumer<HttpReply> answer, HttpReply reply) {
        answer.accept(reply);
        if (open.decrementAndGet() == 0 && draining) {
            drained.countDown();
        }
    }

    private void start(P process, HttpRequest request, Consumer<HttpReply> answer) {
        CompletableFuture<byte[]> envelope;
        try {
            envelope = engine.call(process, request.body(), request.soapAction(), answerTimeoutMs)
                    .toCompletableFuture();
        } catch (SoapFault | RuntimeException | Error e) {
            // A client without an answer would wait for its time-out and learn nothing.
            answer.accept(failed(process, e));
            return;
        }
        if (!envelope.isDone()) {
            envelope = envelope.orTimeout(answerTimeoutMs, TimeUnit.MILLISECONDS);
        }
        var unused = envelope.whenComplete(
                (bytes, thrown) -> answer.accept(thrown == null ? answered(bytes) : failed(process, thrown)));
    }

    private static HttpReply answered(byte[] envelope) {
        return envelope.length == 0 ? HttpReply.empty(202) : HttpReply.xml(200, envelope);
    }

    private HttpReply failed(P process, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof SoapFault fault) {
            return HttpReply.xml(500, fault.envelope());
        }
        if (cause instanceof TimeoutException) {
            return fault("the process did not answer within " + answerTimeoutMs + " ms");
        }
        LOG.log(Level.SEVERE, "a request to " + process.path() + " failed", cause);
        return fault(FrontRefused.reason(cause));
    }

    private static HttpReply fault(String sentence) {
        return HttpReply.xml(500, new SoapFault(Code.SERVER, sentence).envelope());
    }

    /** Waits until each request has its answer, at most for a grace; further requests get 503. */
    void drain(long graceMs) {
        draining = true;
        if (open.get() == 0) {
            drained.countDown();
        }
        try {
            boolean idle = drained.await(graceMs, TimeUnit.MILLISECONDS);
            LOG.log(idle ? Level.FINE : Level.WARNING, () -> open.get() + " requests had no answer at the end");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pool.shutdownNow();
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}

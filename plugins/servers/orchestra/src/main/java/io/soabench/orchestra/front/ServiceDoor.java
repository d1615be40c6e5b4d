package io.soabench.orchestra.front;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.orchestra.front.SoapFault.Code;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.w3c.dom.Element;

/**
 * Gives requests to the processes that are deployed. A request holds a thread of a bounded pool until Orchestra has answered;
 * one that finds neither a thread nor room in the queue gets 503 at once.
 */
final class ServiceDoor implements HttpHandler, AutoCloseable {

    private static final Logger LOG = Logger.getLogger(ServiceDoor.class.getName());

    /** Has a request answered; see {@link OrchestraEngine#call}. */
    interface Caller {
        byte[] call(ServiceOperation operation, Element body, long timeoutMs) throws SoapFault;
    }

    private final Caller engine;
    private final long answerTimeoutMs;
    private final ThreadPoolExecutor pool;
    private final Map<String, DeployedProcess> processes = new ConcurrentHashMap<>();

    ServiceDoor(Caller engine, int threads, int queue, long answerTimeoutMs) {
        this.engine = engine;
        this.answerTimeoutMs = answerTimeoutMs;
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queue),
                new DefaultThreadFactory("request", true));
    }

    /** Begins to answer for a process. */
    void offer(DeployedProcess process) {
        processes.put(process.path(), process);
    }

    /** Ends to answer for a process. */
    void withdraw(DeployedProcess process) {
        processes.remove(process.path(), process);
    }

    @Override
    public void handle(HttpRequest request, Consumer<HttpReply> answer) {
        DeployedProcess process = processes.get(request.path());
        if (process == null) {
            answer.accept(HttpReply.text(404, "no process is deployed at " + request.path()));
            return;
        }
        if (!request.method().equals("POST")) {
            answer.accept(HttpReply.text(405, "use POST for SOAP requests"));
            return;
        }
        try {
            pool.execute(() -> answer.accept(reply(process, request)));
        } catch (RejectedExecutionException e) {
            answer.accept(HttpReply.text(503, "too many requests wait, or the server is being stopped"));
        }
    }

    private HttpReply reply(DeployedProcess process, HttpRequest request) {
        try {
            Element body = SoapMessage.bodyElement(request.body());
            ServiceOperation operation = process.operation(body, request.soapAction());
            byte[] envelope = engine.call(operation, body, answerTimeoutMs);
            return operation.oneWay() ? HttpReply.empty(202) : HttpReply.xml(200, envelope);
        } catch (SoapFault e) {
            return HttpReply.xml(500, e.envelope());
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            // A client that is never answered would wait for its time-out and learn nothing.
            LOG.log(Level.SEVERE, "a request to " + process.path() + " failed", e);
            return HttpReply.xml(500, new SoapFault(Code.SERVER, OrchestraEngine.reason(e)).envelope());
        }
    }

    /** Lets requests in work end, within a grace. */
    void drain(long graceMs) {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(graceMs, TimeUnit.MILLISECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            pool.shutdownNow();
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}

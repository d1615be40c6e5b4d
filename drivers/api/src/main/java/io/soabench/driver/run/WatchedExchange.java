package io.soabench.driver.run;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** HTTP exchanges of the run's thread, which watches meanwhile whether everything that must run runs. */
public final class WatchedExchange {

    private static final long POLL_MS = 50;

    private final RunSetting setting;
    private final Exchange exchange;
    private final LoadPhases.Watch watch;

    /** With what looks whether all is well. */
    public WatchedExchange(RunSetting setting, Exchange exchange, LoadPhases.Watch watch) {
        this.setting = setting;
        this.exchange = exchange;
        this.watch = watch;
    }

    /**
     * Sends an action whose placeholders are replaced, and waits for the answer, whatever its status.
     *
     * @param what begin of the sentence when there is no answer
     */
    public HttpResponse<byte[]> send(HttpAction action, String what, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        return await(exchange.send(action), action.method(), action.url(), action.timeoutMs(), what, endNs);
    }

    /** Sends a SOAP 1.1 envelope, and waits for the answer, whatever its status. */
    public HttpResponse<byte[]> call(
            String url, String soapAction, String envelope, long timeoutMs, String what, long endNs)
            throws PhaseFailed, RunInterrupted {
        return await(exchange.call(url, soapAction, envelope, timeoutMs), "POST", url, timeoutMs, what, endNs);
    }

    private HttpResponse<byte[]> await(
            CompletableFuture<HttpResponse<byte[]>> answer,
            String method,
            String url,
            long timeoutMs,
            String what,
            long endNs)
            throws PhaseFailed, RunInterrupted {
        var unused = answer.whenComplete((a, problem) -> setting.bell().ring());
        boolean done;
        try {
            done = setting.waiting()
                    .until(
                            () -> {
                                watch.look();
                                return answer.isDone();
                            },
                            Duration.ofNanos(Math.max(0, endNs - setting.clock().epochNanos())),
                            POLL_MS);
        } catch (PhaseFailed | RunInterrupted e) {
            answer.cancel(true);
            throw e;
        }
        if (!done) {
            answer.cancel(true);
            throw new PhaseFailed(what + " got no answer from " + url + " within " + timeoutMs + " ms");
        }
        return answered(answer, method + " " + url, what);
    }

    private HttpResponse<byte[]> answered(CompletableFuture<HttpResponse<byte[]>> answer, String exchanged, String what)
            throws PhaseFailed {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            // When the server died this is only the consequence.
            watch.look();
            throw new PhaseFailed(what + " failed: " + exchanged + " ended with " + Exchange.words(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PhaseFailed(what + " was interrupted", e);
        }
    }
}

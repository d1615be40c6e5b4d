package io.soabench.agent;

import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem.Code;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.ServerClient;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.RequestHeaders;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** HTTP exchanges of a thread that waits. Meanwhile the thread checks that every needed process runs. */
record WatchedExchange(Waiting waiting, ServerClient exchange, LivenessCheck watch) {

    private static final long POLL_MS = 50;

    /**
     * Sends an action whose placeholders are replaced, and waits for the answer, which may have any status.
     *
     * @param what beginning of the sentence for a missing answer
     */
    HttpResponse<byte[]> send(HttpAction action, String what, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        return await(exchange.send(action), action.method(), action.url(), action.timeoutMs(), what, endNs);
    }

    /**
     * Sends an action whose placeholders are replaced, and writes the body of its answer, which may have any status, to a file.
     *
     * @param what beginning of the sentence for a missing answer
     */
    HttpResponse<Path> fetch(HttpAction action, Path file, String what, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        return await(exchange.fetch(action, file), action.method(), action.url(), action.timeoutMs(), what, endNs);
    }

    /** Sends the message of a check, and waits for the answer, which may have any status. */
    HttpResponse<byte[]> call(HostPart.Check check, RequestHeaders headers, String envelope, String what, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        String url = check.target().endpoint();
        return await(
                exchange.call(
                        url, check.form(), check.soapAction(), headers, check.uiid(), envelope, check.timeoutMs()),
                "POST",
                url,
                check.timeoutMs(),
                what,
                endNs);
    }

    private <T> HttpResponse<T> await(
            CompletableFuture<HttpResponse<T>> answer,
            String method,
            String url,
            long timeoutMs,
            String what,
            long endNs)
            throws PhaseFailed, RunInterrupted {
        var unused = answer.whenComplete((a, problem) -> waiting.wake());
        boolean done;
        try {
            done = waiting.until(
                    () -> {
                        watch.look();
                        return answer.isDone();
                    },
                    waiting.left(endNs),
                    POLL_MS);
        } catch (PhaseFailed | RunInterrupted e) {
            answer.cancel(true);
            throw e;
        }
        if (!done) {
            answer.cancel(true);
            throw new HostFailed(
                    Code.NO_ANSWER, "", what + " got no answer from " + url + " within " + timeoutMs + " ms");
        }
        return answered(answer, method + " " + url, what, timeoutMs);
    }

    private <T> HttpResponse<T> answered(
            CompletableFuture<HttpResponse<T>> answer, String exchanged, String what, long timeoutMs)
            throws PhaseFailed {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            // When the server has ended, the failed exchange is only a consequence; the watch reports the end.
            watch.look();
            if (ServerClient.timedOut(e)) {
                throw new HostFailed(
                        Code.NO_ANSWER,
                        "",
                        what + " got no answer within " + timeoutMs + " ms (" + exchanged
                                + "); look whether it replies on each of its paths");
            }
            throw new HostFailed(
                    Code.NO_ANSWER, "", what + " failed: " + exchanged + " ended with " + ServerClient.words(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostFailed(Code.CANCELLED, "", what + " was interrupted");
        }
    }
}

package io.soabench.agent;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.ServerClient;
import io.soabench.driver.run.Waiting;
import io.soabench.plugin.Lifecycle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A prober that asks a server the questions of its lifecycle until it answers them. Used by the thread that waits. */
final class ServerProber {

    /** The interval of attempts. */
    static final long POLL_MS = 50;

    private static final long ATTEMPT_MS = 2000;

    private final Waiting waiting;
    private final ServerClient exchange;
    private final LivenessCheck watch;

    /** Creates a prober with a check, made between two attempts, that every needed process runs. */
    ServerProber(Waiting waiting, ServerClient exchange, LivenessCheck watch) {
        this.waiting = waiting;
        this.exchange = exchange;
        this.watch = watch;
    }

    /**
     * A question that is asked until its answer is right. It does not block, so that one thread can ask several servers in turns.
     *
     * @param attempt returns whether the answer was right
     * @param end gives up an attempt that is under way
     * @param endNs time by which the answer must be right
     */
    record Question(Waiting.Condition attempt, Runnable end, long endNs) implements AutoCloseable {

        @Override
        public void close() {
            end.run();
        }
    }

    /**
     * Begins to ask.
     *
     * @param probe with its placeholders replaced
     * @param server the server in whose output the text of a {@code line:} is searched
     * @param endNs latest end of the question, which has its own time-out, too
     */
    Question question(Lifecycle.Probe probe, ChildProcess server, long endNs) {
        long untilNs = Math.min(
                endNs,
                waiting.clock().epochNanos()
                        + Duration.ofMillis(probe.timeoutMs()).toNanos());
        String url = probe.url();
        if (url.startsWith("line:")) {
            return new Question(printed(server, url.substring("line:".length())), () -> {}, untilNs);
        }
        Attempts attempts = url.startsWith("tcp://") ? connecting(URI.create(url)) : asking(url, probe.status());
        return new Question(
                () -> {
                    watch.look();
                    return attempts.right();
                },
                attempts::giveUp,
                untilNs);
    }

    /**
     * Asks until the answer is right or the deadline is over.
     *
     * @param probe with its placeholders replaced
     * @param server the server in whose output the text of a {@code line:} is searched
     * @return whether the answer was right
     */
    boolean answered(Lifecycle.Probe probe, ChildProcess server, long endNs) throws PhaseFailed, RunInterrupted {
        try (Question question = question(probe, server, endNs)) {
            return waiting.until(question.attempt(), waiting.left(question.endNs()), POLL_MS);
        }
    }

    /** Returns the question as a reader of the message would put it. */
    static String words(Lifecycle.Probe probe) {
        return probe.url().startsWith("http") ? probe.url() + " = " + probe.status() : probe.url();
    }

    /** Waits until something that this run has not started takes connections. */
    boolean connected(String address, long endNs) throws PhaseFailed, RunInterrupted {
        return waiting.until(() -> ServerClient.connects(address, (int) ATTEMPT_MS), waiting.left(endNs), POLL_MS * 10);
    }

    private Waiting.Condition printed(ChildProcess server, String text) {
        OutputFile stdout = server.printed();
        OutputFile stderr = server.complained();
        return () -> {
            try {
                if (stdout.nextLineBegins(text) || stderr.nextLineBegins(text)) {
                    return true;
                }
            } catch (IOException e) {
                throw new PhaseFailed("the output of " + server.name() + " cannot be read: " + e.getMessage(), e);
            }
            watch.look();
            return false;
        };
    }

    private Attempts asking(String url, int status) {
        return new Attempts(() -> {
            CompletableFuture<HttpResponse<byte[]>> answer = exchange.ask(url, ATTEMPT_MS);
            CompletableFuture<Boolean> right = answer.thenApply(response -> response.statusCode() == status);
            var unused = right.whenComplete((known, problem) -> answer.cancel(true));
            return right;
        });
    }

    private Attempts connecting(URI address) {
        return new Attempts(() -> CompletableFuture.supplyAsync(
                () -> ServerClient.connects(address.getHost(), address.getPort(), (int) ATTEMPT_MS)));
    }

    /** A sequence of attempts that does not block the run's thread. A right answer ends the pause of that thread. */
    private final class Attempts {
        private final Supplier<CompletableFuture<Boolean>> next;
        private CompletableFuture<Boolean> pending;

        Attempts(Supplier<CompletableFuture<Boolean>> next) {
            this.next = next;
        }

        boolean right() {
            if (pending != null && pending.isDone()) {
                CompletableFuture<Boolean> answered = pending;
                pending = null;
                if (!answered.isCompletedExceptionally() && answered.join()) {
                    return true;
                }
            }
            if (pending == null) {
                pending = next.get();
                var unused = pending.whenComplete((right, problem) -> {
                    if (Boolean.TRUE.equals(right)) {
                        waiting.wake();
                    }
                });
            }
            return false;
        }

        void giveUp() {
            if (pending != null) {
                pending.cancel(true);
            }
        }
    }
}

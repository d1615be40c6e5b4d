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

/** A prober that asks a server the questions of its lifecycle until it answers them. Used by the thread that waits. */
final class ServerProber {

    private static final long POLL_MS = 50;
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
     * Asks until the answer is right or the deadline is over.
     *
     * @param probe with its placeholders replaced
     * @param server the server in whose output the text of a {@code line:} is searched
     * @return whether the answer was right
     */
    boolean answered(Lifecycle.Probe probe, ChildProcess server, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        Duration max = Duration.ofNanos(Math.min(
                waiting.left(endNs).toNanos(),
                Duration.ofMillis(probe.timeoutMs()).toNanos()));
        String url = probe.url();
        if (url.startsWith("line:")) {
            return printed(server, url.substring("line:".length()), max);
        }
        if (url.startsWith("tcp://")) {
            URI address = URI.create(url);
            return waiting.until(
                    () -> {
                        watch.look();
                        return ServerClient.connects(address.getHost(), address.getPort(), (int) ATTEMPT_MS);
                    },
                    max,
                    POLL_MS);
        }
        Attempt attempt = new Attempt(url, probe.status());
        try {
            return waiting.until(
                    () -> {
                        watch.look();
                        return attempt.right();
                    },
                    max,
                    POLL_MS);
        } finally {
            attempt.giveUp();
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

    private boolean printed(ChildProcess server, String text, Duration max) throws PhaseFailed, RunInterrupted {
        OutputFile stdout = server.printed();
        OutputFile stderr = server.complained();
        return waiting.until(
                () -> {
                    try {
                        if (stdout.nextLineBegins(text) || stderr.nextLineBegins(text)) {
                            return true;
                        }
                    } catch (IOException e) {
                        throw new PhaseFailed(
                                "the output of " + server.name() + " cannot be read: " + e.getMessage(), e);
                    }
                    watch.look();
                    return false;
                },
                max,
                POLL_MS);
    }

    /** A sequence of HTTP requests that does not block the run's thread. */
    private final class Attempt {
        private final String url;
        private final int status;
        private CompletableFuture<HttpResponse<byte[]>> pending;

        Attempt(String url, int status) {
            this.url = url;
            this.status = status;
        }

        boolean right() {
            if (pending != null && pending.isDone()) {
                CompletableFuture<HttpResponse<byte[]>> answered = pending;
                pending = null;
                return !answered.isCompletedExceptionally() && answered.join().statusCode() == status;
            }
            if (pending == null) {
                pending = exchange.ask(url, ATTEMPT_MS);
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

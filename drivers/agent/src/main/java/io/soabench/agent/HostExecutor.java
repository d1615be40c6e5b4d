package io.soabench.agent;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostProblem.Code;
import io.soabench.agent.protocol.HostReply;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.ArtifactOrigin;
import io.soabench.driver.run.Cancellation;
import io.soabench.driver.run.RoundTrips;
import io.soabench.driver.run.RunSignal;
import io.soabench.driver.run.ServerClient;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.HostClock;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The executor of a driver's orders on this machine. There is no other place where servers and load clients are
 * started, asked, watched and stopped: a driver on the same machine uses it directly, one elsewhere through the host's
 * agent.
 *
 * <p>One thread does the phases in turn; others do what must not wait for a phase, watch, and read what load clients print. One
 * repetition at a time.
 */
public final class HostExecutor implements Host, AutoCloseable {

    /** The interval of checks for too much output and a full disk; the end of a process is noticed at once. */
    private static final long LOOK_MS = 500;

    private final List<MetricSource> sources;
    private final HostClock clock;
    private final Machine machine;
    private final ServerClient exchange = new ServerClient();
    private final RunSignal watchSignal = new RunSignal();
    private final RunSignal phaseSignal = watchSignal.follower();
    private final List<Consumer<HostMessage.Unasked>> listeners = new CopyOnWriteArrayList<>();
    /** The phases that were ordered and have not ended, in their order. */
    private final Deque<Cancellation> open = new ConcurrentLinkedDeque<>();

    private final ExecutorService phases = Executors.newSingleThreadExecutor(task -> daemon(task, "host-phases"));
    private final ExecutorService others = Executors.newCachedThreadPool(task -> daemon(task, "host-side"));
    private final Thread watch = daemon(this::watch, "host-watch");
    private volatile HostCase host;
    private volatile HostPhases taken;

    /** Creates an executor without a repetition. */
    public HostExecutor(List<MetricSource> sources, HostClock clock) {
        this.sources = List.copyOf(sources);
        this.clock = clock;
        this.machine = new Machine(Path.of("/"), clock);
        watch.start();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Listening listen(Consumer<HostMessage.Unasked> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private synchronized void report(HostMessage.Unasked word) {
        listeners.forEach(listener -> listener.accept(word));
    }

    private void watch() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                watchSignal.await(LOOK_MS);
                HostCase now = host;
                if (now != null) {
                    look(now);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void look(HostCase now) {
        try {
            now.look();
        } catch (HostFailed e) {
            // The failure is already reported. The phase that runs now fails because of it.
            return;
        } catch (RuntimeException e) {
            // The thread goes on: no other one would notice the end of a process.
            now.notWatched(e);
        }
    }

    @Override
    public CompletableFuture<HostMessage.Answer> ask(HostOrder order) {
        if (order instanceof HostOrder.InTurn phase) {
            return inTurn(phase);
        }
        if (order instanceof HostOrder.Time) {
            return CompletableFuture.completedFuture(HostMessage.Answer.of(new HostReply.Time(clock.epochNanos())));
        }
        if (order instanceof HostOrder.Cancel) {
            cancel();
            return CompletableFuture.completedFuture(HostMessage.Answer.done());
        }
        if (order instanceof HostOrder.Send send) {
            return send(send);
        }
        return on(others, () -> aside(order));
    }

    /** Cancels the phases, the last first: no phase may begin because the one before it has ended. */
    private void cancel() {
        open.descendingIterator().forEachRemaining(Cancellation::ask);
    }

    /** Lets a thread answer. */
    private static CompletableFuture<HostMessage.Answer> on(
            ExecutorService thread, Supplier<HostMessage.Answer> answering) {
        CompletableFuture<HostMessage.Answer> answer = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    answer.complete(answering.get());
                } catch (RuntimeException | Error e) {
                    // Also without memory or a class of a plug-in: a driver that is not answered waits for its limit.
                    answer.complete(HostMessage.Answer.of(bug("an answer", e)));
                }
            });
        } catch (RejectedExecutionException e) {
            answer.complete(HostMessage.Answer.of(HostProblem.of(Code.SILENT, "", "this host takes no more orders")));
        }
        return answer;
    }

    // ---- phases

    private CompletableFuture<HostMessage.Answer> inTurn(HostOrder.InTurn order) {
        Cancellation cancellation = new Cancellation(phaseSignal);
        if (!order.compensates()) {
            open.addLast(cancellation);
        }
        return on(phases, () -> {
            try {
                return phase(order, cancellation);
            } finally {
                open.remove(cancellation);
            }
        });
    }

    private HostMessage.Answer phase(HostOrder.InTurn order, Cancellation cancellation) {
        String name = "phase \"" + order.getClass().getSimpleName().toLowerCase(Locale.ROOT) + "\"";
        HostProblem problem = null;
        Done done = new Done("", null);
        try {
            Waiting waiting = new Waiting(phaseSignal, cancellation, clock);
            waiting.until(() -> true, Duration.ZERO, 0);
            done = take(order, waiting);
        } catch (HostFailed e) {
            problem = e.problem();
        } catch (PhaseFailed e) {
            problem = HostProblem.of(codeOf(order), "", e.getMessage());
        } catch (RunInterrupted e) {
            problem = HostProblem.of(Code.CANCELLED, "", name + " was cancelled");
        } catch (IOException e) {
            problem = HostProblem.of(
                    Code.FILES,
                    "",
                    name + " cannot read or write " + e.getMessage() + " ("
                            + e.getClass().getSimpleName() + ")");
        } catch (IllegalArgumentException e) {
            problem = HostProblem.of(Code.REFUSED, "", name + ": " + e.getMessage());
        } catch (RuntimeException e) {
            problem = bug(name, e);
        }
        HostCase now = host;
        return new HostMessage.Answer(
                problem,
                now == null ? List.of() : now.servers(),
                now == null ? List.of() : now.clients(),
                done.note(),
                done.reply());
    }

    private static HostProblem bug(String where, Throwable e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace, true));
        return HostProblem.of(Code.BUG, "", "the host itself failed in " + where + "; please report this: " + trace);
    }

    private static Code codeOf(HostOrder order) {
        return order instanceof HostOrder.Collect ? Code.NOT_COUNTED : Code.REFUSED;
    }

    /** The result of a phase that is done. */
    private record Done(String note, HostReply reply) {}

    private Done take(HostOrder.InTurn order, Waiting waiting) throws PhaseFailed, RunInterrupted, IOException {
        long endNs = clock.epochNanos() + Duration.ofMillis(order.ms()).toNanos();
        if (order instanceof HostOrder.Place place) {
            begin(place.part(), waiting);
            taken.place(waiting);
            return new Done("", null);
        }
        HostPhases phase = taken;
        if (phase == null) {
            if (order.compensates()) {
                return new Done("", null);
            }
            throw new HostFailed(Code.REFUSED, "", "no repetition was placed on this host");
        }
        String note = "";
        HostReply reply = null;
        if (order instanceof HostOrder.Start) {
            phase.start(waiting);
        } else if (order instanceof HostOrder.Ready) {
            phase.ready(waiting, endNs);
        } else if (order instanceof HostOrder.Publish) {
            phase.publish(waiting, endNs);
        } else if (order instanceof HostOrder.Deploy) {
            phase.deploy(waiting, endNs);
        } else if (order instanceof HostOrder.Deployed) {
            phase.deployed(waiting, endNs);
        } else if (order instanceof HostOrder.Check check) {
            reply = phase.check(check.number(), waiting, endNs);
        } else if (order instanceof HostOrder.Await await) {
            phase.await(await, waiting, endNs);
        } else if (order instanceof HostOrder.Collect collect) {
            phase.collect(collect, waiting, endNs);
        } else if (order instanceof HostOrder.Redeploy redeploy) {
            phase.redeploy(redeploy, waiting, endNs);
        } else if (order instanceof HostOrder.Withdraw withdraw) {
            phase.withdraw(withdraw.process(), waiting);
        } else if (order instanceof HostOrder.StartAgain again) {
            phase.startAgain(again, waiting, endNs);
        } else if (order instanceof HostOrder.Undeploy) {
            note = phase.undeploy(waiting);
        } else if (order instanceof HostOrder.Stop) {
            phase.stop(waiting);
        } else if (order instanceof HostOrder.Pack) {
            phase.pack();
        } else if (order instanceof HostOrder.Clean) {
            phase.clean();
        } else {
            throw new IllegalStateException("nobody takes " + order);
        }
        return new Done(note, reply);
    }

    /** Begins a repetition. Processes of an earlier repetition are ended: their driver was cut off. */
    private void begin(HostPart part, Waiting waiting) throws PhaseFailed, IOException {
        HostCase before = host;
        if (before != null) {
            before.watchNoMore();
            for (ChildProcess child : before.children()) {
                child.stop(Duration.ZERO, waiting);
            }
            before.keepArchives();
            before.observeNoMore();
            before.forget();
        }
        HostCase next = new HostCase(part, machine, sources, clock, watchSignal, this::report);
        taken = new HostPhases(next, exchange);
        host = next;
    }

    // ---- what does not wait for a phase

    private HostMessage.Answer aside(HostOrder order) {
        try {
            return beside(order);
        } catch (HostFailed e) {
            return HostMessage.Answer.of(e.problem());
        } catch (PhaseFailed e) {
            return HostMessage.Answer.of(HostProblem.of(Code.REFUSED, "", e.getMessage()));
        } catch (IOException e) {
            return HostMessage.Answer.of(HostProblem.of(Code.FILES, "", ServerClient.words(e)));
        } catch (RuntimeException e) {
            return HostMessage.Answer.of(bug(order.getClass().getSimpleName(), e));
        }
    }

    private HostMessage.Answer beside(HostOrder order) throws PhaseFailed, IOException {
        HostCase now = host;
        if (order instanceof HostOrder.Trips trips) {
            String trust = now == null ? "" : now.part().authority();
            return HostMessage.Answer.of(
                    new HostReply.Trips(RoundTrips.times(URI.create(trips.address()), trust, clock)));
        }
        if (order instanceof HostOrder.Describe) {
            return HostMessage.Answer.of(new HostReply.Description(
                    sources.stream()
                            .flatMap(source -> source.metrics().stream())
                            .toList(),
                    ArtifactOrigin.ofSources(sources),
                    machine.processors()));
        }
        if (order instanceof HostOrder.Fingerprint) {
            return HostMessage.Answer.of(new HostReply.Seen(machine.fingerprint()));
        }
        if (order instanceof HostOrder.Tell tell) {
            writeLine(tell);
        } else if (order instanceof HostOrder.Signal signal) {
            child(now == null ? null : now.server(signal.server()).orElse(null), signal.server())
                    .signal(signal.name(), new Waiting(new RunSignal(), new Cancellation(new RunSignal()), clock));
        } else if (order instanceof HostOrder.Kill kill) {
            child(now == null ? null : now.server(kill.server()).orElse(null), kill.server());
            now.kill(kill.server(), new Waiting(new RunSignal(), new Cancellation(new RunSignal()), clock));
        } else if (now != null) {
            if (order instanceof HostOrder.Follow follow) {
                now.follow(follow.offsets());
            } else if (order instanceof HostOrder.Observe) {
                now.observe();
            } else if (order instanceof HostOrder.Look) {
                return new HostMessage.Answer(null, now.servers(), now.clients(), "", null);
            } else {
                throw new IllegalStateException("nobody does " + order);
            }
        }
        return HostMessage.Answer.done();
    }

    private static ChildProcess child(ChildProcess child, String name) throws HostFailed {
        if (child == null) {
            throw new HostFailed(Code.REFUSED, name, name + " was not started on this host");
        }
        return child;
    }

    private void writeLine(HostOrder.Tell order) throws HostFailed {
        HostCase now = host;
        ChildProcess client =
                child(now == null ? null : now.client(order.client()).orElse(null), order.client());
        // Left open: the end of its input would stop the client. It is closed when the child has ended.
        OutputStream input = client.input();
        try {
            input.write((order.words() + "\n").getBytes(StandardCharsets.US_ASCII));
            input.flush();
        } catch (IOException e) {
            throw new HostFailed(
                    HostProblem.of(
                            Code.NOT_REACHED,
                            order.client(),
                            order.client() + " takes no " + order.words().split(" ", 2)[0] + " command: "
                                    + e.getMessage()),
                    e);
        }
    }

    private CompletableFuture<HostMessage.Answer> send(HostOrder.Send order) {
        HostPhases phase = taken;
        try {
            CompletableFuture<HttpResponse<byte[]>> answer =
                    phase == null ? exchange.send(order.action()) : phase.send(order.action());
            return answer.handle(HostExecutor::sent);
        } catch (IOException | IllegalArgumentException e) {
            return CompletableFuture.completedFuture(
                    HostMessage.Answer.of(HostProblem.of(Code.FILES, "", ServerClient.words(e))));
        }
    }

    private static HostMessage.Answer sent(HttpResponse<byte[]> answer, Throwable problem) {
        return answer == null
                ? HostMessage.Answer.of(HostProblem.of(Code.NO_ANSWER, "", ServerClient.words(problem)))
                : HostMessage.Answer.of(
                        new HostReply.Sent(answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8)));
    }

    /** Ends everything that runs at once, and takes no more orders. */
    @Override
    public void close() {
        cancel();
        phases.shutdownNow();
        others.shutdownNow();
        watch.interrupt();
        HostCase now = host;
        if (now != null) {
            now.watchNoMore();
            now.children().forEach(ChildProcess::kill);
            now.keepArchives();
            now.observeNoMore();
        }
    }
}

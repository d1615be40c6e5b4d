package io.soabench.load;

import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.input.BadInput;
import io.soabench.load.input.LoadPlan;
import io.soabench.load.jmeter.TraceEngine;
import io.soabench.load.loop.EventLoop;
import io.soabench.load.record.ResourceUsage;
import io.soabench.load.record.Sample;
import io.soabench.load.record.SampleFile;
import io.soabench.load.record.Tally;
import io.soabench.load.rehearsal.LoadWarmUp;
import io.soabench.load.replay.Replay;
import io.soabench.load.replay.ReplaySchedule;
import io.soabench.load.replay.Sender;
import io.soabench.load.text.Uiid;
import io.soabench.plan.EventPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.KeptAnswers;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A run of the load client. It reads its input, warms itself up, gets ready, replays the trace from the start instant
 * on, and writes samples and load record. {@link #start} and {@link #stop} may be called by any thread at any time;
 * {@link #run} once.
 */
public final class LoadRun {

    private static final long THREADS_MS = 60_000;
    private static final long THREADS_SLICE_MS = 100;
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long STEADY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The interval in which one of several load clients reports how many requests it has begun, when an event depends on that. */
    static final long BEGUN_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * The shortest silence after which a server counts as hung, even with a shorter time-out: a long garbage collection
     * is not a hang.
     */
    static final long LEAST_SILENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** The interval in which the number of answers is reported while it decides about the end of the measurement. */
    private static final long ANSWERED_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LoadOptions options;
    private final HostClock clock;
    private final Consumer<String> protocol;
    private final Tally tally = new Tally();
    private final Semaphore wakeUps = new Semaphore(0);
    private final AtomicReference<Throwable> bug = new AtomicReference<>();
    private LoadWarmUp rehearsal;
    private Replay replay;
    private long startNs = -1;
    private boolean stop;
    private boolean hung;
    private volatile boolean engineEnded;

    /** The observations of the coordinating thread. */
    private ResourceUsage atMeasureStart;

    private ResourceUsage atMeasureEnd;
    private boolean steady;
    private LoadRecord.Effort effort;
    private LoadRecord.Callbacks callbacks;
    private long[] awaited = {};
    private long tellBegunNs = TICK_NS;
    private long toldBegun;
    private long toldAnswered;
    private long nextTickNs;
    private long lastTickNs;
    private long lastTickSent;
    private long lastTickRight;

    /** @param protocol gets each line for standard output */
    public LoadRun(LoadOptions options, HostClock clock, Consumer<String> protocol) {
        this.options = options;
        this.clock = clock;
        this.protocol = protocol;
    }

    /** Starts the warm-up at an instant. */
    public synchronized void start(long atNs) {
        if (startNs < 0) {
            startNs = atNs;
            tally.steadiness().begin(atNs);
            if (replay != null) {
                replay.start(atNs);
            }
            wakeUps.release();
        }
    }

    /**
     * Ends the warm-up at that instant instead of at its longest length. An instant that is too late ends the run as a defect, because other
     * clients measure from then on.
     *
     * @see Replay#measureFrom
     */
    public synchronized void measureFrom(long atNs) {
        if (replay == null) {
            bug(new IllegalStateException("the measurement is to begin before anything was ready"));
            return;
        }
        try {
            replay.measureFrom(atNs);
            wakeUps.release();
        } catch (IllegalArgumentException e) {
            bug(e);
        }
    }

    /**
     * Ends the measurement at that instant instead of after its greatest length. An instant that is too late ends the run as a defect.
     *
     * @see Replay#measureUntil
     */
    public synchronized void measureUntil(long atNs) {
        if (replay == null) {
            bug(new IllegalStateException("the measurement is to end before anything was ready"));
            return;
        }
        try {
            replay.measureUntil(atNs);
            wakeUps.release();
        } catch (IllegalArgumentException e) {
            bug(e);
        }
    }

    /** Ends the run early; requests in flight are aborted. */
    public synchronized void stop() {
        stop = true;
        if (rehearsal != null) {
            rehearsal.stop();
        }
        if (replay != null) {
            replay.stop();
        }
        wakeUps.release();
    }

    private synchronized void attach(Replay ready) {
        replay = ready;
        if (startNs >= 0) {
            replay.start(startNs);
        }
        if (stop) {
            replay.stop();
        }
    }

    /**
     * Runs to the end; with JMeter there must be an open {@link io.soabench.load.jmeter.JMeterHome}.
     *
     * @throws BadInput when plan, trace or requests are wrong; nothing was written then
     * @throws IOException when the samples or the record could not be written; the samples so far were
     */
    public void run() throws IOException, InterruptedException {
        RunInput input = RunInput.read(options);
        LoadPlan load = input.load();
        await(input.events(), input.clients());
        Files.createDirectories(options.out());
        Path samples = options.out().resolve(RunFiles.Each.SAMPLES.of(load.client()));
        try {
            rehearse(input);
            Replay ready = new Replay(load, input.trace(), clock);
            SampleFile file =
                    new SampleFile(new DiskSink(samples), new Uiid(input.trace().workload()), tally, this::stop);
            try (file;
                    Sender sender = sender(ready, input.requests(), input.address(), file::add, this::bug)) {
                if (awaited.length > 0) {
                    ready.count(awaited, wakeUps::release);
                }
                attach(ready);
                Thread runner = runner(sender);
                runner.start();
                awaitReady(ready, sender);
                protocol.accept("ready");
                coordinate(load, ready);
                runner.join();
                effort = effort(load, sender);
                callbacks = sender.callbacks().orElse(null);
            }
            refuseBugs();
            refuseFailure(samples, file);
            if (file.recorded() != ready.sent()) {
                throw new IllegalStateException(
                        "sent " + ready.sent() + " requests, but recorded " + file.recorded() + " in " + samples);
            }
            if (ready.answers().any()) {
                Json.write(
                        options.out().resolve(RunFiles.Each.ANSWERS.of(load.client())),
                        new KeptAnswers(
                                KeptAnswers.FORMAT,
                                load.caseId(),
                                load.client(),
                                ready.answers().kept()));
            }
            Json.write(options.out().resolve(RunFiles.Each.LOAD.of(load.client())), record(load, ready, file));
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Warms the code of this process, before anything counts. */
    private void rehearse(RunInput input) throws IOException, InterruptedException {
        // A batch takes so long that a warm load client makes no difference.
        if (options.rehearsalMs() == 0 || input.load().batch() > 0) {
            return;
        }
        LoadWarmUp current = new LoadWarmUp(input.load(), input.trace(), input.requests(), clock);
        synchronized (this) {
            rehearsal = current;
            if (stop) {
                current.stop();
            }
        }
        current.run(options.rehearsalMs(), this::sender);
        // One progress line is made and dropped, so that the first real one is not slowed down by class loading.
        Json.line(progress("ready", 0, 0, 0, 0));
        ResourceUsage.now();
    }

    private Sender sender(
            Replay of, Requests requests, ServerAddress address, Consumer<Sample> receiver, Consumer<Throwable> onBug) {
        return switch (options.engine()) {
            case LOOP -> new EventLoop(of, requests, address, receiver, this::called, onBug);
            case JMETER -> new TraceEngine(of, requests, address, receiver, onBug);
        };
    }

    /** Passes a callback of a functional check to the sender of the check. */
    private void called(String uiid, byte[] message) {
        protocol.accept("called " + uiid + " " + Base64.getEncoder().encodeToString(message));
    }

    /**
     * Prepares the progress lines for events at the n-th request. One client knows at once when that request has begun; several clients report
     * their counts often.
     */
    private void await(List<EventPlan> events, int clients) {
        awaited = events.stream()
                .mapToLong(EventPlan::atRequest)
                .filter(n -> n >= 0)
                .sorted()
                .toArray();
        tellBegunNs = clients > 1 ? BEGUN_NS : TICK_NS;
    }

    private Thread runner(Sender sender) {
        Thread runner = new Thread(
                () -> {
                    try {
                        sender.run();
                    } finally {
                        engineEnded = true;
                        wakeUps.release();
                    }
                },
                "clock");
        runner.setDaemon(true);
        runner.setUncaughtExceptionHandler((thread, e) -> bug(e));
        return runner;
    }

    private void bug(Throwable e) {
        bug.compareAndSet(null, e);
        stop();
    }

    private void refuseBugs() {
        Throwable first = bug.get();
        if (first != null) {
            throw new IllegalStateException("a thread failed: " + first, first);
        }
    }

    private static void refuseFailure(Path samples, SampleFile file) throws IOException {
        if (file.failure().isPresent()) {
            throw new IOException(
                    "cannot write " + samples + ": " + file.failure().get().getMessage() + "; the first "
                            + file.recorded() + " samples are kept, make room and run the repetition again",
                    file.failure().get());
        }
    }

    private void awaitReady(Replay ready, Sender sender) throws InterruptedException {
        for (long waited = 0; !sender.awaitReady(THREADS_SLICE_MS); waited += THREADS_SLICE_MS) {
            if (engineEnded || ready.stopped()) {
                return;
            }
            if (waited >= THREADS_MS) {
                bug(new IllegalStateException("not all " + sender.threads() + " threads were there after " + THREADS_MS
                        + " ms; lower the number of clients a host"));
                return;
            }
        }
    }

    /**
     * Reports the progress each second and the usage at both ends of the measurement. Ends the run at a server that hangs and at the last
     * deadline.
     */
    private void coordinate(LoadPlan load, Replay ready) throws InterruptedException {
        long mostSilenceNs = Math.max(LEAST_SILENCE_NS, TimeUnit.MILLISECONDS.toNanos(load.timeOutMs()));
        while (!over(ready)) {
            long nowNs = clock.epochNanos();
            ReplaySchedule table = ready.schedule();
            long wakeNs = nowNs + TICK_NS;
            if (table != null) {
                look(ready, table, nowNs);
                listen(ready, table, nowNs, mostSilenceNs);
                if (tellBegun(ready)) {
                    wakeNs = Math.min(wakeNs, nowNs + tellBegunNs);
                }
                if (tellAnswered(load, table, nowNs)) {
                    wakeNs = Math.min(wakeNs, nowNs + ANSWERED_NS);
                }
                if (load.untilSteady() && !steady && nowNs < table.measureStartNs()) {
                    lookForSteadiness(nowNs);
                    wakeNs = Math.min(wakeNs, nowNs + STEADY_NS);
                }
                wakeNs = Math.min(wakeNs, nextTickNs);
                wakeNs = sooner(wakeNs, table.measureStartNs(), nowNs);
                wakeNs = sooner(wakeNs, table.measureEndNs(), nowNs);
                wakeNs = sooner(wakeNs, table.giveUpNs(), nowNs);
            }
            if (wakeUps.tryAcquire(Math.max(0, wakeNs - clock.epochNanos()), TimeUnit.NANOSECONDS)) {
                wakeUps.drainPermits();
            }
        }
    }

    /** Returns whether all threads have ended and, unless it was stopped, the measurement too: an open trace may end before it. */
    private boolean over(Replay ready) {
        ReplaySchedule table = ready.schedule();
        return engineEnded && (ready.stopped() || table == null || atMeasureEnd != null);
    }

    private static long sooner(long wakeNs, long atNs, long nowNs) {
        return atNs > nowNs ? Math.min(wakeNs, atNs) : wakeNs;
    }

    private void look(Replay ready, ReplaySchedule table, long nowNs) {
        if (nextTickNs == 0) {
            nextTickNs = Math.max(nowNs, table.startNs()) + TICK_NS;
            lastTickNs = nextTickNs - TICK_NS;
        }
        if (atMeasureStart == null && nowNs >= table.measureStartNs()) {
            atMeasureStart = ResourceUsage.now();
        }
        if (atMeasureEnd == null && atMeasureStart != null && (nowNs >= table.measureEndNs() || ready.stopped())) {
            atMeasureEnd = ResourceUsage.now();
        }
        if (nowNs >= nextTickNs) {
            long sent = ready.sent();
            long right = tally.right();
            protocol.accept("progress "
                    + Json.line(progress(
                            table.phaseAt(nowNs),
                            sent,
                            perSecond(sent - lastTickSent, nowNs),
                            perSecond(right - lastTickRight, nowNs),
                            ready.inFlight())));
            lastTickSent = sent;
            lastTickRight = right;
            lastTickNs = nowNs;
            nextTickNs += TICK_NS * (1 + (nowNs - nextTickNs) / TICK_NS);
        }
        if (nowNs >= table.giveUpNs()) {
            ready.giveUp();
        }
    }

    private double perSecond(long sinceLastTick, long nowNs) {
        return Math.round(sinceLastTick * 10.0 * TICK_NS / (nowNs - lastTickNs)) / 10.0;
    }

    private ProgressLine progress(
            String phase, long sent, double sentPerSecond, double answersPerSecond, long inFlight) {
        return new ProgressLine(
                phase,
                sent,
                sentPerSecond,
                answersPerSecond,
                inFlight,
                tally.failures(),
                tally.latencyMs(50),
                tally.latencyMs(99),
                tally.slipMs(99));
    }

    /**
     * Reports the requests that have begun.
     *
     * @return whether more reports follow
     */
    private boolean tellBegun(Replay ready) {
        if (awaited.length == 0 || toldBegun >= awaited[awaited.length - 1]) {
            return false;
        }
        long begun = ready.begun();
        if (begun > toldBegun) {
            toldBegun = begun;
            protocol.accept("begun " + begun);
        }
        return true;
    }

    /**
     * Reports the requests that were answered.
     *
     * @return whether more reports follow
     */
    private boolean tellAnswered(LoadPlan load, ReplaySchedule table, long nowNs) {
        if (!load.untilEnough()
                || toldAnswered >= load.enough()
                || nowNs < table.measureStartNs()
                || nowNs >= table.measureEndNs()) {
            return false;
        }
        long answered = tally.answered();
        if (answered > toldAnswered) {
            toldAnswered = answered;
            protocol.accept("answered " + answered);
        }
        return true;
    }

    /** Ends the replay when the server has answered nothing for too long. */
    private void listen(Replay ready, ReplaySchedule table, long nowNs, long mostSilenceNs) {
        long silentNs = tally.silentNs(nowNs);
        if (!ready.stopped() && nowNs < table.measureEndNs() && silentNs >= mostSilenceNs) {
            hung = true;
            protocol.accept("hung " + TimeUnit.NANOSECONDS.toMillis(silentNs) + " " + ready.inFlight());
            ready.hang();
        }
    }

    private void lookForSteadiness(long nowNs) {
        if (tally.steadiness().steady(nowNs)) {
            steady = true;
            protocol.accept("steady");
        }
    }

    private LoadRecord.WarmUp warmUp(LoadPlan load) {
        if (!load.untilSteady()) {
            return LoadRecord.WarmUp.FIXED;
        }
        return steady ? LoadRecord.WarmUp.STEADY : LoadRecord.WarmUp.UNSTEADY;
    }

    private LoadRecord record(LoadPlan load, Replay ready, SampleFile file) {
        ReplaySchedule table = ready.schedule() == null ? new ReplaySchedule(0, 0, 0, 0) : ready.schedule();
        return new LoadRecord(
                load.caseId(),
                load.client(),
                hung ? LoadEnd.HUNG : ready.stopped() ? LoadEnd.STOPPED : LoadEnd.COMPLETE,
                warmUp(load),
                new LoadRecord.Times(
                        table.startNs(),
                        table.measureStartNs(),
                        Math.min(table.measureEndNs(), ready.stoppedNs()),
                        clock.epochNanos()),
                new LoadRecord.Requests(phase(ready, false), phase(ready, true), file.recorded(), ready.laps()),
                effort,
                callbacks);
    }

    private LoadRecord.Phase phase(Replay ready, boolean measured) {
        return new LoadRecord.Phase(
                ready.planned(measured),
                ready.sent(measured),
                ready.missed(measured),
                ready.opened(measured),
                ready.waits(measured),
                new LoadRecord.Slip(
                        tally.slipUs(measured, 50), tally.slipUs(measured, 99), tally.slipUs(measured, 100)));
    }

    private LoadRecord.Effort effort(LoadPlan load, Sender sender) {
        ResourceUsage begin = atMeasureStart == null ? new ResourceUsage(0, 0) : atMeasureStart;
        ResourceUsage end = atMeasureStart == null ? begin : atMeasureEnd == null ? ResourceUsage.now() : atMeasureEnd;
        ResourceUsage used = end.since(begin);
        return new LoadRecord.Effort(
                options.engine(),
                sender.threads(),
                new LoadRecord.Connections(load.connections().use(), sender.connections(), sender.mostConnections()),
                used.cpuMs(),
                used.gcPauseMs());
    }
}

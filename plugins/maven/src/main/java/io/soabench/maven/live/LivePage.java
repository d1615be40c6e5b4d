package io.soabench.maven.live;

import io.soabench.driver.Progress;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The live page of a run. It is opened before the run begins, takes the progress of all drivers of the run, and is
 * closed after the outcome is known. Safe for use by many threads; no method of it throws for a failure of the page.
 */
public final class LivePage implements AutoCloseable {

    /** The number of changes that may wait; a run has a few a second. */
    static final int MOST_WAITING = 1_000;

    /** The number of random bytes of a token. */
    private static final int TOKEN_BYTES = 18;

    /** The time in which changes that wait may reach the readers at the end. */
    private static final long END_S = 2;

    private final HostClock clock;
    private final RunState state;
    private final PageReaders readers = new PageReaders();
    private final ThreadPoolExecutor thread;
    private final LiveServer server;
    private final Thread interruption;
    private volatile Consumer<String> notes;
    private volatile boolean off;
    private boolean reported;

    /** Creates the page of a run that wants none. */
    private LivePage() {
        this.clock = null;
        this.state = null;
        this.thread = null;
        this.server = null;
        this.interruption = null;
        this.notes = note -> {};
        this.off = true;
    }

    private LivePage(int port, String bearer, RunState state, HostClock clock, Consumer<String> notes)
            throws IOException {
        String token = token();
        this.clock = clock;
        this.state = state;
        this.notes = notes;
        this.thread = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> daemon(task, "live-page"));
        this.server = new LiveServer(port, token, bearer.isEmpty() ? token : bearer, new Content(), this::fails);
        this.interruption = new Thread(this::interrupt, "live-page-stop");
    }

    /** Returns a page that shows nothing. */
    public static LivePage none() {
        return new LivePage();
    }

    /**
     * Opens the page of a run.
     *
     * @param port 0 for a free one
     * @param bearer the token in the header of requests for metrics; empty for the token of the address
     * @param origin the model of the run
     * @param run name of the run's folder
     * @param notes receives one sentence if the page fails
     * @return a page that shows nothing if the port cannot be used
     */
    public static LivePage open(
            int port, String bearer, ModelOrigin origin, String run, HostClock clock, Consumer<String> notes) {
        try {
            LivePage page = new LivePage(port, bearer, new RunState(origin, run, clock.epochNanos()), clock, notes);
            Runtime.getRuntime().addShutdownHook(page.interruption);
            page.server.start();
            return page;
        } catch (IOException | IllegalStateException e) {
            notes.accept("the run has no live page: port " + port + " cannot be used (" + e.getMessage()
                    + "); choose another with -Dsoabench.live=PORT");
            return none();
        }
    }

    private static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns whether the page can be read. */
    public boolean isOn() {
        return !off;
    }

    /** Returns the address of a page that {@link #isOn}. */
    public String address() {
        return server.address();
    }

    /**
     * Returns a progress that goes to another one first, then to this page.
     *
     * @param plan the plan of a driver
     * @param folder the folder of the driver's work, in which the folders of repetitions are
     * @param other receives the note, too, if this page fails from now on
     */
    public Progress beside(Plan plan, Path folder, Progress other) {
        if (off) {
            return other;
        }
        notes = other::note;
        return new PageProgress(other, this, plan, folder);
    }

    /** Shows an activity of the run beside repetitions, e.g. {@code rendering the report}. */
    public void doing(String activity) {
        change((its, atNs) -> its.doing(atNs, activity));
    }

    /** Adds a sentence to the log. */
    public void note(String sentence) {
        change((its, atNs) -> its.noted(atNs, sentence));
    }

    /** Shows that the program is about to end. It may be gone before the outcome is known. */
    void interrupt() {
        change(RunState::interrupted);
    }

    /**
     * Shows the end of the run.
     *
     * @param success whether the goal succeeds
     * @param sentence the reason of a failure, or the place of the report
     */
    public void end(boolean success, String sentence) {
        change((its, atNs) -> its.over(atNs, new RunStatus.Outcome(success, sentence)));
    }

    /** A change of the state, made by the thread of the page. */
    interface Step {

        /** Makes the change that happened at an instant. */
        RunStatus.Change take(RunState state, long atNs);
    }

    /** Puts a change into the queue; never waits. */
    void change(Step step) {
        if (off) {
            return;
        }
        long atNs = clock.epochNanos();
        try {
            thread.execute(() -> apply(step, atNs));
        } catch (RejectedExecutionException e) {
            turnOff("it cannot keep up with the run");
        }
    }

    @SuppressWarnings("IllegalCatch") // After any failure, the run goes on without the page.
    private void apply(Step step, long atNs) {
        try {
            if (!off) {
                synchronized (state) {
                    RunStatus.Change change = step.take(state, atNs);
                    if (!readers.isEmpty()) {
                        readers.send(event("change", change));
                    }
                }
            }
        } catch (Throwable e) {
            fails(e);
        }
    }

    private static byte[] event(String name, Object data) {
        return ("event: " + name + "\ndata: " + Json.line(data) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void fails(Throwable e) {
        turnOff(e.toString());
    }

    private void turnOff(String why) {
        synchronized (this) {
            if (reported) {
                return;
            }
            reported = true;
            off = true;
        }
        notes.accept("the live page is off: " + why + "; the run goes on without it");
        // Closing the readers may take a while, and this may be a thread of the run.
        daemon(this::release, "live-page-off").start();
    }

    private void release() {
        thread.shutdown();
        readers.close();
        server.close();
    }

    /** The content of the web server. */
    private final class Content implements LiveServer.Content {

        @Override
        public RunStatus.Whole whole() {
            return read(RunState::whole);
        }

        @Override
        public boolean join(PageReader reader) {
            // Under the lock of the state, so that no change comes twice or is lost in between.
            return read(its -> reader.offer(event("whole", its.whole())) && readers.add(reader));
        }

        @Override
        public void leave(PageReader reader) {
            readers.remove(reader);
        }

        private <T> T read(Function<RunState, T> reading) {
            synchronized (state) {
                return reading.apply(state);
            }
        }
    }

    /** Closes the page after the last changes have reached its readers; takes some seconds at most. */
    @Override
    public void close() {
        if (server == null) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(interruption);
        } catch (IllegalStateException e) {
            // The program ends, and the hook has run.
        }
        boolean mine;
        synchronized (this) {
            mine = !reported;
            reported = true;
        }
        if (mine) {
            thread.shutdown();
            try {
                thread.awaitTermination(END_S, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            off = true;
            release();
        }
    }
}

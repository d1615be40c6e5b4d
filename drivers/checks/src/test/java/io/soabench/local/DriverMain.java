package io.soabench.local;

import io.soabench.driver.FakeTestbed;
import io.soabench.driver.HeardProgress;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.HostClock;
import io.soabench.plan.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The local driver in a JVM of its own, to be interrupted and killed. */
public final class DriverMain {

    private DriverMain() {}

    /** Time that a server has to be ready and to deploy: longer than a driver may take that is ended. */
    private static final long DEADLINE_MS = 300_000;

    /** Longest time in a phase for a signal that comes from outside; a signal ends it. */
    private static final long REST_MS = 60_000;

    /** Name of the driver's thread that asks the run to stop at a signal, and then waits for its end. */
    private static final String STOPPING = "soabench-stop";

    private static final long POLL_MS = 10;

    private static final CountDownLatch ASKED = new CountDownLatch(1);

    private static volatile boolean resting;

    /**
     * Runs case {@code a}. It prints {@code phase <label>} for each phase and rests in one of them.
     *
     * @param arguments compiled folder, which may hold the host's {@code java}, run folder, behaviour of the engine, label of the phase to rest in
     */
    public static void main(String[] arguments) {
        FakeTestbed testbed = testbed(Path.of(arguments[0]), arguments[2]);
        Path java = Path.of(arguments[0], "java");
        if (Files.exists(java)) {
            testbed.java(java);
        }
        HeardProgress progress = new HeardProgress().onNote(note -> System.out.println("note " + note));
        Runtime.getRuntime().addShutdownHook(new Thread(DriverMain::endRest, "end-rest"));
        progress.onPhase((execution, phase) -> {
            // The reader of the line may send a signal at once.
            resting = phase.label().equals(arguments[3]);
            System.out.println("phase " + phase.label());
            System.out.flush();
            if (resting) {
                rest();
            }
        });
        RunRecord run = new LocalDriver(List.of(), DriverSettings.STANDARD, HostClock.system())
                .run(testbed.request(Path.of(arguments[1])), progress);
        System.out.println("state " + run.state());
    }

    /** The testbed that is run. */
    static FakeTestbed testbed(Path compiled, String engine) {
        return new FakeTestbed(compiled)
                .measureMs(1500)
                .readyMs(DEADLINE_MS)
                .deployMs(DEADLINE_MS)
                .add("a", engine, "ok");
    }

    private static void rest() {
        try {
            // What is tested does not depend on the end of the rest.
            var unused = ASKED.await(REST_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            resting = false;
        }
    }

    /** Ends the rest at the end of this program, but not before the driver has asked the run to stop: so the phase is that of the rest. */
    private static void endRest() {
        try {
            while (resting && !hasAsked()) {
                Thread.sleep(POLL_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ASKED.countDown();
    }

    private static boolean hasAsked() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(
                        thread -> thread.getName().equals(STOPPING) && thread.getState() == Thread.State.TIMED_WAITING);
    }
}

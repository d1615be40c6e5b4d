package io.soabench.ode;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One instance of ODE as a program: arguments ({@link OdeOptions}), start, {@code ready} on standard output,
 * end by SIGTERM.
 *
 * <p>Exit status: 0 after SIGTERM, 2 when the user has to change something; then each line of standard error is one problem.
 */
public final class OdeProgram {

    /** How long ODE and Tomcat have to close; an activity of ODE may wait for longer than that, and is then given up. */
    static final Duration STOP = Duration.ofSeconds(5);

    private static final int FAILED = 1;
    private static final int REFUSED = 2;

    private OdeProgram() {}

    /** Runs until the process is told to end. Does not return normally. */
    @SuppressWarnings("SystemOut") // standard output is the interface of the program
    public static void main(String[] arguments) {
        try {
            OdeOptions options = OdeOptions.parse(arguments);
            OdeServer server = OdeServer.start(options);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "stop"));
            System.out.println("ready: " + options.settings());
            System.out.flush();
            new CountDownLatch(1).await();
        } catch (OdeRefused e) {
            e.problems().forEach(System.err::println);
            // ODE may have left threads behind that are no daemons.
            System.exit(REFUSED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            System.exit(FAILED);
        }
    }

    /** Halts at its end, because a process that is ended by a signal could not say with 0 that all is well. */
    private static void end(OdeServer server) {
        CountDownLatch stopped = new CountDownLatch(1);
        Thread stopping = new Thread(
                () -> {
                    server.stop();
                    stopped.countDown();
                },
                "stopping");
        stopping.setDaemon(true);
        stopping.start();
        boolean inTime;
        try {
            inTime = stopped.await(STOP.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            inTime = false;
        }
        // What is in flight was given up by the driver before; the instance's folder is removed, so nothing is lost.
        Runtime.getRuntime().halt(inTime ? 0 : FAILED);
    }
}

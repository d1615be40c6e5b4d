package io.soabench.ode;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The program of one ODE instance: arguments ({@link OdeOptions}), start, {@code ready} on standard output, end by
 * SIGTERM.
 *
 * <p>Exit status: 0 after SIGTERM, 2 when the user has to change something; then each line of standard error is one
 * problem.
 */
public final class OdeProgram {

    /** The time limit for ODE and Tomcat to close. An activity of ODE may wait longer, and is then given up. */
    static final Duration STOP = Duration.ofSeconds(5);

    private static final int FAILED = 1;
    private static final int REFUSED = 2;

    private OdeProgram() {}

    /** Runs the program until SIGTERM. Does not return normally. */
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
            // ODE may have left threads behind that are not daemons.
            System.exit(REFUSED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            System.exit(FAILED);
        }
    }

    /**
     * Stops the server and halts the virtual machine. Only a halt gives a process that a signal ended the exit status
     * 0.
     */
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
        // The driver gave up the requests in flight before. The instance's folder is removed, so nothing is lost.
        Runtime.getRuntime().halt(inTime ? 0 : FAILED);
    }
}

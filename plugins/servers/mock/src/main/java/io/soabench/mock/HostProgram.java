package io.soabench.mock;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/**
 * The program of a mock host: arguments, warm-up, start, {@code ready} on standard output, end by SIGTERM.
 *
 * <p>Exit status: 0 after SIGTERM, 1 when the call log could not be written, 2 when the user has to change something.
 */
public final class HostProgram {

    /** The longest wait after SIGTERM for answers that are not due yet; the whole stop stays below three seconds. */
    public static final Duration GRACE = Duration.ofSeconds(2);

    /** The bounds of the warm-up before the host is ready: a person waits for it. */
    static final HostWarmUp.Bounds WARM_UP =
            new HostWarmUp.Bounds(Duration.ofSeconds(1), Duration.ofSeconds(3), 100_000);

    private static final int FAILED = 1;
    private static final int REFUSED = 2;

    private HostProgram() {}

    /**
     * Warms the code of a host, then runs the host until SIGTERM. Does not return normally.
     *
     * @param base path under which the host has its services, for example {@code /services}
     * @param starters start of a host with its TLS
     */
    @SuppressWarnings("SystemOut") // standard output is the interface of the program
    public static void run(String[] arguments, String base, Function<HostTls, RunningHost.Starter> starters) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        try {
            HostOptions options = HostOptions.parse(arguments);
            MockServices services = MockServices.load(options.services());
            RunningHost.Starter starter = starters.apply(options.tls());
            HostWarmUp.Done warm = new HostWarmUp(services, base, options.tls().itself())
                    .run(starter, WARM_UP, OutputStream.nullOutputStream());
            out.println("warmed in " + warm.length().toMillis() + " ms by " + warm.answered() + " requests to itself");
            CallLog calls = CallLog.open(options.calls());
            RunningHost host;
            try {
                host = starter.start(options.host(), options.port(), services, calls);
            } catch (HostRefused e) {
                // A host that never answered leaves no log behind.
                close(calls, err);
                Files.deleteIfExists(options.calls());
                throw e;
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(host, calls, err), "stop"));
            out.println("ready");
            out.flush();
            new CountDownLatch(1).await();
        } catch (HostRefused e) {
            e.problems().forEach(err::println);
            System.exit(REFUSED);
        } catch (IOException e) {
            err.println("cannot remove the empty call log: " + e.getMessage());
            System.exit(REFUSED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            System.exit(FAILED);
        }
    }

    /**
     * Stops the host and halts the virtual machine. Only a halt gives a process that a signal ended the exit status 0.
     */
    private static void end(RunningHost host, CallLog calls, PrintStream err) {
        host.stop(GRACE);
        boolean complete = close(calls, err);
        err.flush();
        Runtime.getRuntime().halt(complete ? 0 : FAILED);
    }

    private static boolean close(CallLog calls, PrintStream err) {
        try {
            calls.close();
            return true;
        } catch (IOException e) {
            err.println(e.getMessage());
            return false;
        }
    }
}

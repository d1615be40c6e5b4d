package io.soabench.front;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The program of a library engine. It prints {@code ready} when it takes deployments and requests, and ends by SIGTERM. Exit status: 0 stopped
 * by request, 2 when an option or the machine has to be changed. A subclass adds the engine's options, has an annotation {@code @Command}, and
 * starts the engine.
 */
public abstract class FrontCommand implements Callable<Integer> {

    private static final int REFUSED = 2;

    /** The longest wait for open requests after SIGTERM; without any there is none. Drivers send SIGKILL fifteen seconds after SIGTERM. */
    private static final long DRAIN_MS = 5_000;

    /** The time for connections and threads to end, when no request is open any more. */
    private static final long GRACE_MS = 2_000;

    private static final int DEPLOYMENT_BYTES = 32 * 1024 * 1024;
    private static final int LEAST_BODY = 1_024;

    /** The logger whose level is set; an unreferenced logger loses its level. */
    private static final Logger ROOT = Logger.getLogger("");

    @Spec
    private CommandSpec spec;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address of the services (default: 127.0.0.1).")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the services, 0 for a free one.",
            required = true)
    private int port;

    @Option(
            names = "--admin-port",
            paramLabel = "PORT",
            description = "Port of health, statistics and deployments on loopback, 0 for a free one.",
            required = true)
    private int adminPort;

    @Option(names = "--work", paramLabel = "DIR", description = "An existing folder of its own.", required = true)
    private Path work;

    @Option(names = "--http-threads", paramLabel = "N", description = "Threads for requests (default: 200).")
    private int httpThreads = 200;

    @Option(
            names = "--queue-capacity",
            paramLabel = "N",
            description = "Requests that may wait for a thread; further ones get 503 (default: 1000).")
    private int queueCapacity = 1_000;

    @Option(
            names = "--open-requests",
            paramLabel = "N",
            description =
                    "Requests without an answer, also those that hold no thread; further ones get 503 (default: 10000).")
    private int mostOpen = 10_000;

    @Option(
            names = "--max-body-bytes",
            paramLabel = "BYTES",
            description = "Largest request; larger ones get 413 (default: 4194304).")
    private int maxBodyBytes = 4 * 1024 * 1024;

    @Option(
            names = "--answer-timeout",
            paramLabel = "MS",
            description = "Time for the answer to a client in milliseconds, else a SOAP fault (default: 60000).")
    private long answerTimeoutMs = 60_000;

    /** Creates a program whose options are not read yet. */
    protected FrontCommand() {}

    /**
     * Starts the engine with the options of the command line.
     *
     * @param folder an existing folder for files that end with the server
     * @throws FrontRefused when it does not start; the message goes to the user
     */
    protected abstract LibraryEngine<?> start(Path folder) throws FrontRefused;

    /** Checks the options of the subclass; see {@link #check}. */
    protected void checkOptions() {}

    /** Runs a program. Does not return normally. */
    protected static void run(FrontCommand program, String[] arguments) {
        System.exit(new CommandLine(program)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public final Integer call() throws InterruptedException {
        check("--http-threads", httpThreads, 1);
        check("--queue-capacity", queueCapacity, 1);
        check("--open-requests", mostOpen, 1);
        check("--max-body-bytes", maxBodyBytes, LEAST_BODY);
        check("--answer-timeout", answerTimeoutMs, 1);
        checkOptions();
        if (!Files.isDirectory(work)) {
            throw new ParameterException(spec.commandLine(), "--work " + work + " is no folder; make it first");
        }
        // Engines log each step at INFO.
        ROOT.setLevel(Level.WARNING);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        EventLoopGroup loops =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("http", true), NioIoHandler.newFactory());
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (LibraryEngine<?> engine = start(work)) {
            serve(engine, loops, out, asked, ended);
        } catch (FrontRefused e) {
            err.println(e.getMessage());
            return REFUSED;
        } catch (LinkageError e) {
            err.println("this version of the engine lacks what its program needs ("
                    + e.getClass().getSimpleName() + ": " + FrontRefused.reason(e) + "); name another version");
            return REFUSED;
        } finally {
            loops.shutdownGracefully(0, GRACE_MS, TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly(GRACE_MS, TimeUnit.MILLISECONDS);
            ended.countDown();
        }
        return 0;
    }

    /**
     * Checks a number of the command line.
     *
     * @throws ParameterException when it is too small
     */
    protected final void check(String option, long value, long least) {
        if (value < least) {
            throw new ParameterException(
                    spec.commandLine(), option + '=' + value + " is too small; the least is " + least);
        }
    }

    private <P extends LibraryEngine.Deployed> void serve(
            LibraryEngine<P> engine, EventLoopGroup loops, PrintWriter out, CountDownLatch asked, CountDownLatch ended)
            throws FrontRefused, InterruptedException {
        try (ServiceHandler<P> services =
                        new ServiceHandler<>(engine, httpThreads, queueCapacity, mostOpen, answerTimeoutMs);
                AdminHandler<P> admin = new AdminHandler<>(engine, services, work);
                HttpListener servicePort = HttpListener.open(loops, host, port, maxBodyBytes, services);
                HttpListener adminListener =
                        HttpListener.open(loops, "127.0.0.1", adminPort, DEPLOYMENT_BYTES, admin)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(asked, ended), "stop"));
            out.println("ready: services on port " + servicePort.port() + ", administration on port "
                    + adminListener.port());
            out.flush();
            asked.await();
            servicePort.stopListening();
            services.drain(DRAIN_MS);
        }
    }

    /** Waits for the main thread, then halts: a process that a signal ends has no exit status 0. */
    private static void stop(CountDownLatch asked, CountDownLatch ended) {
        asked.countDown();
        try {
            boolean closed = ended.await(DRAIN_MS + 2 * GRACE_MS, TimeUnit.MILLISECONDS);
            Runtime.getRuntime().halt(closed ? 0 : 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

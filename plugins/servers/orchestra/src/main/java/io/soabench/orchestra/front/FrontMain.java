package io.soabench.orchestra.front;

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
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * OW2 Orchestra as a program. Prints {@code ready} when it takes deployments and requests, ends by SIGTERM. Exit status: 0
 * stopped as asked, 2 when something has to be changed.
 */
@Command(
        name = "soabench-orchestra",
        description = "Runs WS-BPEL 2.0 processes in OW2 Orchestra behind an HTTP layer of SOABench.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class FrontMain implements Callable<Integer> {

    private static final int REFUSED = 2;

    /** How long requests in work may take after SIGTERM. */
    private static final long GRACE_MS = 2_000;

    private static final int DEPLOYMENT_BYTES = 32 * 1024 * 1024;
    private static final int LEAST_BODY = 1_024;

    /** Kept here, because a logger that nobody holds forgets its level. */
    private static final Logger ROOT = Logger.getLogger("");

    private static final Logger CACHE = Logger.getLogger("net.sf.ehcache");

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

    @Option(
            names = "--database",
            paramLabel = "WHERE",
            description = "Where the embedded database keeps instances: memory or file (default: memory).")
    private Settings.Database database = Settings.Database.MEMORY;

    @Option(names = "--http-threads", paramLabel = "N", description = "Threads for requests (default: 200).")
    private int httpThreads = 200;

    @Option(
            names = "--queue-capacity",
            paramLabel = "N",
            description = "Requests that may wait for a thread; further ones get 503 (default: 1000).")
    private int queueCapacity = 1_000;

    @Option(names = "--job-threads", paramLabel = "N", description = "Threads that continue instances (default: 10).")
    private int jobThreads = 10;

    @Option(names = "--invoke-threads", paramLabel = "N", description = "Threads that call partners (default: 10).")
    private int invokeThreads = 10;

    @Option(names = "--connections", paramLabel = "N", description = "Connections to the database (default: 50).")
    private int connections = 50;

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

    /** Runs the server. Does not return normally. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new FrontMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        check("--http-threads", httpThreads, 1);
        check("--queue-capacity", queueCapacity, 1);
        check("--job-threads", jobThreads, 1);
        check("--invoke-threads", invokeThreads, 1);
        check("--connections", connections, 2);
        check("--max-body-bytes", maxBodyBytes, LEAST_BODY);
        check("--answer-timeout", answerTimeoutMs, 1);
        if (!Files.isDirectory(work)) {
            throw new ParameterException(spec.commandLine(), "--work " + work + " is no folder; make it first");
        }
        // Orchestra tells every step at INFO.
        ROOT.setLevel(Level.WARNING);
        // Warns of each of some thirty caches that it has the values with which Orchestra was released.
        CACHE.setLevel(Level.SEVERE);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        EventLoopGroup loops =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("http", true), NioIoHandler.newFactory());
        try {
            serve(loops, out);
        } catch (FrontRefused e) {
            err.println(e.getMessage());
            return REFUSED;
        } finally {
            loops.shutdownGracefully(0, GRACE_MS, TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly(GRACE_MS, TimeUnit.MILLISECONDS);
        }
        return 0;
    }

    private void check(String option, long value, long least) {
        if (value < least) {
            throw new ParameterException(
                    spec.commandLine(), option + '=' + value + " is too small; the least is " + least);
        }
    }

    private void serve(EventLoopGroup loops, PrintWriter out) throws FrontRefused, InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Settings settings = new Settings(work, database, jobThreads, invokeThreads, connections);
        try (OrchestraEngine engine = OrchestraEngine.start(settings);
                ServiceDoor services = new ServiceDoor(engine::call, httpThreads, queueCapacity, answerTimeoutMs);
                AdminDoor admin = new AdminDoor(engine, services, work);
                HttpDoor servicePort = HttpDoor.open(loops, host, port, maxBodyBytes, services);
                HttpDoor adminPortOpen = HttpDoor.open(loops, "127.0.0.1", adminPort, DEPLOYMENT_BYTES, admin)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(asked, ended), "stop"));
            out.println("ready: services on port " + servicePort.port() + ", administration on port "
                    + adminPortOpen.port());
            out.flush();
            asked.await();
            servicePort.stopListening();
            services.drain(GRACE_MS);
        } finally {
            ended.countDown();
        }
    }

    /** Waits for the main thread, then halts: a process that is ended by a signal could not say with 0 that all is well. */
    private static void stop(CountDownLatch asked, CountDownLatch ended) {
        asked.countDown();
        try {
            boolean closed = ended.await(2 * GRACE_MS, TimeUnit.MILLISECONDS);
            Runtime.getRuntime().halt(closed ? 0 : 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

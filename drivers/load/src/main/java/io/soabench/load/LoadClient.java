package io.soabench.load;

import io.soabench.load.input.BadInput;
import io.soabench.load.jmeter.JMeterHome;
import io.soabench.plan.HostClock;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The load client as a program. It prints {@code ready}, begins when it reads {@code start <epoch ns>}, prints {@code
 * progress} each second and {@code done} at the end. Where the warm-up lasts until response times are steady it prints {@code
 * steady} once they are, and measures from {@code measure <epoch ns>} on, or after the longest warm-up. {@code stop}, the end
 * of standard input and SIGTERM end it early, in order. Exit status: 0 done or stopped, 1 a defect, 2 wrong input, 3 the
 * samples could not be written.
 */
public final class LoadClient {

    /** The exit status of a client that is done, or was stopped on request. */
    public static final int DONE = 0;

    /** The exit status for a defect of the load client. */
    public static final int DEFECT = 1;

    /** The exit status for wrong arguments or files. */
    public static final int BAD_INPUT = 2;

    /** The exit status when samples or the record could not be written. */
    public static final int NOT_WRITTEN = 3;

    /** The time that SIGTERM waits for an orderly end. */
    private static final long END_MS = 30_000;

    private final Consumer<String> protocol;
    private final Consumer<String> complaints;
    private final HostClock clock;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int status = DEFECT;
    private volatile boolean stopped;
    private volatile boolean ready;
    private volatile LoadRun run;
    private volatile JMeterHome home;

    /**
     * @param protocol gets each line for the driver
     * @param complaints gets each sentence for people
     */
    public LoadClient(HostClock clock, Consumer<String> protocol, Consumer<String> complaints) {
        this.clock = clock;
        this.protocol = protocol;
        this.complaints = complaints;
    }

    /** Runs the program. */
    public static void main(String[] arguments) {
        // Before any class of JMeter is loaded: its log goes to standard error, and only what matters of it.
        System.setProperty("log4j2.configurationFile", "soabench-load-log4j2.xml");
        System.setProperty("java.awt.headless", "true");
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        LoadClient client = new LoadClient(HostClock.system(), out::println, System.err::println);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(client.endInOrder()), "load-client-end"));
        Thread commands = new Thread(() -> client.readCommands(System.in), "load-client-commands");
        commands.setDaemon(true);
        System.exit(client.run(commands::start, arguments));
    }

    /** Stops the client, waits for its end and returns the exit status. */
    int endInOrder() {
        stop();
        if (!ready && ended.getCount() > 0) {
            // Nothing was sent, and JMeter cannot start while the JVM ends: it would only hang.
            JMeterHome opened = home;
            if (opened != null) {
                opened.close();
            }
            return DONE;
        }
        try {
            if (!ended.await(END_MS, TimeUnit.MILLISECONDS)) {
                complaints.accept(
                        "the load client did not end within " + END_MS + " ms; the samples may be incomplete");
                return DEFECT;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return status;
    }

    private void stop() {
        stopped = true;
        LoadRun current = run;
        if (current != null) {
            current.stop();
        }
    }

    /** Reads commands until there are no more, which is a stop. */
    void readCommands(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                command(line.strip());
            }
        } catch (IOException e) {
            complaints.accept("standard input cannot be read: " + e.getMessage());
        }
        stop();
    }

    private void command(String line) {
        if (line.equals("stop")) {
            stop();
        } else if (line.matches("(start|measure|end) \\d{1,19}")) {
            int blank = line.indexOf(' ');
            command(line.substring(0, blank), line.substring(blank + 1));
        } else if (!line.isEmpty()) {
            complaints.accept(
                    "\"" + line
                            + "\" is no command; use \"start <epoch ns>\", \"measure <epoch ns>\", \"end <epoch ns>\" or \"stop\"");
        }
    }

    private void command(String word, String instant) {
        try {
            long atNs = Long.parseLong(instant);
            switch (word) {
                case "start" -> run.start(atNs);
                case "end" -> run.measureUntil(atNs);
                default -> run.measureFrom(atNs);
            }
        } catch (NumberFormatException e) {
            complaints.accept("the instant of \"" + word + " " + instant + "\" is out of range");
        }
    }

    /**
     * Runs the load to its end.
     *
     * @param begun called when commands can be obeyed
     * @return exit status
     */
    int run(Runnable begun, String... arguments) {
        status = DEFECT;
        try {
            status = tryRun(begun, arguments);
        } catch (BadInput e) {
            e.problems().forEach(complaints);
            status = BAD_INPUT;
        } catch (IOException e) {
            complaints.accept(e.getMessage());
            status = NOT_WRITTEN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            complaints.accept("the load client was interrupted");
        } catch (RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            complaints.accept("defect of the load client: " + trace);
        } finally {
            ended.countDown();
        }
        return status;
    }

    private void print(String line) {
        ready = ready || line.equals("ready");
        protocol.accept(line);
    }

    private int tryRun(Runnable begun, String... arguments) throws IOException, InterruptedException {
        LoadOptions options = LoadOptions.parse(arguments);
        switch (options.engine()) {
            case LOOP -> run(begun, options);
            case JMETER -> {
                try (JMeterHome opened = JMeterHome.open()) {
                    home = opened;
                    run(begun, options);
                }
            }
        }
        protocol.accept("done");
        return DONE;
    }

    private void run(Runnable begun, LoadOptions options) throws IOException, InterruptedException {
        LoadRun current = new LoadRun(options, clock, this::print);
        run = current;
        if (stopped) {
            current.stop();
        }
        begun.run();
        current.run();
    }
}

package io.soabench.local;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import io.soabench.plan.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The load clients of one repetition: they are started together, begin together, and their progress is added up. */
final class LoadClients {

    private final Bell bell;
    private final List<Client> clients = new ArrayList<>();

    LoadClients(Bell bell) {
        this.bell = bell;
    }

    /** One client; its reader's thread writes the fields, the run's thread reads them. */
    private static final class Client {
        private final Child child;
        private volatile boolean ready;
        private volatile boolean steady;
        private volatile boolean done;
        private volatile boolean closed;
        private volatile String problem = "";
        private volatile Progress.Load load;
        private volatile Hang hang;

        Client(Child child) {
            this.child = child;
        }
    }

    /**
     * A load client has ended because the server answered it no more.
     *
     * @param silentMs how long no request was answered
     * @param open requests that were open then
     */
    record Hang(long silentMs, long open) {}

    void add(Child child) {
        Client client = new Client(child);
        clients.add(client);
        Thread reader = new Thread(() -> read(client), "output-" + child.name());
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Client client) {
        try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(client.child.process().getInputStream(), StandardCharsets.UTF_8));
                BufferedWriter log = Files.newBufferedWriter(client.child.stdout())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.write(line + "\n");
                log.flush();
                hear(client, line);
            }
        } catch (IOException e) {
            client.problem = "the output of " + client.child.name() + " cannot be kept: " + e.getMessage();
        } finally {
            client.closed = true;
            bell.ring();
        }
    }

    private void hear(Client client, String line) {
        if (line.equals("ready")) {
            client.ready = true;
        } else if (line.equals("steady")) {
            client.steady = true;
        } else if (line.equals("done")) {
            client.done = true;
        } else if (line.matches("hung \\d{1,18} \\d{1,18}")) {
            String[] numbers = line.split(" ", -1);
            client.hang = new Hang(Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
        } else if (line.startsWith("progress ")) {
            try {
                client.load = Json.parse(line.substring("progress ".length()), Progress.Load.class);
            } catch (UncheckedIOException e) {
                client.problem = client.child.name() + " reports its progress in an unknown form: " + line;
            }
        } else {
            return;
        }
        bell.ring();
    }

    List<Child> children() {
        return clients.stream().map(c -> c.child).toList();
    }

    boolean allReady() {
        return clients.stream().allMatch(c -> c.ready);
    }

    /** Whether the response times of all are steady. */
    boolean allSteady() {
        return clients.stream().allMatch(c -> c.steady);
    }

    /** Whether all have sent everything, said so, and ended. */
    boolean allDone() {
        return clients.stream().allMatch(c -> c.done && c.closed && !c.child.runs());
    }

    /** How the server hangs in the eyes of the client that waited for the longest; nothing when it answers. */
    Optional<Hang> hang() {
        return clients.stream().map(c -> c.hang).filter(h -> h != null).max(Comparator.comparingLong(Hang::silentMs));
    }

    String waitedFor() {
        return String.join(
                ", ",
                clients.stream().filter(c -> !c.done).map(c -> c.child.name()).toList());
    }

    /** Lets all begin at one instant. */
    void begin(long epochNs) throws PhaseFailed {
        command("start", epochNs);
    }

    /** Lets all measure from one instant on. */
    void measure(long epochNs) throws PhaseFailed {
        command("measure", epochNs);
    }

    private void command(String word, long epochNs) throws PhaseFailed {
        for (Client client : clients) {
            // Left open: the end of its input would stop the client. It is closed when the child has ended.
            OutputStream input = client.child.process().getOutputStream();
            try {
                Writer writer = new BufferedWriter(new java.io.OutputStreamWriter(input, StandardCharsets.US_ASCII));
                writer.write(word + " " + epochNs + "\n");
                writer.flush();
            } catch (IOException e) {
                throw new PhaseFailed(client.child.name() + " takes no " + word + " command: " + e.getMessage(), e);
            }
        }
    }

    /**
     * Looks whether all is well.
     *
     * @throws PhaseFailed when a client ended before it was done, or in an unknown way
     */
    void check(long nowNs, Path base) throws PhaseFailed {
        for (Client client : clients) {
            if (!client.problem.isEmpty()) {
                throw new PhaseFailed(client.problem);
            }
            if (client.closed && !client.child.runs() && (!client.done || client.child.exit() != 0)) {
                throw new PhaseFailed(client.child.name() + " " + client.child.death(nowNs, base));
            }
        }
    }

    /** The progress of all clients together; nothing before the first report. */
    Optional<Progress.Load> load() {
        List<Progress.Load> loads =
                clients.stream().map(c -> c.load).filter(l -> l != null).toList();
        return loads.stream()
                .reduce((a, b) -> new Progress.Load(
                        b.phase(),
                        a.sent() + b.sent(),
                        a.sentPerSecond() + b.sentPerSecond(),
                        a.inFlight() + b.inFlight(),
                        a.failures() + b.failures(),
                        // Percentiles cannot be added; the worst client's is an upper bound.
                        Math.max(a.p99Ms(), b.p99Ms())));
    }
}

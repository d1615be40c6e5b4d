package io.soabench.driver.run;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import io.soabench.plan.Json;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The load clients of one repetition: they are started together, begin together, and their progress is added up. */
public final class LoadClients {

    private final RunSignal signal;
    private final List<Client> clients = new ArrayList<>();

    /** Creates an empty set of clients. */
    public LoadClients(RunSignal signal) {
        this.signal = signal;
    }

    /** A receiver of the output of one client. Any thread may call it, one at a time. */
    public interface Listener {

        /** Receives a line, without its end. */
        void receive(String line);

        /** Receives the end of the output: the program has ended, or is not heard any more. */
        void close();
    }

    /** A client. The thread of its output writes the fields, the run's thread reads them. */
    private static final class Client {
        private final LoadProgram program;
        private volatile boolean ready;
        private volatile boolean steady;
        private volatile boolean done;
        private volatile boolean closed;
        private volatile long begun;
        private volatile long answered;
        private volatile String problem = "";
        private volatile Progress.Load load;
        private volatile Hang hang;

        Client(LoadProgram program) {
            this.program = program;
        }
    }

    /**
     * A load client has ended because the server answered it no more.
     *
     * @param silentMs time without an answer
     * @param open requests that were open then
     */
    public record Hang(long silentMs, long open) {}

    /** Adds a client that was just started; its output goes to the returned listener. */
    public Listener add(LoadProgram program) {
        Client client = new Client(program);
        clients.add(client);
        return new Listener() {
            @Override
            public void receive(String line) {
                LoadClients.this.receive(client, line);
            }

            @Override
            public void close() {
                client.closed = true;
                signal.raise();
            }
        };
    }

    private void receive(Client client, String line) {
        if (line.equals("ready")) {
            client.ready = true;
        } else if (line.equals("steady")) {
            client.steady = true;
        } else if (line.equals("done")) {
            client.done = true;
        } else if (line.matches("hung \\d{1,18} \\d{1,18}")) {
            String[] numbers = line.split(" ", -1);
            client.hang = new Hang(Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
        } else if (line.matches("begun \\d{1,18}")) {
            client.begun = Long.parseLong(line.substring("begun ".length()));
        } else if (line.matches("answered \\d{1,18}")) {
            client.answered = Long.parseLong(line.substring("answered ".length()));
        } else if (line.startsWith("progress ")) {
            try {
                client.load = Json.parse(line.substring("progress ".length()), Progress.Load.class);
            } catch (UncheckedIOException e) {
                client.problem = client.program.name() + " reports its progress in an unknown form: " + line;
            }
        } else {
            return;
        }
        signal.raise();
    }

    /** Returns all clients that were added. */
    public List<LoadProgram> programs() {
        return clients.stream().map(c -> c.program).toList();
    }

    /** Returns whether all wait for the start. */
    public boolean allReady() {
        return clients.stream().allMatch(c -> c.ready);
    }

    /** Returns whether the response times of all are steady. */
    public boolean allSteady() {
        return clients.stream().allMatch(c -> c.steady);
    }

    /** Returns whether all clients have sent everything, reported so, and ended. */
    public boolean allDone() {
        return clients.stream().allMatch(c -> c.done && c.closed && !c.program.runs());
    }

    /**
     * Returns the report of the client that has waited longest for a server that hangs; nothing when the server
     * answers.
     */
    public Optional<Hang> hang() {
        return clients.stream().map(c -> c.hang).filter(h -> h != null).max(Comparator.comparingLong(Hang::silentMs));
    }

    /** Returns the requests of the measurement that all clients have reported as begun; 0 when no event depends on them. */
    public long begun() {
        return clients.stream().mapToLong(c -> c.begun).sum();
    }

    /** Returns the requests of the measurement that all clients have reported as answered rightly; 0 when its end does not depend on them. */
    public long answered() {
        return clients.stream().mapToLong(c -> c.answered).sum();
    }

    /** Returns the names of the clients that are not done, for a message. */
    public String waitedFor() {
        return String.join(
                ", ",
                clients.stream().filter(c -> !c.done).map(c -> c.program.name()).toList());
    }

    /**
     * Checks the clients.
     *
     * @throws PhaseFailed when a client ended before it was done, or in an unknown way
     */
    public void check(long nowNs, Path base) throws PhaseFailed {
        for (Client client : clients) {
            if (!client.problem.isEmpty()) {
                throw new PhaseFailed(client.problem);
            }
            if (client.closed && !client.program.runs() && (!client.done || client.program.exit() != 0)) {
                throw new PhaseFailed(client.program.name() + " " + client.program.death(nowNs, base));
            }
        }
    }

    /** Returns the progress of all clients together; nothing before the first report. */
    public Optional<Progress.Load> load() {
        List<Progress.Load> loads =
                clients.stream().map(c -> c.load).filter(l -> l != null).toList();
        return loads.stream()
                .reduce((a, b) -> new Progress.Load(
                        b.phase(),
                        a.sent() + b.sent(),
                        a.sentPerSecond() + b.sentPerSecond(),
                        a.answersPerSecond() + b.answersPerSecond(),
                        a.inFlight() + b.inFlight(),
                        a.failures() + b.failures(),
                        // Percentiles cannot be added; the worst client's is an upper bound.
                        Math.max(a.medianMs(), b.medianMs()),
                        Math.max(a.p99Ms(), b.p99Ms()),
                        Math.max(a.slipP99Ms(), b.slipP99Ms())));
    }
}

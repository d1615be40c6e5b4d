package io.soabench.generators.mocks;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.model.FailureShare;
import io.soabench.plan.FailureMark;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.IntUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * A simulation, before a run, of the response and failure of each invocation of a service instance (B10 §4.1: deterministic QoS).
 *
 * <p>Random streams: {@code /service/<service>/<instance>/<workload>/<client>/response-time}, {@code …/failure}, {@code …/failure-kind} and
 * {@code …/throughput}. So a change of the reliability leaves all response times as they were, and a change of the kinds of failures all
 * failures. The instance's own reliability has {@code /service/<service>/<instance>/reliability}, and its states have
 * {@code /service/<service>/<instance>/<workload>/bursts}. All but the reliability, which is a property of the instance, are
 * {@linkplain RandomStreams#ofRepetition those of the repetition}.
 *
 * <p><strong>Bursts</strong> hit all clients at about the same time, and yet the same requests in each run. States follow the requests of a
 * workload in their expected order: for an open one by time; for a closed one all first requests of its clients, then all second ones, and so
 * on. The calls of a request come one after the other.
 */
public final class BehaviourTraces {

    /** Behaviours of a request when the number of calls that a process makes is unknown. */
    public static final int UNKNOWN_STEPS = 8;

    /** The number of lines of a service that no case calls by a known UIID: any caller takes one of them. */
    static final int SPARE_LINES = 1_000;

    /** The longest response time or gap, half an hour. */
    static final long LONGEST_US = 1_800_000_000L;

    /** Name of the workload in the lines of a service that no case calls. */
    static final String ANY_WORKLOAD = "any";

    private final RandomStreams streams;
    private final RandomStreams own;

    /** Creates a simulation of the first repetition that draws from these streams. */
    public BehaviourTraces(RandomStreams streams) {
        this(streams, 1);
    }

    /**
     * Creates a simulation that draws from these streams.
     *
     * @param repetition in which they are met, from 1
     */
    public BehaviourTraces(RandomStreams streams, int repetition) {
        this.streams = streams;
        own = streams.ofRepetition(repetition);
    }

    /**
     * A workload whose requests reach the instance.
     *
     * @param workload in the repetition that is written
     * @param steps behaviours of a request by its chunk; 0: requests with that chunk do not reach the instance
     * @param checks behaviours of the functional checks that are sent before a workload's requests and reach the instance, by the
     *     number of the check
     */
    public record Caller(WorkloadSimulation workload, IntUnaryOperator steps, SortedMap<Integer, Integer> checks) {}

    /**
     * Writes the behaviours of one instance. Functional checks come first, so that they use up their lines where calls have
     * no identifier: they are answered at once and never fail.
     */
    public void write(Path file, String service, int instance, ServiceBehaviour quality, List<Caller> callers)
            throws IOException {
        Files.createDirectories(file.getParent());
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write("# soabench behaviour trace 1\n# service=" + service + " instance=" + instance + "\n");
            if (quality.dependsOnLoad()) {
                out.write(
                        "# capacity=" + quality.capacity() + " per-concurrent-us=" + quality.perConcurrentUs() + "\n");
            }
            checks(out, callers);
            String prefix = "/service/" + service + "/" + instance + "/";
            double reliability = reliability(service, instance, quality);
            for (Caller caller : callers) {
                String workload = caller.workload().name();
                Draws draws = new Draws(
                        prefix + workload + "/",
                        quality,
                        reliability,
                        Math.max(1, caller.workload().clients()),
                        caller.workload().mean(caller.steps()));
                StringBuilder line = new StringBuilder();
                caller.workload()
                        .run((client, n, waitUs, chunk, row) -> line(
                                out,
                                line,
                                draws,
                                workload,
                                client,
                                n,
                                caller.steps().applyAsInt(chunk)));
            }
            if (callers.isEmpty()) {
                Draws draws = new Draws(prefix + "/", quality, reliability, 1, UNKNOWN_STEPS);
                StringBuilder line = new StringBuilder();
                for (int n = 1; n <= SPARE_LINES; n++) {
                    line(out, line, draws, ANY_WORKLOAD, 1, n, UNKNOWN_STEPS);
                }
            }
        }
    }

    /** Returns the share of its requests that an instance answers: its own draw where the model gives a distribution. */
    public double reliability(String service, int instance, ServiceBehaviour quality) {
        if (quality.bursts().isPresent()) {
            return quality.bursts().get().reliability();
        }
        Distribution shares = quality.reliability();
        double drawn = shares.kind() == Kind.CONSTANT
                ? shares.mean()
                : shares.sampler(streams.stream("/service/" + service + "/" + instance + "/reliability"))
                        .sample();
        return Math.min(1, Math.max(0, drawn));
    }

    private static void checks(BufferedWriter out, List<Caller> callers) throws IOException {
        for (Caller caller : callers) {
            for (Map.Entry<Integer, Integer> check : caller.checks().entrySet()) {
                out.append(caller.workload().checkUiid(check.getKey()))
                        .append('\t')
                        .append("0 ".repeat(check.getValue() - 1))
                        .append("0\n");
            }
        }
    }

    private static void line(
            BufferedWriter out, StringBuilder line, Draws draws, String workload, int client, int n, int steps)
            throws IOException {
        if (steps == 0) {
            return;
        }
        draws.client(client);
        line.setLength(0);
        line.append(workload).append('.').append(client).append('.').append(n).append('\t');
        for (int step = 1; step <= steps; step++) {
            if (step > 1) {
                line.append(' ');
            }
            draws.behaviour(line, draws.firstCall(client, n) + step - 1);
        }
        out.append(line.append('\n'));
    }

    /** The streams of the client whose turn it is. */
    private final class Draws {
        private final String prefix;
        private final ServiceBehaviour quality;
        private final double reliability;
        private final int clients;
        private final double callsOfARequest;
        private final Optional<BurstStates> states;
        private final String[] marks;
        private final double[] marksUpTo;
        private int client;
        private ContinuousSampler responseTime;
        private UniformRandomProvider failure;
        private UniformRandomProvider kind;
        private Optional<ContinuousSampler> throughput = Optional.empty();

        /** @param callsOfARequest on average */
        Draws(String prefix, ServiceBehaviour quality, double reliability, int clients, double callsOfARequest) {
            this.prefix = prefix;
            this.quality = quality;
            this.reliability = reliability;
            this.clients = clients;
            this.callsOfARequest = callsOfARequest;
            states = quality.bursts().map(bursts -> new BurstStates(bursts, own.stream(prefix + "bursts")));
            marks = quality.failures().stream().map(BehaviourTraces::mark).toArray(String[]::new);
            marksUpTo = new double[marks.length];
            double sum = 0;
            for (int i = 0; i < marks.length; i++) {
                sum += quality.failures().get(i).share();
                marksUpTo[i] = sum;
            }
        }

        /** Returns the place of a request's first call in the expected order of all calls of the workload, from 0. */
        long firstCall(int number, int n) {
            return Math.round(((n - 1L) * clients + number - 1) * callsOfARequest);
        }

        void client(int number) {
            if (number == client) {
                return;
            }
            client = number;
            String name = prefix + number + "/";
            responseTime = quality.responseTime().sampler(own.stream(name + "response-time"));
            failure = own.stream(name + "failure");
            kind = own.stream(name + "failure-kind");
            throughput = quality.throughput().map(limit -> limit.sampler(own.stream(name + "throughput")));
        }

        /**
         * Adds the behaviour at a call.
         *
         * @param call place of the call in the expected order of all calls of the workload, from 0
         */
        void behaviour(StringBuilder line, long call) {
            line.append(micros(responseTime.sample()));
            if (throughput.isPresent()) {
                line.append('+').append(micros(1 / throughput.get().sample()));
            }
            if (states.isEmpty() && reliability >= 1) {
                return;
            }
            double share = states.isPresent() ? states.get().reliability(call) : reliability;
            // Both numbers are drawn for each call, so that the result of one call does not change the draws for the
            // next ones.
            boolean fails = failure.nextDouble() >= share;
            double which = marks.length > 1 ? kind.nextDouble() * marksUpTo[marks.length - 1] : 0;
            if (fails) {
                line.append('!').append(marks[which(which)]);
            }
        }

        private int which(double drawn) {
            int i = 0;
            while (i < marks.length - 1 && drawn >= marksUpTo[i]) {
                i++;
            }
            return i;
        }

        private long micros(double seconds) {
            return Math.min(LONGEST_US, Math.round(seconds * 1e6));
        }
    }

    private static String mark(FailureShare failure) {
        return switch (failure.kind()) {
            case FAULT -> FailureMark.FAULT.text();
            case SERVER_FAULT -> FailureMark.SERVER_FAULT.text();
            case HTTP -> Integer.toString(failure.status());
            case CLOSE -> FailureMark.CLOSE.text();
            case SILENCE -> FailureMark.SILENCE.text();
            case MALFORMED -> FailureMark.MALFORMED.text();
        };
    }
}

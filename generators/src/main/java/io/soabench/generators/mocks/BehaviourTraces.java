package io.soabench.generators.mocks;

import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.plan.Plan;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * Pre-simulates what each invocation of a service instance experiences (B10 §4.1: deterministic QoS).
 *
 * <p>Random streams: {@code /service/<service>/<instance>/<workload>/<client>/response-time}, {@code …/failure} and {@code
 * …/throughput}, one each, so that a change of the reliability leaves all response times as they were.
 */
public final class BehaviourTraces {

    /** Behaviours of a request when the number of calls that a process makes is unknown. */
    public static final int UNKNOWN_STEPS = 8;

    /** Lines of a service that no case calls by a known UIID: whoever calls it takes one of them. */
    static final int SPARE_LINES = 1_000;

    /** The longest response time or gap, half an hour. */
    static final long LONGEST_US = 1_800_000_000L;

    /** Name of the workload in the lines of a service that no case calls. */
    static final String SPARE = "any";

    private final RandomStreams streams;

    /** Behaviours drawn from those streams. */
    public BehaviourTraces(RandomStreams streams) {
        this.streams = streams;
    }

    /**
     * A workload whose requests reach the instance.
     *
     * @param steps behaviours for each request, at least 1
     * @param checks functional checks that are sent before a workload's requests
     */
    public record Caller(WorkloadSimulation workload, int steps, int checks) {}

    /**
     * Writes the behaviours of one instance. Functional checks come first, so that they use up their lines where calls have
     * no identifier: they are answered at once and never fail.
     */
    public void write(Path file, String service, int instance, ServiceBehaviour quality, List<Caller> callers)
            throws IOException {
        Files.createDirectories(file.getParent());
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write("# soabench behaviour trace 1\n# service=" + service + " instance=" + instance + "\n");
            checks(out, callers);
            String prefix = "/service/" + service + "/" + instance + "/";
            for (Caller caller : callers) {
                Draws draws = new Draws(prefix + caller.workload().name() + "/", quality);
                StringBuilder line = new StringBuilder();
                caller.workload()
                        .run((client, n, waitUs, chunk) ->
                                line(out, line, draws, caller.workload().name(), client, n, caller.steps()));
            }
            if (callers.isEmpty()) {
                Draws draws = new Draws(prefix + "/", quality);
                StringBuilder line = new StringBuilder();
                for (int n = 1; n <= SPARE_LINES; n++) {
                    line(out, line, draws, SPARE, 1, n, UNKNOWN_STEPS);
                }
            }
        }
    }

    private static void checks(BufferedWriter out, List<Caller> callers) throws IOException {
        int checks = callers.stream().mapToInt(Caller::checks).max().orElse(0);
        int steps = callers.stream().mapToInt(Caller::steps).max().orElse(0);
        for (int n = 1; n <= checks; n++) {
            out.append(Plan.checkUiid(n))
                    .append('\t')
                    .append("0 ".repeat(steps - 1))
                    .append("0\n");
        }
    }

    private static void line(
            BufferedWriter out, StringBuilder line, Draws draws, String workload, int client, int n, int steps)
            throws IOException {
        draws.client(client);
        line.setLength(0);
        line.append(workload).append('.').append(client).append('.').append(n).append('\t');
        for (int step = 1; step <= steps; step++) {
            if (step > 1) {
                line.append(' ');
            }
            draws.behaviour(line);
        }
        out.append(line.append('\n'));
    }

    /** The streams of the client whose turn it is. */
    private final class Draws {
        private final String prefix;
        private final ServiceBehaviour quality;
        private int client;
        private ContinuousSampler responseTime;
        private UniformRandomProvider failure;
        private Optional<ContinuousSampler> throughput = Optional.empty();

        Draws(String prefix, ServiceBehaviour quality) {
            this.prefix = prefix;
            this.quality = quality;
        }

        void client(int number) {
            if (number == client) {
                return;
            }
            client = number;
            String name = prefix + number + "/";
            responseTime = quality.responseTime().sampler(streams.stream(name + "response-time"));
            failure = streams.stream(name + "failure");
            throughput = quality.throughput().map(limit -> limit.sampler(streams.stream(name + "throughput")));
        }

        void behaviour(StringBuilder line) {
            line.append(micros(responseTime.sample()));
            if (throughput.isPresent()) {
                line.append('+').append(micros(1 / throughput.get().sample()));
            }
            if (quality.reliability() < 1 && failure.nextDouble() >= quality.reliability()) {
                line.append('!');
            }
        }

        private long micros(double seconds) {
            return Math.min(LONGEST_US, Math.round(seconds * 1e6));
        }
    }
}

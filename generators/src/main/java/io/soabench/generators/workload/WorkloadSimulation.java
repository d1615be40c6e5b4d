package io.soabench.generators.workload;

import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.ClientClassPlan.WeightedChunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * A simulation of the clients of a workload that hands out each request.
 *
 * <p><strong>Closed</strong>: clients are numbered from 1 through all classes. Each gets requests until the think times alone fill the time of
 * the longest case, and at least one. The limits are {@link #MOST_REQUESTS_OF_A_CLIENT} and the client's share of
 * {@link #MOST_REQUESTS_OF_A_WORKLOAD}, which is at least {@link #LEAST_CAP}. Load clients that come to the end begin again (a lap). Where
 * their number changes over time each client has {@linkplain ClientPresence stays}, from the start of the measurement on. <strong>Open</strong>: the
 * arrivals of all classes, merged by time, until the end of the longest measurement, numbered from 1; never cut. Where the rate of a class has
 * a {@link LoadShape}, the shape begins with the measurement. So its arrivals depend on the length of the warm-up only by their numbers: each
 * length has a simulation of its own, see {@link #after}.
 *
 * <p>Records of users ({@link RowPool}) are dealt in their order. In an open workload they go to the arrivals as they come. In a closed one
 * they go first to the first requests of all clients that send them, then to the second ones, and so on.
 *
 * <p>Random streams: {@code /workload/<workload>/<class>/<number in class>/wait} and {@code …/chunk}; records that are drawn have
 * {@code …/row}. A shape also has {@code …/shape}, and for the warm-up {@code …/warm-up} and {@code …/warm-up-shape}. All but {@code …/shape}
 * are {@linkplain RandomStreams#ofRepetition those of the repetition}: a load rises and falls, as the plan's {@code stages} show, at the same
 * times in all of them. May be run any number of times with the same result.
 */
public final class WorkloadSimulation {

    /** The greatest number of requests of a closed client in a trace. */
    public static final int MOST_REQUESTS_OF_A_CLIENT = 10_000;

    /** The greatest number of requests of a closed workload, which its clients share. */
    public static final int MOST_REQUESTS_OF_A_WORKLOAD = 1_000_000;

    /** The number of requests that each closed client may have, even if there are many clients. */
    public static final int LEAST_CAP = 100;

    /** The shortest time of a request, also without think time and partners. */
    private static final double LEAST_CYCLE_SECONDS = 0.001;

    /** The expected number of arrivals times this is beyond all arrivals of an open workload, also where their distances differ much. */
    private static final double MARGIN = 20;

    /** The greatest number of a request that readers of identifiers take. */
    private static final double MOST_ARRIVALS = 500_000_000;

    /** The longest wait, a day: distributions with heavy tails would leave the range of numbers. */
    static final long LONGEST_WAIT_US = 86_400_000_000L;

    /** The time of an arrival that never comes: an infinite number, rounded. */
    private static final long NEVER = Long.MAX_VALUE;

    private final RandomStreams streams;
    private final RandomStreams own;
    private final int repetition;
    private final String name;
    private final boolean open;
    private final List<ClientClassPlan> classes;
    private final long closedMs;
    private final long openMs;
    private final long warmUpMs;

    /**
     * Creates the simulation of a workload in its first repetition.
     *
     * @param closedMs least duration of the think times in a closed workload
     * @param openMs least duration of the arrivals in an open one
     * @param warmUpMs part of it that is the warm-up, where the rate has a shape
     */
    public WorkloadSimulation(
            RandomStreams streams,
            String name,
            boolean open,
            List<ClientClassPlan> classes,
            long closedMs,
            long openMs,
            long warmUpMs) {
        this(streams, 1, name, open, classes, closedMs, openMs, warmUpMs);
    }

    private WorkloadSimulation(
            RandomStreams streams,
            int repetition,
            String name,
            boolean open,
            List<ClientClassPlan> classes,
            long closedMs,
            long openMs,
            long warmUpMs) {
        this.streams = streams;
        this.own = streams.ofRepetition(repetition);
        this.repetition = repetition;
        this.name = name;
        this.open = open;
        this.classes = List.copyOf(classes);
        this.closedMs = closedMs;
        this.openMs = openMs;
        this.warmUpMs = warmUpMs;
    }

    /** Returns the same after a warm-up of another length, with a measurement of the same. */
    public WorkloadSimulation after(long otherWarmUpMs) {
        return new WorkloadSimulation(
                streams, repetition, name, open, classes, closedMs, openMs - warmUpMs + otherWarmUpMs, otherWarmUpMs);
    }

    /**
     * Returns the same in another repetition.
     *
     * @param other from 1
     */
    public WorkloadSimulation inRepetition(int other) {
        return new WorkloadSimulation(streams, other, name, open, classes, closedMs, openMs, warmUpMs);
    }

    /** Takes the requests in the order of the trace. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Receives one request.
         *
         * @param client from 1; of an open workload always 1
         * @param n number of the request of this client, from 1
         * @param waitUs see docs/reference/formats.md
         * @param chunk index in the list of all chunks of the workload
         * @param row place of the record among those of the chunk, from 0; {@link #NO_ROW} when it is not filled
         */
        void request(int client, int n, long waitUs, int chunk, int row) throws IOException;
    }

    /** The row of a request that is sent as it is. */
    public static final int NO_ROW = -1;

    /** A client may send any number of requests. */
    public static final long WITHOUT_END = Long.MAX_VALUE;

    /** Returns how many records the requests of the repetition take until the first one is sent again. */
    public long positions(RowPool pool) {
        RecordPositions positions = new RecordPositions();
        try {
            run((client, n, waitUs, chunk, row) -> {}, positions);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return positions.most.getOrDefault(pool, 0L);
    }

    /** The next positions of the records of each pool during a simulation. */
    private final class RecordPositions {
        private final Map<RowPool, long[]> arrivals = new HashMap<>();
        private final Map<RowPool, Long> most = new HashMap<>();

        private void take(RowPool pool, long position) {
            most.merge(pool, position + 1, Math::max);
        }

        /** Returns the next record of an open workload, for any sender. */
        private long next(RowPool pool) {
            return arrivals.computeIfAbsent(pool, any -> new long[1])[0]++;
        }

        /** Returns how many clients send records of a pool, and how many of them come before a class. */
        private int clients(RowPool pool, ClientClassPlan before) {
            int clients = 0;
            for (ClientClassPlan each : classes) {
                if (each.equals(before)) {
                    break;
                }
                clients += each.pools().contains(pool) ? each.clients() : 0;
            }
            return clients;
        }
    }

    /** Returns the name of the workload. */
    public String name() {
        return name;
    }

    /** Returns whether it is an open workload. */
    public boolean open() {
        return open;
    }

    /** Returns the number of simulated clients; 0 for an open workload. */
    public int clients() {
        return open ? 0 : classes.stream().mapToInt(ClientClassPlan::clients).sum();
    }

    /** Returns whether the model lets the rate of an open workload change over time. */
    public boolean shaped() {
        return open && changing();
    }

    /** Returns whether nothing but stages changes its load. */
    public boolean staged() {
        return shapes().allMatch(LoadShape.Stages.class::isInstance);
    }

    /** Returns whether recorded arrivals are replayed. */
    public boolean recorded() {
        return shapes().anyMatch(LoadShape.Replay.class::isInstance);
    }

    private Stream<LoadShape> shapes() {
        return classes.stream().flatMap(each -> each.shape().stream());
    }

    /** Returns mean arrivals a second of the warm-up of an open workload. */
    public double warmUpRatePerSecond() {
        return classes.stream()
                .mapToDouble(each ->
                        each.shape().map(shape -> shape.warmUpRate(measureS())).orElseGet(each::greatestRate))
                .sum();
    }

    private boolean changing() {
        return classes.stream().anyMatch(each -> each.shape().isPresent());
    }

    /** Returns the presence of clients of a closed workload whose number changes over time, by client. Clients that are always there have none. */
    public Map<Integer, List<ClientPresence.Stay>> stays() {
        Map<Integer, List<ClientPresence.Stay>> stays = new TreeMap<>();
        int before = 0;
        for (ClientClassPlan each : classes) {
            for (int i = 1; !open && each.shape().isPresent() && i <= each.clients(); i++) {
                stays.put(before + i, ClientPresence.stays(each.shape().get(), measureS(), i));
            }
            before += each.clients();
        }
        return stays;
    }

    private double measureS() {
        return (openMs - warmUpMs) / 1000.0;
    }

    /** Returns mean arrivals a second of an open workload, in the longest measurement; 0 for a closed one. */
    public double ratePerSecond() {
        return open
                ? classes.stream().mapToDouble(each -> each.rate(measureS())).sum()
                : 0;
    }

    /** Returns the highest rate of an open workload, arrivals a second, at most; 0 for a closed one. */
    public double greatestRatePerSecond() {
        return open
                ? classes.stream().mapToDouble(ClientClassPlan::greatestRate).sum()
                : 0;
    }

    /**
     * Returns the expected number of requests of the clients.
     *
     * @param warmUpSeconds of load
     * @param measureSeconds of load after it
     * @param responseSeconds mean response time, for which closed clients wait
     */
    public double expectedRequests(double warmUpSeconds, double measureSeconds, double responseSeconds) {
        int chunks = 1
                + classes.stream()
                        .flatMap(each -> each.chunks().stream())
                        .mapToInt(WeightedChunk::index)
                        .max()
                        .orElse(0);
        return Arrays.stream(expectedRequests(chunks, warmUpSeconds, measureSeconds, any -> responseSeconds))
                .sum();
    }

    /**
     * Returns the expected number of requests of the clients, by chunk.
     *
     * @param chunks number of chunks
     * @param warmUpSeconds of load
     * @param measureSeconds of load after it
     * @param responseSeconds by chunk the mean response time, for which closed clients wait
     */
    public double[] expectedRequests(
            int chunks, double warmUpSeconds, double measureSeconds, IntToDoubleFunction responseSeconds) {
        double[] expected = new double[chunks];
        for (ClientClassPlan each : classes) {
            double all =
                    each.chunks().stream().mapToDouble(WeightedChunk::weight).sum();
            double response = each.chunks().stream()
                    .mapToDouble(chunk -> chunk.weight() / all * responseSeconds.applyAsDouble(chunk.index()))
                    .sum();
            double sent = open
                    ? each.arrivals(warmUpSeconds, measureSeconds)
                    : each.presence(warmUpSeconds, measureSeconds)
                            / Math.max(LEAST_CYCLE_SECONDS, each.pause().mean() + response);
            each.chunks().forEach(chunk -> expected[chunk.index()] += sent * chunk.weight() / all);
        }
        return expected;
    }

    /** Returns the mean over the requests of a number that each has by its chunk. */
    public double mean(IntUnaryOperator number) {
        int[] used = classes.stream()
                .flatMap(each -> each.chunks().stream())
                .mapToInt(WeightedChunk::index)
                .distinct()
                .toArray();
        if (Arrays.stream(used).map(number).distinct().count() == 1) {
            return number.applyAsInt(used[0]);
        }
        double[] expected =
                expectedRequests(Arrays.stream(used).max().orElse(0) + 1, warmUpMs / 1000.0, measureS(), any -> 0);
        double sum = 0;
        for (int chunk : used) {
            sum += expected[chunk] * number.applyAsInt(chunk);
        }
        return sum / Arrays.stream(expected).sum();
    }

    /** Returns how many requests the traces are expected to have. */
    public double expectedLines() {
        if (open) {
            return Math.max(1, expectedRequests(warmUpMs / 1000.0, measureS(), 0));
        }
        return classes.stream()
                .mapToDouble(each -> each.clients()
                        * Math.min(
                                cap(),
                                Math.max(1, closedMs / 1000.0 / each.pause().mean())))
                .sum();
    }

    /**
     * Returns segments of the longest measurement in which the load of each class is constant or changes evenly. Each has the loads of all
     * classes together and the name of a class with a shape. Empty where the load does not change.
     */
    public List<LoadSegment> segments() {
        if (!changing()) {
            return List.of();
        }
        List<ClientClassPlan> shaped =
                classes.stream().filter(each -> each.shape().isPresent()).toList();
        double constant = classes.stream()
                .filter(each -> each.shape().isEmpty())
                .mapToDouble(each -> open ? each.greatestRate() : each.clients())
                .sum();
        List<LoadSegment> all = List.of(new LoadSegment("", measureS(), constant, constant));
        for (ClientClassPlan each : shaped) {
            List<LoadSegment> own = each.shape().get().segments(streams.stream(stream(each, 1) + "/shape"), measureS());
            all = LoadSegment.together(all, own, shaped.size() > 1 ? each.name() + ": " : "");
        }
        return all;
    }

    private String stream(ClientClassPlan plan, int index) {
        return "/workload/" + name + "/" + plan.name() + "/" + index;
    }

    private int cap() {
        int share = MOST_REQUESTS_OF_A_WORKLOAD / Math.max(1, clients());
        return Math.min(MOST_REQUESTS_OF_A_CLIENT, Math.max(LEAST_CAP, share));
    }

    /**
     * Returns the identifier of the n-th functional check of a case of the workload. It has the form of those of the requests, and belongs to
     * none of them in any repetition: closed clients have no request beyond the greatest number, and open workloads never have so many.
     *
     * @param n from 1
     */
    public String checkUiid(int n) {
        int clients = Math.max(1, clients());
        long before = open ? (long) Math.min(MOST_ARRIVALS, 1_000 + MARGIN * Math.ceil(expectedLines())) : cap();
        return name + "." + (1 + (n - 1) % clients) + "." + (before + 1 + (n - 1) / clients);
    }

    /** Simulates all clients. */
    public void run(Sink sink) throws IOException {
        run(sink, new RecordPositions());
    }

    private void run(Sink sink, RecordPositions positions) throws IOException {
        if (open) {
            arrivals(sink, positions);
        } else {
            clients(sink, positions);
        }
    }

    private void clients(Sink sink, RecordPositions positions) throws IOException {
        int cap = cap();
        long endUs = closedMs * 1000;
        int client = 0;
        for (ClientClassPlan each : classes) {
            for (int i = 1; i <= each.clients(); i++) {
                client++;
                Source source = new Source(each, i, positions);
                long timeUs = 0;
                for (int n = 1; n <= cap && (n == 1 || timeUs < endUs); n++) {
                    long waitUs = source.waitUs();
                    timeUs += waitUs;
                    source.draw();
                    sink.request(client, n, waitUs, source.chunk, source.row);
                }
                if (timeUs < endUs) {
                    // The trace of this client was cut for its length. In a run, the client starts again at its
                    // beginning.
                    each.pools().forEach(pool -> positions.most.put(pool, WITHOUT_END));
                }
            }
        }
    }

    private void arrivals(Sink sink, RecordPositions positions) throws IOException {
        PriorityQueue<Source> next = new PriorityQueue<>(
                (a, b) -> a.atUs != b.atUs ? Long.compare(a.atUs, b.atUs) : Integer.compare(a.number, b.number));
        for (int i = 0; i < classes.size(); i++) {
            Source source = new Source(classes.get(i), 1, positions);
            source.number = i;
            source.advance();
            next.add(source);
        }
        long endUs = openMs * 1000;
        for (int n = 1; !next.isEmpty(); n++) {
            Source source = next.poll();
            if (source.atUs >= endUs && (n > 1 || source.atUs == NEVER)) {
                return;
            }
            source.draw();
            sink.request(1, n, source.atUs, source.chunk, source.row);
            source.advance();
            next.add(source);
        }
    }

    /** A client, or the arrivals of one class. */
    private final class Source {
        private final ContinuousSampler wait;
        private final Optional<ShapedArrivals> shaped;
        private final UniformRandomProvider choice;
        private final int[] chunks;
        private final double[] upTo;
        private double exactUs;
        private long atUs;
        private int number;
        private final RecordPositions positions;
        private final List<Share> shares;
        private int chunk;
        private int row;

        Source(ClientClassPlan plan, int index, RecordPositions positions) {
            this.positions = positions;
            shares = plan.pools().stream()
                    .map(pool -> new Share(pool, plan, index, positions))
                    .toList();
            String stream = stream(plan, index);
            wait = plan.pause().sampler(own.stream(stream + "/wait"));
            shaped = plan.shape()
                    .map(shape -> new ShapedArrivals(
                            shape,
                            warmUpMs / 1000.0,
                            measureS(),
                            new ShapedArrivals.Draws(
                                    plan.pause().sampler(own.stream(stream + "/warm-up")),
                                    own.stream(stream + "/warm-up-shape")),
                            new ShapedArrivals.Draws(wait, streams.stream(stream + "/shape"))));
            choice = plan.chunks().size() > 1 ? own.stream(stream + "/chunk") : null;
            chunks = plan.chunks().stream()
                    .mapToInt(ClientClassPlan.WeightedChunk::index)
                    .toArray();
            upTo = new double[chunks.length];
            double sum = 0;
            for (int i = 0; i < chunks.length; i++) {
                sum += plan.chunks().get(i).weight();
                upTo[i] = sum;
            }
        }

        long waitUs() {
            return Math.min(LONGEST_WAIT_US, Math.round(wait.sample() * 1e6));
        }

        /** Advances to the next arrival; fractions of a microsecond add up. */
        void advance() {
            exactUs = shaped.isPresent()
                    ? shaped.get().nextS() * 1e6
                    : exactUs + Math.min(LONGEST_WAIT_US, wait.sample() * 1e6);
            atUs = Math.round(exactUs);
        }

        /** Draws the next chunk and its record. */
        void draw() {
            chunk = choose();
            row = NO_ROW;
            for (Share share : shares) {
                if (share.pool.has(chunk)) {
                    int found = share.next(positions);
                    chunk = share.pool.chunk(found);
                    row = share.pool.place(found);
                    return;
                }
            }
        }

        private int choose() {
            if (choice == null) {
                return chunks[0];
            }
            double at = choice.nextDouble() * upTo[upTo.length - 1];
            int i = 0;
            while (i < upTo.length - 1 && at >= upTo[i]) {
                i++;
            }
            return chunks[i];
        }
    }

    /** The share of one client, or of the arrivals of one class, in the records of a pool. */
    private final class Share {
        private final RowPool pool;
        private final UniformRandomProvider random;
        private final int clients;
        private long next;

        Share(RowPool pool, ClientClassPlan plan, int index, RecordPositions positions) {
            this.pool = pool;
            random = own.stream(stream(plan, index) + "/row");
            clients = positions.clients(pool, null);
            next = positions.clients(pool, plan) + index - 1L;
        }

        int next(RecordPositions positions) {
            long position = open ? positions.next(pool) : next;
            next += clients;
            positions.take(pool, position);
            return pool.row(repetition, position, random);
        }
    }
}

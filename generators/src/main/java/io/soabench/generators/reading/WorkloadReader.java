package io.soabench.generators.reading;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.reading.Chunks.Filled;
import io.soabench.generators.reading.SimulatedWorkload.Sent;
import io.soabench.generators.workload.ClientClassPlan;
import io.soabench.generators.workload.ClientClassPlan.WeightedChunk;
import io.soabench.generators.workload.LoadShape;
import io.soabench.generators.workload.RowPool;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.model.CaseExpansion;
import io.soabench.model.Clients;
import io.soabench.model.Defaults;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Measure;
import io.soabench.model.SuiteSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.MixShare;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A reader of workloads. It adds a problem for each part of one that cannot be read. For one model, in one thread. */
final class WorkloadReader {

    private final ModelContext context;
    private final Chunks chunks;
    private final ProblemCollector problems;

    /** @param chunks gets the request data of the workloads */
    WorkloadReader(ModelContext context, Chunks chunks, ProblemCollector problems) {
        this.context = context;
        this.chunks = chunks;
        this.problems = problems;
    }

    /**
     * Reads a workload; empty after problems were added.
     *
     * @param cases that send it: it lasts as long as the longest of them needs
     */
    Optional<SimulatedWorkload> read(Workload model, List<ExpandedCase> cases) {
        return new Reading(model, Lengths.of(model, cases, context)).read();
    }

    private static List<Object> key(Sent message, Filled filled) {
        // The process is null where each case has its own.
        return Arrays.asList(message.process(), filled.model());
    }

    /**
     * The lengths of a workload, each the greatest of its cases.
     *
     * @param closedMs warm-up, measurement and drain
     * @param openMs warm-up and measurement
     * @param warmUpMs the warm-up alone
     * @param repetitions number of repetitions
     */
    private record Lengths(long closedMs, long openMs, long warmUpMs, int repetitions) {

        static Lengths of(Workload workload, List<ExpandedCase> cases, ModelContext context) {
            long closedMs = 0;
            long openMs = 0;
            long warmUpMs = 0;
            long measureMs = 0;
            int repetitions = 1;
            for (ExpandedCase each : cases) {
                SuiteSettings settings = context.settings(each);
                long loadMs = settings.warmUp().plus(settings.measure()).toMillis();
                closedMs = Math.max(closedMs, loadMs + settings.drain().toMillis());
                openMs = Math.max(openMs, loadMs);
                warmUpMs = Math.max(warmUpMs, settings.warmUp().toMillis());
                measureMs = Math.max(measureMs, settings.measure().toMillis());
                repetitions = Math.max(repetitions, settings.repeat());
            }
            if (workload.getClasses().stream().anyMatch(each -> each.getShape() != null)) {
                // Each warm-up has a trace of its own; one that has the longest of all has all their requests.
                openMs = warmUpMs + measureMs;
            }
            return new Lengths(closedMs, openMs, warmUpMs, repetitions);
        }
    }

    /** The state of the reading of one workload. */
    private final class Reading {

        private final Workload model;
        private final Lengths lengths;

        /** The beginning of sentences. */
        private final String what;

        private final Set<Sent> sent = new LinkedHashSet<>();
        private final Map<List<Object>, RowPool> pools = new LinkedHashMap<>();

        Reading(Workload model, Lengths lengths) {
            this.model = model;
            this.lengths = lengths;
            this.what = "workload \"" + model.getName() + "\"";
        }

        Optional<SimulatedWorkload> read() {
            List<ClientClassPlan> classes = new ArrayList<>();
            boolean complete = true;
            boolean named = !CaseExpansion.processes(model).isEmpty();
            for (ClientClass each : model.getClasses()) {
                if (named && each.getProcess() == null && each.getMix().isEmpty()) {
                    problems.add(
                            IssueCode.CLASS_WITHOUT_PROCESS,
                            each,
                            Literals.NAMED_ELEMENT__NAME,
                            what + " names the processes of some of its classes only; name one for each");
                    complete = false;
                }
                Optional<ClientClassPlan> plan = plan(each);
                complete &= plan.isPresent();
                plan.ifPresent(classes::add);
            }
            if (classes.isEmpty() && complete) {
                problems.add(
                        IssueCode.NOT_POSITIVE,
                        model,
                        Literals.NAMED_ELEMENT__NAME,
                        what + " has no clients; add some");
                complete = false;
            }
            return complete ? Optional.of(simulated(classes)) : Optional.empty();
        }

        private SimulatedWorkload simulated(List<ClientClassPlan> classes) {
            WorkloadSimulation simulation = new WorkloadSimulation(
                    context.streams(),
                    model.getName(),
                    model instanceof OpenWorkload,
                    classes,
                    lengths.closedMs(),
                    lengths.openMs(),
                    lengths.warmUpMs());
            checkOnce(simulation);
            return new SimulatedWorkload(
                    model,
                    classes.stream().map(ClientClassPlan::pause).toList(),
                    simulation,
                    List.copyOf(sent),
                    lengths.repetitions());
        }

        /** Reads a class of clients; empty after problems were added. */
        private Optional<ClientClassPlan> plan(ClientClass each) {
            Map<Sent, Double> weights = weights(each);
            sent.addAll(weights.keySet());
            List<Sent> known = List.copyOf(sent);
            List<WeightedChunk> weighted = new ArrayList<>();
            weights.forEach((message, weight) -> weighted.add(new WeightedChunk(known.indexOf(message), weight)));
            List<RowPool> own = weights.keySet().stream()
                    .filter(message -> chunks.filled(message.chunk()).isPresent())
                    .map(message -> pool(message, known))
                    .distinct()
                    .toList();
            Optional<LoadShape> shape = new ModelShapes(context.files(), problems)
                    .of(each, what, (lengths.openMs() - lengths.warmUpMs()) / 1000.0);
            Optional<Distribution> pause = pause(each);
            int clients = Clients.most(each);
            if (clients < 1 && each.getShape() == null) {
                problems.add(
                        IssueCode.NOT_POSITIVE,
                        each,
                        Literals.CLIENT_CLASS__CLIENTS,
                        what + " has " + clients + " clients; give at least 1");
            }
            if (pause.isEmpty() || weighted.isEmpty() || (each.getShape() != null && shape.isEmpty())) {
                return Optional.empty();
            }
            String name = each.getName() == null ? "" : each.getName();
            return Optional.of(new ClientClassPlan(name, Math.max(1, clients), pause.get(), shape, weighted, own));
        }

        /** Returns the records that are sent in a chunk to a process; all clients share one pool. */
        private RowPool pool(Sent message, List<Sent> known) {
            Filled filled = chunks.filled(message.chunk()).orElseThrow();
            return pools.computeIfAbsent(key(message, filled), any -> {
                int[] indices = chunks.namesOfRows(filled.model()).stream()
                        .mapToInt(name -> known.indexOf(new Sent(message.process(), name)))
                        .toArray();
                String stream = "/workload/" + model.getName() + "/rows/"
                        + known.get(indices[0]).label();
                return new RowPool(
                        filled.table().order(),
                        indices,
                        filled.table().classes(),
                        repetition -> context.streams().ofRepetition(repetition).stream(stream));
            });
        }

        /** Checks that there are enough records where each may be sent only once. */
        private void checkOnce(WorkloadSimulation simulation) {
            for (Sent each : sent) {
                Optional<Filled> filled = chunks.filled(each.chunk())
                        .filter(of -> of.index() == 0 && of.table().once());
                if (filled.isEmpty()) {
                    continue;
                }
                RowPool pool = pools.get(key(each, filled.get()));
                // Of an open workload each repetition has another number of arrivals.
                long needed = IntStream.rangeClosed(1, lengths.repetitions())
                        .mapToLong(repetition ->
                                simulation.inRepetition(repetition).positions(pool))
                        .max()
                        .orElse(0);
                if (needed > pool.size()) {
                    problems.add(
                            IssueCode.ROWS_ONCE,
                            filled.get().model().getRows(),
                            Literals.ROWS__FILE,
                            what + " may send "
                                    + (needed == WorkloadSimulation.WITHOUT_END
                                            ? "any number of requests"
                                            : String.format(Locale.ROOT, "%,d requests", needed))
                                    + " in a repetition, but \""
                                    + filled.get().model().getRows().getFile()
                                    + String.format(Locale.ROOT, "\" has %,d rows; ", pool.size())
                                    + "send fewer, add rows, or leave \"once\" out");
                }
            }
        }

        /** Returns the relative frequencies of the messages of a class. In a mix each process has its share, however many data it has. */
        private Map<Sent, Double> weights(ClientClass each) {
            Map<Sent, Double> weights = new LinkedHashMap<>();
            if (each.getMix().isEmpty()) {
                weights(each.getPool())
                        .forEach((chunk, weight) -> weights.put(new Sent(each.getProcess(), chunk), weight));
                return weights;
            }
            for (MixShare share : each.getMix()) {
                Map<String, Double> own = weights(share.getPool());
                double all = own.values().stream().mapToDouble(weight -> weight).sum();
                own.forEach((chunk, weight) -> weights.merge(
                        new Sent(share.getProcess(), chunk),
                        share.getShare().doubleValue() * weight / all,
                        Double::sum));
            }
            return weights;
        }

        private Map<String, Double> weights(InstancePool pool) {
            Map<String, Double> weights = new LinkedHashMap<>();
            if (pool == null) {
                weights.put(Chunks.DEFAULT, 1.0);
                return weights;
            }
            for (DataChunk chunk : pool.getChunks()) {
                double frequency = chunk.getFrequency() == null
                        ? Defaults.FREQUENCY
                        : chunk.getFrequency().doubleValue();
                Optional<Path> file = context.files()
                        .find(
                                chunk,
                                Literals.DATA_CHUNK__FILE,
                                chunk.getFile(),
                                "a chunk of data \"" + pool.getName() + "\"");
                if (frequency <= 0) {
                    problems.add(
                            IssueCode.NOT_POSITIVE,
                            chunk,
                            Literals.DATA_CHUNK__FREQUENCY,
                            "the frequency of \"" + chunk.getFile() + "\" must be above 0, found " + frequency);
                } else if (file.isPresent() && chunk.getRows() != null) {
                    chunks.table(chunk, file.get(), context.files(), problems).ifPresent(table -> {
                        List<String> names = chunks.names(chunk, file.get(), table);
                        for (int i = 0; i < names.size(); i++) {
                            weights.merge(names.get(i), frequency * table.share(i), Double::sum);
                        }
                    });
                } else {
                    file.ifPresent(path -> weights.merge(chunks.name(chunk, path), frequency, Double::sum));
                }
            }
            if (pool.getChunks().isEmpty()) {
                problems.add(
                        IssueCode.POOL_EMPTY,
                        pool,
                        Literals.NAMED_ELEMENT__NAME,
                        what + " sends data \"" + pool.getName() + "\", which has no chunk; add a file");
            }
            return weights;
        }

        /** Reads the think time of a closed workload, or the time between two arrivals of an open one; empty after problems were added. */
        private Optional<Distribution> pause(ClientClass each) {
            return model instanceof OpenWorkload ? arrivals(each) : thinkTime(each);
        }

        private Optional<Distribution> thinkTime(ClientClass each) {
            return each.getThinkTime() == null
                    ? Optional.of(ModelDistributions.otherwise(Defaults.THINK_TIME))
                    : context.distributions().of(each.getThinkTime(), Optional.empty(), what + ", think time");
        }

        private Optional<Distribution> arrivals(ClientClass each) {
            Optional<Double> mean = each.getRate() == null
                    ? Optional.empty()
                    : Optional.of(1 / Measure.of(each.getRate()).perSecond());
            if (each.getShape() != null) {
                // The shape stretches distances whose mean is 1.
                mean = Optional.of(1.0);
            }
            if (mean.isPresent() && !(mean.get() > 0 && Double.isFinite(mean.get()))) {
                problems.add(
                        IssueCode.NOT_POSITIVE,
                        each,
                        Literals.CLIENT_CLASS__RATE,
                        what + " has a rate of " + Measure.text(each.getRate()) + "; it must be above 0");
                return Optional.empty();
            }
            if (each.getShape() instanceof BurstSeries) {
                return Optional.of(Distribution.constant(1));
            }
            if (each.getArrivals() == null) {
                if (mean.isEmpty()) {
                    problems.add(
                            IssueCode.RATE_MISSING,
                            each,
                            null,
                            what + " has neither a rate nor arrivals; give one of them");
                    return Optional.empty();
                }
                return Optional.of(Distribution.ofMean(Kind.EXPONENTIAL, mean.get()));
            }
            Optional<Distribution> arrivals = context.distributions().of(each.getArrivals(), mean, what + ", arrivals");
            if (arrivals.isPresent() && !(arrivals.get().mean() > 0)) {
                problems.add(
                        IssueCode.NOT_POSITIVE,
                        each,
                        Literals.CLIENT_CLASS__ARRIVALS,
                        what + ": the mean time between arrivals must be above 0");
                return Optional.empty();
            }
            return arrivals;
        }
    }
}

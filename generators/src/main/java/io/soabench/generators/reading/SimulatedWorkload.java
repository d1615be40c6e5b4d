package io.soabench.generators.reading;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.rows.RowCheck;
import io.soabench.generators.rows.RowTable;
import io.soabench.generators.soap.BadRequestDataException;
import io.soabench.generators.soap.RequestText;
import io.soabench.generators.workload.ClientClassPlan;
import io.soabench.generators.workload.ClientClassPlan.WeightedChunk;
import io.soabench.generators.workload.LoadShape;
import io.soabench.generators.workload.RowPool;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.model.CaseExpansion;
import io.soabench.model.Clients;
import io.soabench.model.Defaults;
import io.soabench.model.Measure;
import io.soabench.model.WorkloadConnections;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.MixShare;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A workload with its simulation and the names of the messages that it sends.
 *
 * @param pauses think time or time between arrivals of each of its classes
 * @param simulation of its first repetition
 * @param sent the messages, by index of the chunk
 * @param repetitions of the case that repeats it most
 */
public record SimulatedWorkload(
        Workload model, List<Distribution> pauses, WorkloadSimulation simulation, List<Sent> sent, int repetitions) {

    /**
     * A chunk that is sent to a process.
     *
     * @param process {@code null}: the process of the case
     * @param chunk its name; {@link #DEFAULT} stands for the default instance from the WSDL
     */
    public record Sent(Invocable process, String chunk) {

        /** Returns the chunk as the trace names it, with the process in front where the workload names the process. */
        public String label() {
            return process == null ? chunk : process.getName() + "/" + chunk;
        }
    }

    /** Returns the names of the chunks in traces, by index. */
    public List<String> labels() {
        return sent.stream().map(Sent::label).toList();
    }

    /** Returns the names of the chunks that a process of its cases gets. */
    public List<String> chunks(Invocable process) {
        return sent.stream()
                .filter(each -> each.process() == null || each.process().equals(process))
                .map(Sent::chunk)
                .toList();
    }

    /**
     * Returns the name of the process that gets each chunk, by chunk; empty when the workload leaves this to its cases.
     */
    public List<String> processes() {
        return sent.stream()
                .filter(each -> each.process() != null)
                .map(each -> each.process().getName())
                .toList();
    }

    /**
     * A chunk that records fill.
     *
     * @param table the records
     * @param model where it stands in the model
     * @param index of the class of records that is sent in it
     */
    public record Filled(RowTable table, DataChunk model, int index) {}

    /** The name of the chunk that is made from the WSDL. */
    public static final String DEFAULT = "default";

    /** The chunk files of a testbed by the name that each gets, which is unique. */
    public static final class Chunks {
        private final Map<String, Path> byName = new LinkedHashMap<>();
        private final Map<String, DataChunk> models = new LinkedHashMap<>();
        private final Map<String, Filled> filled = new LinkedHashMap<>();
        private final Map<DataChunk, List<String>> namesOfRows = new HashMap<>();
        private final Map<DataChunk, Optional<RowTable>> tables = new HashMap<>();

        /** Returns the name of a chunk's file. */
        public String name(DataChunk chunk, Path file) {
            String name = name(file);
            models.putIfAbsent(name, chunk);
            return name;
        }

        private String name(Path file) {
            for (Map.Entry<String, Path> known : byName.entrySet()) {
                if (known.getValue().equals(file) && !filled.containsKey(known.getKey())) {
                    return known.getKey();
                }
            }
            String name = free(base(file));
            byName.put(name, file);
            return name;
        }

        private static String base(Path file) {
            String full = file.getFileName().toString();
            return (full.endsWith(".xml") ? full.substring(0, full.length() - 4) : full)
                    .replaceAll("[^A-Za-z0-9._-]", "-");
        }

        private String free(String base) {
            String name = base;
            for (int n = 2; byName.containsKey(name) || name.equals(DEFAULT); n++) {
                name = base + "-" + n;
            }
            return name;
        }

        /** Returns the names of the chunks that records fill, one for each class of them. */
        private List<String> names(DataChunk chunk, Path template, RowTable table) {
            return namesOfRows.computeIfAbsent(chunk, any -> {
                List<String> names = new ArrayList<>();
                for (String label : table.labels()) {
                    String base = base(template) + (label.isEmpty() ? "" : "." + label);
                    String name = free(base);
                    byName.put(name, template);
                    models.put(name, chunk);
                    filled.put(name, new Filled(table, chunk, names.size()));
                    names.add(name);
                }
                return List.copyOf(names);
            });
        }

        /** Returns the records of a chunk, read once however many workloads send them; empty after problems were added. */
        private Optional<RowTable> table(DataChunk chunk, Path template, ModelFiles files, ProblemCollector problems) {
            Optional<RowTable> known = tables.get(chunk);
            if (known == null) {
                known = read(chunk, template, files, problems);
                tables.put(chunk, known);
            }
            return known;
        }

        private static Optional<RowTable> read(
                DataChunk chunk, Path template, ModelFiles files, ProblemCollector problems) {
            Rows model = chunk.getRows();
            Optional<Path> file = files.find(
                    model, Literals.ROWS__FILE, model.getFile(), "the records of \"" + chunk.getFile() + "\"");
            if (file.isEmpty()) {
                return Optional.empty();
            }
            try {
                String text = RequestText.of(Files.readAllBytes(template));
                RowCheck.Result result = RowCheck.of(model, file.get(), text, chunk.getFile());
                for (RowCheck.Finding each : result.findings()) {
                    if (each.place().isPresent()) {
                        problems.add(each.code(), each.place().get(), each.sentence());
                    } else if (each.warning()) {
                        problems.warn(each.code(), model, Literals.ROWS__FILE, each.sentence());
                    } else {
                        problems.add(each.code(), model, Literals.ROWS__FILE, each.sentence());
                    }
                }
                return result.table();
            } catch (BadRequestDataException e) {
                problems.add(
                        e.code(),
                        chunk,
                        Literals.DATA_CHUNK__FILE,
                        "file \"" + chunk.getFile() + "\" " + e.getMessage());
                return Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file.get() + ": " + e.getMessage(), e);
            }
        }

        /** Returns the records that fill a chunk; empty when it is sent as it is. */
        public Optional<Filled> filled(String name) {
            return Optional.ofNullable(filled.get(name));
        }

        public Path file(String name) {
            return byName.get(name);
        }

        /** Returns the first place in the model that names the file. */
        public DataChunk model(String name) {
            return models.get(name);
        }
    }

    public String name() {
        return model.getName();
    }

    public boolean open() {
        return model instanceof OpenWorkload;
    }

    /** Returns the number of instances that each request starts as a batch; empty where a request starts one instance. */
    public Optional<Integer> batch() {
        return model.getClasses().stream()
                .map(ClientClass::getBatch)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /**
     * Reads a workload; empty after problems were added.
     *
     * @param closedMs see {@link WorkloadSimulation}
     * @param openMs see {@link WorkloadSimulation}
     * @param warmUpMs see {@link WorkloadSimulation}
     * @param repetitions of the case that repeats it most
     */
    public static Optional<SimulatedWorkload> read(
            Workload model,
            RandomStreams streams,
            Chunks files,
            long closedMs,
            long openMs,
            long warmUpMs,
            int repetitions,
            ModelDistributions distributions,
            ModelFiles modelFiles,
            ProblemCollector problems) {
        Set<Sent> chunks = new LinkedHashSet<>();
        List<ClientClassPlan> classes = new ArrayList<>();
        boolean complete = true;
        boolean named = !CaseExpansion.processes(model).isEmpty();
        Map<List<Object>, RowPool> pools = new LinkedHashMap<>();
        for (ClientClass each : model.getClasses()) {
            String what = "workload \"" + model.getName() + "\"";
            if (named && each.getProcess() == null && each.getMix().isEmpty()) {
                problems.add(
                        IssueCode.CLASS_WITHOUT_PROCESS,
                        each,
                        Literals.NAMED_ELEMENT__NAME,
                        what + " names the processes of some of its classes only; name one for each");
                complete = false;
            }
            Map<Sent, Double> weights = weights(each, files, what, modelFiles, problems);
            chunks.addAll(weights.keySet());
            List<Sent> known = List.copyOf(chunks);
            List<WeightedChunk> weighted = new ArrayList<>();
            weights.forEach((sent, weight) -> weighted.add(new WeightedChunk(known.indexOf(sent), weight)));
            List<RowPool> own = weights.keySet().stream()
                    .filter(sent -> files.filled(sent.chunk()).isPresent())
                    .map(sent -> pool(model, sent, known, files, pools, streams))
                    .distinct()
                    .toList();
            Optional<LoadShape> shape =
                    new ModelShapes(modelFiles, problems).of(each, what, (openMs - warmUpMs) / 1000.0);
            Optional<Distribution> pause = pause(model, each, what, distributions, problems);
            int clients = Clients.most(each);
            if (clients < 1 && each.getShape() == null) {
                problems.add(
                        IssueCode.NOT_POSITIVE,
                        each,
                        Literals.CLIENT_CLASS__CLIENTS,
                        what + " has " + clients + " clients; give at least 1");
            }
            if (pause.isEmpty() || weighted.isEmpty() || (each.getShape() != null && shape.isEmpty())) {
                complete = false;
            } else {
                String name = each.getName() == null ? "" : each.getName();
                classes.add(new ClientClassPlan(name, Math.max(1, clients), pause.get(), shape, weighted, own));
            }
        }
        if (classes.isEmpty() && complete) {
            problems.add(
                    IssueCode.NOT_POSITIVE,
                    model,
                    Literals.NAMED_ELEMENT__NAME,
                    "workload \"" + model.getName() + "\" has no clients; add some");
            complete = false;
        }
        if (!complete) {
            return Optional.empty();
        }
        WorkloadSimulation simulation = new WorkloadSimulation(
                streams, model.getName(), model instanceof OpenWorkload, classes, closedMs, openMs, warmUpMs);
        List<Sent> sent = List.copyOf(chunks);
        once(model, simulation, sent, files, pools, repetitions, problems);
        return Optional.of(new SimulatedWorkload(
                model, classes.stream().map(ClientClassPlan::pause).toList(), simulation, sent, repetitions));
    }

    /** Returns the records that are sent in a chunk to a process; all clients share one pool. */
    private static RowPool pool(
            Workload workload,
            Sent sent,
            List<Sent> known,
            Chunks files,
            Map<List<Object>, RowPool> pools,
            RandomStreams streams) {
        Filled filled = files.filled(sent.chunk()).orElseThrow();
        return pools.computeIfAbsent(key(sent, filled), any -> {
            int[] chunks = files.namesOfRows.get(filled.model()).stream()
                    .mapToInt(name -> known.indexOf(new Sent(sent.process(), name)))
                    .toArray();
            String stream = "/workload/" + workload.getName() + "/rows/"
                    + known.get(chunks[0]).label();
            return new RowPool(
                    filled.table().order(),
                    chunks,
                    filled.table().classes(),
                    repetition -> streams.ofRepetition(repetition).stream(stream));
        });
    }

    private static List<Object> key(Sent sent, Filled filled) {
        return Arrays.asList(sent.process(), filled.model());
    }

    /** Checks that there are enough records where each may be sent only once. */
    private static void once(
            Workload model,
            WorkloadSimulation simulation,
            List<Sent> sent,
            Chunks files,
            Map<List<Object>, RowPool> pools,
            int repetitions,
            ProblemCollector problems) {
        for (Sent each : sent) {
            Optional<Filled> filled = files.filled(each.chunk())
                    .filter(of -> of.index() == 0 && of.table().once());
            if (filled.isEmpty()) {
                continue;
            }
            RowPool pool = pools.get(key(each, filled.get()));
            // Of an open workload each repetition has another number of arrivals.
            long needed = IntStream.rangeClosed(1, repetitions)
                    .mapToLong(repetition -> simulation.inRepetition(repetition).positions(pool))
                    .max()
                    .orElse(0);
            if (needed > pool.size()) {
                problems.add(
                        IssueCode.ROWS_ONCE,
                        filled.get().model().getRows(),
                        Literals.ROWS__FILE,
                        "workload \"" + model.getName() + "\" may send "
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
    private static Map<Sent, Double> weights(
            ClientClass each, Chunks files, String what, ModelFiles modelFiles, ProblemCollector problems) {
        Map<Sent, Double> weights = new LinkedHashMap<>();
        if (each.getMix().isEmpty()) {
            weights(each.getPool(), files, what, modelFiles, problems)
                    .forEach((chunk, weight) -> weights.put(new Sent(each.getProcess(), chunk), weight));
            return weights;
        }
        for (MixShare share : each.getMix()) {
            Map<String, Double> own = weights(share.getPool(), files, what, modelFiles, problems);
            double all = own.values().stream().mapToDouble(weight -> weight).sum();
            own.forEach((chunk, weight) -> weights.merge(
                    new Sent(share.getProcess(), chunk), share.getShare().doubleValue() * weight / all, Double::sum));
        }
        return weights;
    }

    private static Map<String, Double> weights(
            InstancePool pool, Chunks files, String what, ModelFiles modelFiles, ProblemCollector problems) {
        Map<String, Double> weights = new LinkedHashMap<>();
        if (pool == null) {
            weights.put(DEFAULT, 1.0);
            return weights;
        }
        for (DataChunk chunk : pool.getChunks()) {
            double frequency = chunk.getFrequency() == null
                    ? Defaults.FREQUENCY
                    : chunk.getFrequency().doubleValue();
            Optional<Path> file = modelFiles.find(
                    chunk, Literals.DATA_CHUNK__FILE, chunk.getFile(), "a chunk of data \"" + pool.getName() + "\"");
            if (frequency <= 0) {
                problems.add(
                        IssueCode.NOT_POSITIVE,
                        chunk,
                        Literals.DATA_CHUNK__FREQUENCY,
                        "the frequency of \"" + chunk.getFile() + "\" must be above 0, found " + frequency);
            } else if (file.isPresent() && chunk.getRows() != null) {
                files.table(chunk, file.get(), modelFiles, problems).ifPresent(table -> {
                    List<String> names = files.names(chunk, file.get(), table);
                    for (int i = 0; i < names.size(); i++) {
                        weights.merge(names.get(i), frequency * table.share(i), Double::sum);
                    }
                });
            } else {
                file.ifPresent(path -> weights.merge(files.name(chunk, path), frequency, Double::sum));
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

    private static Optional<Distribution> pause(
            Workload model,
            ClientClass each,
            String what,
            ModelDistributions distributions,
            ProblemCollector problems) {
        if (!(model instanceof OpenWorkload)) {
            return each.getThinkTime() == null
                    ? Optional.of(ModelDistributions.otherwise(Defaults.THINK_TIME))
                    : distributions.of(each.getThinkTime(), Optional.empty(), what + ", think time");
        }
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
        Optional<Distribution> arrivals = distributions.of(each.getArrivals(), mean, what + ", arrivals");
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

    /** Returns the think time or arrivals in words for the report. */
    public String words() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < model.getClasses().size(); i++) {
            ClientClass each = model.getClasses().get(i);
            Distribution pause = pauses.get(i);
            String name = each.getName() == null || each.getName().isEmpty() ? "" : each.getName() + ": ";
            String data = words(each);
            if (open()) {
                String rate = each.getRate() == null ? "" : "rate " + Measure.text(each.getRate()) + ", ";
                String arrivals = each.getShape() == null
                        ? "arrivals " + ModelDistributions.words(each.getArrivals(), pause)
                        : ModelShapes.words(each);
                parts.add(name + rate + arrivals + ", " + data);
            } else {
                String who = each.getBatch() != null
                        ? words(each.getBatch())
                        : each.getShape() == null ? ModelShapes.clients(Clients.most(each)) : ModelShapes.words(each);
                String think = ModelDistributions.words(each.getThinkTime(), pause);
                parts.add(name + who + ", think time " + think + ", " + data);
            }
        }
        WorkloadConnections.of(model)
                .filter(connections -> connections.isEach() || connections.getMost() != null)
                .ifPresent(connections -> parts.add("connections " + WorkloadConnections.words(connections)));
        return String.join("; ", parts);
    }

    private static String words(ClientClass each) {
        return each.getMix().isEmpty()
                ? words(each.getPool())
                        + (each.getProcess() == null
                                ? ""
                                : " to " + each.getProcess().getName())
                : each.getMix().stream()
                        .map(share -> share.getShare().toPlainString() + " % " + words(share.getPool()) + " to "
                                + share.getProcess().getName())
                        .collect(Collectors.joining(" and "));
    }

    private static String words(int batch) {
        return String.format(
                Locale.ROOT,
                "batches of %,d instances whose partners are inside the engine, one after the other",
                batch);
    }

    private static String words(InstancePool pool) {
        return pool == null ? "default requests" : "requests from " + pool.getName();
    }
}

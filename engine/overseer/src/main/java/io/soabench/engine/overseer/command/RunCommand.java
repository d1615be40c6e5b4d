package io.soabench.engine.overseer.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.overseer.counter.CounterEvent;
import io.soabench.engine.overseer.counter.CounterReading;
import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.MemoryPolicy;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that runs a program bound to processors and prints its counters. */
@Command(
        name = "run",
        description = "Runs a program on some processors and prints what was counted of it and of all that it starts.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    static final String DEFAULT_EVENTS = "task-clock,context-switches,cpu-migrations,page-faults,cycles,instructions,"
            + "cache-references,cache-misses,branches,branch-misses";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--events",
            paramLabel = "EVENTS",
            defaultValue = DEFAULT_EVENTS,
            description = "Names as 'overseer counters' lists them, separated by commas (default: ${DEFAULT-VALUE}).")
    private String events;

    @Option(
            names = "--bind",
            paramLabel = "PROCESSORS",
            defaultValue = "default",
            description =
                    "0-3,8; node:0, package:0, die:0, core:0, cache:0 (last level); or default, per-cpu, per-core,"
                            + " interleaved, by which the program is placed like one thread (default: all that are allowed).")
    private String bind;

    @Option(
            names = "--memory",
            paramLabel = "POLICY",
            description = "Nodes of its memory: local, bind:0-1, preferred:0, interleave:0-1 (default: as it is).")
    private String memory;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Prints the counts into a file (default: to standard error, after the program's own output).")
    private Path output;

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The program and its arguments, after --.")
    private List<String> command;

    @Override
    public Integer call() throws InterruptedException {
        try {
            Topology topology = Survey.ofThisMachine();
            PerformanceCounters counters = new PerformanceCounters();
            List<CounterEvent> wanted = counters.catalogue().parseList(events);
            IdSet processors = ProcessorNames.parse(bind, topology);
            CountedProgram.Outcome outcome = new CountedProgram(counters)
                    .run(command, processors, Optional.ofNullable(memory).map(RunCommand::policy), wanted);
            String text = json ? json(outcome).toPrettyString() + "\n" : text(outcome);
            if (output == null) {
                spec.commandLine().getErr().print(text);
                spec.commandLine().getErr().flush();
            } else {
                Files.writeString(output, text);
            }
            return outcome.status();
        } catch (IllegalArgumentException | NotAvailableException | IOException e) {
            e.getMessage().lines().forEach(line -> spec.commandLine().getErr().println("overseer: " + line));
            spec.commandLine().getErr().flush();
            return 2;
        }
    }

    /**
     * Reads a memory policy.
     *
     * @throws IllegalArgumentException with a sentence if the text is not a policy
     */
    static MemoryPolicy policy(String text) {
        String[] parts = text.split(":", 2);
        IdSet nodes = parts.length == 1 ? IdSet.none() : IdSet.parse(parts[1]);
        return switch (parts[0]) {
            case "local" -> new MemoryPolicy(MemoryPolicy.Mode.LOCAL, nodes);
            case "bind" -> MemoryPolicy.bind(nodes);
            case "preferred" -> new MemoryPolicy(MemoryPolicy.Mode.PREFERRED, nodes);
            case "interleave" -> MemoryPolicy.interleave(nodes);
            default ->
                throw new IllegalArgumentException(
                        "'" + text + "' is no memory policy: local, bind:0-1, preferred:0, interleave:0-1");
        };
    }

    private String text(CountedProgram.Outcome outcome) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%n%s: processors %s, %.3f s, status %d%n",
                String.join(" ", command),
                outcome.processors(),
                outcome.wall().toNanos() / 1e9,
                outcome.status()));
        for (CounterReading reading : outcome.readings()) {
            String name = reading.event().name() + (reading.userOnly() ? ":u" : "");
            if (reading.value().isPresent()) {
                text.append(String.format(
                        Locale.ROOT,
                        "%,20d %-3s %s%s%n",
                        reading.value().getAsLong(),
                        reading.event().unit(),
                        name,
                        reading.isScaled()
                                ? String.format(
                                        Locale.ROOT, " (scaled, counted %.0f %% of the time)", 100 * reading.share())
                                : ""));
            } else {
                text.append(String.format(Locale.ROOT, "%20s %-3s %s: %s%n", "-", "", name, reading.availability()));
            }
        }
        return text.toString();
    }

    private ObjectNode json(CountedProgram.Outcome outcome) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode words = root.putArray("command");
        command.forEach(words::add);
        root.set("processors", TopologyJson.ids(outcome.processors()));
        root.put("wallMs", outcome.wall().toNanos() / 1e6);
        root.put("status", outcome.status());
        ArrayNode list = root.putArray("events");
        for (CounterReading reading : outcome.readings()) {
            ObjectNode event = list.addObject().put("name", reading.event().name());
            if (reading.value().isPresent()) {
                event.put("value", reading.value().getAsLong());
                event.put("unit", reading.event().unit());
                event.put("enabledNs", reading.enabledNs());
                event.put("runningNs", reading.runningNs());
                event.put("scaled", reading.isScaled());
                event.put("userOnly", reading.userOnly());
            } else {
                event.put("unavailable", reading.availability().toString());
            }
        }
        return root;
    }
}

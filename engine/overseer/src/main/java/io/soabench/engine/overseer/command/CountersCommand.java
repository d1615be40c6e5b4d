package io.soabench.engine.overseer.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.soabench.engine.overseer.counter.CounterEvent;
import io.soabench.engine.overseer.counter.CounterTarget;
import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.NotAvailableException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that lists events and whether they can be counted here. */
@Command(
        name = "counters",
        description = "Lists the events that have names, and whether this process can count them, or why not.",
        mixinStandardHelpOptions = true)
final class CountersCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(
            names = "--processor",
            paramLabel = "N",
            description = "Asks for a processor, whatever runs on it (default: for a thread).")
    private Integer processor;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PerformanceCounters counters = new PerformanceCounters();
        Map<CounterEvent, Availability> survey;
        try {
            // Thread 0 is the calling one.
            survey = counters.survey(
                    processor == null ? CounterTarget.ofThread(0) : CounterTarget.ofProcessor(processor));
        } catch (NotAvailableException e) {
            spec.commandLine().getErr().println("overseer: " + e.getMessage());
            return 2;
        }
        if (json) {
            ArrayNode events = JsonNodeFactory.instance.arrayNode();
            survey.forEach((event, availability) -> events.addObject()
                    .put("name", event.name())
                    .put("kind", event.kind().text())
                    .put("unit", event.unit())
                    .put("available", availability.isAvailable())
                    .put("reason", availability.isAvailable() ? "" : availability.toString()));
            out.println(events.toPrettyString());
        } else {
            List<String> undescribed = counters.catalogue().undescribed();
            survey.forEach((event, availability) -> out.println(String.format(
                    Locale.ROOT, "%-28s %-9s %s", event.name(), event.kind().text(), availability)));
            undescribed.forEach(sentence -> out.println("note: " + sentence));
        }
        out.flush();
        return 0;
    }
}

package io.soabench.generators.reading;

import io.soabench.distribution.Distribution;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.model.Clients;
import io.soabench.model.Measure;
import io.soabench.model.WorkloadConnections;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

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
     * @param chunk its name; {@link Chunks#DEFAULT} stands for the default instance from the WSDL
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

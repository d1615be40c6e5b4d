package io.soabench.local;

import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Publication;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.Template;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A server that was placed for one repetition: its folders, ports, and what its lifecycle's placeholders mean.
 *
 * @param root its folder within the repetition's work folder; removed afterwards
 * @param logs folder for its output within the run record
 * @param out folder of the repetition
 * @param ports by name, all known
 * @param java the {@code java} command
 * @param classPaths by coordinates
 */
record Server(
        Plan.ServerPlan plan,
        Plan.HostPlan host,
        ServerType type,
        Path root,
        Path logs,
        Path out,
        Map<String, Integer> ports,
        String java,
        Map<String, List<Path>> classPaths,
        List<String> instances) {

    String name() {
        return plan.name();
    }

    Lifecycle lifecycle() {
        return type.lifecycle();
    }

    Path work() {
        return root.resolve("work");
    }

    Path packageOf(String process) {
        return root.resolve("packages").resolve(process);
    }

    Path serviceFolder(String instance) {
        return root.resolve("services").resolve(instance);
    }

    List<String> command() {
        return Placeholders.arguments(lifecycle().start().arguments(), name -> value(name, ""));
    }

    /** Fills a text of the lifecycle that does not speak of a process. */
    String fill(String text) {
        return fill(text, "");
    }

    /** Fills a text of the lifecycle that may speak of a process. */
    String fill(String text, String process) {
        return text == null ? "" : Template.fill(text, name -> value(name, process));
    }

    Lifecycle.Probe fill(Lifecycle.Probe probe, String process) {
        return new Lifecycle.Probe(fill(probe.url(), process), probe.status(), probe.timeoutMs());
    }

    HttpAction fill(HttpAction action, String process) {
        return new HttpAction(
                action.method(),
                fill(action.url(), process),
                action.contentType(),
                fill(action.bodyFile(), process),
                action.expected(),
                action.timeoutMs());
    }

    /** The steps that publish a service instance in it, ready to be sent. */
    List<HttpAction> publish(Publication publication) {
        return publication.actions(lifecycle().registry(), name -> value(name, ""));
    }

    /** Fills an action that an event of the model sends, whose texts may have more values. */
    HttpAction fill(HttpAction action, Map<String, String> more) {
        return new HttpAction(
                action.method(),
                fill(action.url(), more),
                action.contentType(),
                fill(action.bodyFile(), more),
                action.expected(),
                action.timeoutMs());
    }

    private String fill(String text, Map<String, String> more) {
        return text == null
                ? ""
                : Template.fill(text, name -> more.containsKey(name) ? more.get(name) : value(name, ""));
    }

    private String value(String name, String process) {
        if (name.startsWith("port:")) {
            Integer port = ports.get(name.substring("port:".length()));
            return port == null ? null : port.toString();
        }
        if (name.startsWith("param:")) {
            return Placeholders.parameter(name, plan.parameters());
        }
        if (name.startsWith("classpath:")) {
            return classPath(name.substring("classpath:".length()));
        }
        return switch (name) {
            case "java" -> java;
            case "work" -> work().toString();
            case "out" -> out.toString();
            case "name" -> plan.name();
            case "address" -> host.address();
            case "services" ->
                instances.stream().map(i -> serviceFolder(i).toString()).collect(Collectors.joining(","));
            case "process" -> process.isEmpty() ? null : process;
            case "package" -> process.isEmpty() ? null : packageOf(process).toString();
            default -> null;
        };
    }

    private String classPath(String program) {
        return type.programs().stream()
                .filter(p -> p.name().equals(program))
                .findFirst()
                .map(p -> join(classPaths.get(p.coordinates())))
                .orElse(null);
    }

    static String join(List<Path> classPath) {
        return classPath.stream()
                .map(p -> p.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}

package io.soabench.ansible.render;

import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Publication;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.Template;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A server on its host: its ports and folders there, and what its lifecycle's placeholders mean. Class paths stay
 * placeholders, {@code ${classpath:<type>/<program>}}: the host replaces them, so that the case's file does not repeat them.
 *
 * @param ports by name, all known
 * @param instances paths of the service instances that it serves
 */
record PlacedServer(
        Plan.ServerPlan plan,
        Plan.HostPlan host,
        ServerType type,
        HostLayout layout,
        Map<String, Integer> ports,
        List<String> instances) {

    String name() {
        return plan.name();
    }

    Lifecycle lifecycle() {
        return type.lifecycle();
    }

    String work() {
        return layout.work(name());
    }

    /** The {@code java} command of a host. */
    static String java(Plan.HostPlan host) {
        return host.java() == null || host.java().isEmpty() ? "java" : host.java() + "/bin/java";
    }

    /** By what the programs of a type are known in the folder. */
    static String program(ServerType type, String name) {
        return type.name() + "/" + name;
    }

    List<String> command() {
        return Placeholders.arguments(lifecycle().start().arguments(), name -> value(name, ""));
    }

    /** Fills a text of the lifecycle; the process is empty where it may not speak of one. */
    String fill(String text, String process) {
        return text == null ? "" : Template.fill(text, name -> value(name, process));
    }

    HttpAction fill(HttpAction action, String process) {
        return new HttpAction(
                action.method(),
                fill(action.url(), process),
                action.contentType() == null ? "" : action.contentType(),
                fill(action.bodyFile(), process),
                action.expected(),
                action.timeoutMs());
    }

    /** Fills an action that an event of the model sends, whose texts may have more values. */
    HttpAction fill(HttpAction action, Map<String, String> more) {
        UnaryOperator<String> filled = text -> text == null
                ? ""
                : Template.fill(text, name -> more.containsKey(name) ? more.get(name) : value(name, ""));
        return new HttpAction(
                action.method(),
                filled.apply(action.url()),
                action.contentType() == null ? "" : action.contentType(),
                filled.apply(action.bodyFile()),
                action.expected(),
                action.timeoutMs());
    }

    /** The steps that publish a service instance in it. */
    List<HttpAction> publish(Publication publication) {
        return publication.actions(lifecycle().registry(), name -> value(name, ""));
    }

    /** A service instance that it serves, as it is published. */
    Publication publication(Plan.ServicePlan service, Plan.ServiceInstance instance) {
        return new Publication(instance.path(), fill(lifecycle().addressOf(instance), ""), service.portType());
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
            String program = name.substring("classpath:".length());
            return type.programs().stream().anyMatch(p -> p.name().equals(program))
                    ? "${classpath:" + program(type, program) + "}"
                    : null;
        }
        return switch (name) {
            case "java" -> java(host);
            case "work" -> work();
            case "out" -> layout.out();
            case "name" -> name();
            case "address" -> host.address();
            case "services" ->
                instances.stream().map(i -> layout.services(name(), i)).collect(Collectors.joining(","));
            case "process" -> process.isEmpty() ? null : process;
            case "package" -> process.isEmpty() ? null : layout.packageOf(name(), process);
            default -> null;
        };
    }
}

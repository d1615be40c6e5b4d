package io.soabench.agent.stage;

import io.soabench.plan.HostPlan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Publication;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.Template;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A server on its host: its ports and folders there, and the values of its lifecycle's placeholders.
 *
 * @param ports by name, all known
 * @param instances paths of the service instances that it serves
 * @param repetition that it is there for, from 1
 * @param startFactor see {@link Lifecycle#withStartFactor}
 * @param authority file with the certificate of the run's authority; empty when no other server of the case speaks TLS
 */
record PlacedServer(
        ServerPlan plan,
        HostPlan host,
        ServerType type,
        RepetitionLayout layout,
        Map<String, Integer> ports,
        List<String> instances,
        int repetition,
        int startFactor,
        String authority) {

    String name() {
        return plan.name();
    }

    Lifecycle lifecycle() {
        return type.lifecycle().withStartFactor(startFactor);
    }

    String root() {
        return layout.server(name());
    }

    String work() {
        return root() + "/work";
    }

    /** Returns the file with the token that its program is given, if it is given one. */
    private String token() {
        return work() + "/token";
    }

    /** Returns the file to make with a token, or empty. */
    String tokenToMake() {
        return Placeholders.needsToken(lifecycle()) ? token() : "";
    }

    /** Returns the folder of a package. A version that takes the place of the process has its own folder. */
    String packageOf(String process, String version) {
        return root() + "/packages/" + process + (version.equals(process) ? "" : "." + version);
    }

    String serviceFolder(String instance) {
        return root() + "/services/" + instance;
    }

    List<String> command() {
        return Placeholders.arguments(lifecycle().start().arguments(), name -> value(name, ""));
    }

    /** Fills a text of the lifecycle; the process is empty where it may not speak of one. */
    String fill(String text, String process) {
        return text == null ? "" : Template.fill(text, name -> value(name, process));
    }

    /** Fills a probe if there is one. */
    Probe fill(Probe probe, String process) {
        return probe == null ? null : new Probe(fill(probe.url(), process), probe.status(), probe.timeoutMs());
    }

    /**
     * Fills an action that may speak of a process.
     *
     * @param version the process of the plan that runs under its name
     */
    HttpAction fill(HttpAction action, String process, String version) {
        return fill(action, process, Map.of("package", packageOf(process, version)));
    }

    /** Fills an action that an event of the model sends, whose texts may have more values. */
    HttpAction fill(HttpAction action, Map<String, String> more) {
        return fill(action, "", more);
    }

    private HttpAction fill(HttpAction action, String process, Map<String, String> more) {
        return new HttpAction(
                action.method(),
                fill(action.url(), process, more),
                action.contentType() == null ? "" : action.contentType(),
                fill(action.bodyFile(), process, more),
                action.expected(),
                action.timeoutMs(),
                fill(action.tokenFile(), process, more));
    }

    private String fill(String text, String process, Map<String, String> more) {
        return text == null
                ? ""
                : Template.fill(text, name -> more.containsKey(name) ? more.get(name) : value(name, process));
    }

    /** Returns the steps that publish a service instance in it. */
    List<HttpAction> publish(Publication publication) {
        return publication.actions(lifecycle().registry(), name -> value(name, ""));
    }

    /** Returns a service instance that it serves, as it is published. */
    Publication publication(ServicePlan service, ServiceInstance instance) {
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
            return classPath(name.substring("classpath:".length()));
        }
        return switch (name) {
            case "java" -> layout.java();
            case "work" -> work();
            case "token" -> token();
            case "out" -> layout.out();
            case "name" -> name();
            case "scheme" -> ServerPlan.scheme(plan.parameters());
            case "authority" -> authority;
            case "address" -> host.address();
            case "services" -> services();
            case "repetition" -> Integer.toString(repetition);
            case "process" -> process.isEmpty() ? null : process;
            case "package" -> process.isEmpty() ? null : packageOf(process, process);
            default -> null;
        };
    }

    /** Returns the folders of services, joined by commas; a comma or backslash of a path gets a backslash before it. */
    private String services() {
        return instances.stream()
                .map(instance -> serviceFolder(instance).replaceAll("[,\\\\]", "\\\\$0"))
                .collect(Collectors.joining(","));
    }

    private String classPath(String program) {
        return type.programs().stream()
                .filter(p -> p.name().equals(program))
                .findFirst()
                .map(p -> layout.classPath(type, p))
                .orElse(null);
    }
}

package io.soabench.plugin;

import io.soabench.plugin.Lifecycle.HttpAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service instance as a registry publishes it. It gives the placeholders of {@link Lifecycle.Registration#publish}
 * their values.
 *
 * @param service path of the instance, for example {@code quotes-1}
 * @param access its address
 * @param portType expanded name {@code {namespace}local} of the WSDL port type that it offers
 */
public record Publication(String service, String access, String portType) {

    static final Set<String> PLACEHOLDERS =
            Set.of("service", "access", "port-type:namespace", "port-type:name", "port-type:uuid");

    private static final Pattern EXPANDED = Pattern.compile("(?:\\{(.*)})?([^{}]+)");

    /**
     * Checks the port type.
     *
     * @throws IllegalArgumentException when the port type is not an expanded name
     */
    public Publication {
        if (!EXPANDED.matcher(portType).matches()) {
            throw new IllegalArgumentException("the port type \"" + portType + "\" of service instance " + service
                    + " is not {namespace}name; compile the testbed again");
        }
    }

    /**
     * Returns the steps that publish it, with every placeholder replaced.
     *
     * @param registry that publishes it
     * @param server the values of the registry's own placeholders
     * @throws IllegalArgumentException when a placeholder has no value; the message names it
     */
    public List<HttpAction> actions(Lifecycle.Registration registry, Function<String, String> server) {
        Map<String, String> own = values();
        Function<String, String> all = name -> own.containsKey(name) ? own.get(name) : server.apply(name);
        return registry.publish().stream()
                .map(action -> new HttpAction(
                        action.method(),
                        Template.fill(action.url(), all),
                        action.contentType(),
                        body(action.bodyFile(), all),
                        action.expected(),
                        action.timeoutMs(),
                        Template.fill(action.tokenFile(), server)))
                .toList();
    }

    private static String body(String template, Function<String, String> values) {
        return template.startsWith(Lifecycle.TEXT)
                ? Template.fill(template, values.andThen(Publication::escaped))
                : Template.fill(template, values);
    }

    private static String escaped(String value) {
        return value == null
                ? null
                : value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private Map<String, String> values() {
        Matcher name = EXPANDED.matcher(portType);
        if (!name.matches()) {
            throw new IllegalStateException("the constructor has looked at it");
        }
        return Map.of(
                "service",
                service,
                "access",
                access,
                "port-type:namespace",
                name.group(1) == null ? "" : name.group(1),
                "port-type:name",
                name.group(2),
                "port-type:uuid",
                UUID.nameUUIDFromBytes(portType.getBytes(StandardCharsets.UTF_8))
                        .toString());
    }
}

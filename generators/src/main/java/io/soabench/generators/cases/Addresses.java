package io.soabench.generators.cases;

import io.soabench.model.ServerSettings;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Server;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.Template;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Addresses on servers, from the templates of their types. */
public final class Addresses {

    /** The address of this machine in plans. */
    public static final String THIS_MACHINE = "127.0.0.1";

    /** The text in place of a port that is known only when a run begins. */
    private static final String ANY_PORT = "8080";

    private Addresses() {}

    /** Returns the address at which others reach a host. */
    public static String of(Host host) {
        return host.getAddress() == null || host.getAddress().isEmpty() ? THIS_MACHINE : host.getAddress();
    }

    /**
     * Returns the filled template. Values that are known only when a run begins stay as {@code ${server.<name>.…}}.
     *
     * @param relay name of the relay through which the server is reached, if any
     */
    public static String atRunTime(String template, Server server, Map<String, String> more, Optional<String> relay) {
        String reached = relay.orElse(server.getName());
        return fill(
                template,
                server,
                more,
                "${server." + reached + ".address}",
                port -> "${server." + reached + ".port." + (relay.isPresent() ? ServerPlan.RELAY_PORT : port) + "}");
    }

    /** Returns the template with the numbers of the model; ports that are chosen later become {@value #ANY_PORT}. */
    public static String asPlanned(String template, Server server, Map<String, String> more) {
        Map<String, Integer> ports = ServerSettings.of(server).ports();
        return fill(template, server, more, of(server.getHost()), port -> {
            Integer number = ports.get(port);
            return number == null || number == 0 ? ANY_PORT : number.toString();
        });
    }

    /** Returns the scheme of the addresses on a server. */
    public static String scheme(Server server) {
        return ServerPlan.scheme(ServerSettings.of(server).parameters());
    }

    private static String fill(
            String template, Server server, Map<String, String> more, String address, Function<String, String> ports) {
        Map<String, String> parameters = ServerSettings.of(server).parameters();
        return Template.fill(template, name -> {
            if (more.containsKey(name)) {
                return more.get(name);
            }
            if (name.equals("address")) {
                return address;
            }
            if (name.equals("scheme")) {
                return ServerPlan.scheme(parameters);
            }
            if (name.equals("name")) {
                return server.getName();
            }
            return name.startsWith("port:")
                    ? ports.apply(name.substring("port:".length()))
                    : Placeholders.parameter(name, parameters);
        });
    }
}

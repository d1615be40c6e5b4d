package io.soabench.generators.cases;

import io.soabench.distribution.Distribution;
import io.soabench.generators.reading.ModelDistributions;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Latency;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Server;
import io.soabench.plan.PathPlan;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * The network of the model. A relay stands between a host and a server where the model has a latency between them. All cases share the
 * relay of a host and a server.
 */
public final class Network {

    private static final String PORT = "port:";

    /** The number of draws for the median of a round trip; its standard error is 1 % of a spread as wide as the median. */
    private static final int DRAWS = 10_001;

    private static final double MS = 1000;

    private final CaseSet caseSet;
    private final ModelReading reading;
    private final ModelDistributions distributions;
    private final Map<Direction, Latency> latencies = new LinkedHashMap<>();

    private record Direction(Host from, Host to) {}

    /** A relay in the plan, and the way that it makes longer. */
    private record Relay(ServerPlan plan, String request, String response, double roundTripMs) {}

    private final Map<String, Relay> relays = new LinkedHashMap<>();

    public Network(CaseSet caseSet, List<Latency> all) {
        this.caseSet = caseSet;
        this.reading = caseSet.reading();
        this.distributions = reading.context().distributions();
        for (Latency latency : all) {
            latencies.put(new Direction(latency.getSource(), latency.getTarget()), latency);
            if (latency.isBothWays()) {
                latencies.put(new Direction(latency.getTarget(), latency.getSource()), latency);
            }
        }
    }

    /** Checks the network of a case, and reports problems at the latencies that cause them. */
    public void check(ExpandedCase each, ProblemCollector problems) {
        for (Way way : ways(each)) {
            if (delayed(way.from(), way.to())) {
                check(way, problems);
            }
        }
        each.server().ifPresent(engine -> {
            calledBack(each, engine, problems);
            answered(each, engine, problems);
        });
        if (each.server().isPresent() && Registries.asks(each.server().get(), reading)) {
            Server engine = each.server().get();
            Host host = engine.getHost();
            partners(each).stream()
                    .filter(server -> delayed(host, server))
                    .forEach(server -> problems.add(
                            IssueCode.LATENCY_LEFT_OUT,
                            latency(host, server),
                            null,
                            "engine \"" + engine.getName()
                                    + "\" asks a registry for its partners, which answers with the address of \""
                                    + server.getName() + "\" itself, so the latency between \"" + host.getName()
                                    + "\" and \"" + server.getHost().getName()
                                    + "\" would be left out; let the engine call its partners without the registry, or take"
                                    + " that latency out"));
        }
    }

    /** Checks the way of callbacks, which do not go through a relay. */
    private void calledBack(ExpandedCase each, Server engine, ProblemCollector problems) {
        partners(each).stream()
                .filter(server -> server.getServices().stream().anyMatch(service -> service.getCallback() != null))
                .filter(server -> delayed(server.getHost(), engine))
                .forEach(server -> problems.add(
                        IssueCode.LATENCY_LEFT_OUT,
                        latency(server.getHost(), engine),
                        null,
                        "a service of \"" + server.getName() + "\" calls engine \"" + engine.getName()
                                + "\" back, and callbacks are not delayed, so the latency between \""
                                + server.getHost().getName() + "\" and \""
                                + engine.getHost().getName() + "\" would be left out; take it out"));
    }

    /** Checks the way of the clients' callbacks, which do not go through a relay either. */
    private void answered(ExpandedCase each, Server engine, ProblemCollector problems) {
        if (reading.called(each).stream().allMatch(process -> process.callback().isEmpty())) {
            return;
        }
        each.clientHosts().stream()
                .filter(host -> delayed(host, engine))
                .map(host -> latency(host, engine))
                .distinct()
                .forEach(latency -> problems.add(
                        IssueCode.LATENCY_LEFT_OUT,
                        latency,
                        null,
                        "engine \"" + engine.getName()
                                + "\" answers clients by callbacks, which are not delayed, so the latency between \""
                                + engine.getHost().getName() + "\" and them would be left out; take it out"));
    }

    private void check(Way way, ProblemCollector problems) {
        Latency latency = latency(way.from(), way.to());
        if (port(way.to()).isEmpty()) {
            problems.add(
                    IssueCode.LATENCY_WITHOUT_PORT,
                    latency,
                    null,
                    "there is a latency between \"" + way.from().getName() + "\" and the host of server \""
                            + way.to().getName() + "\", but servers of type \""
                            + way.to().getType().getName()
                            + "\" have no port in their address; take the latency out");
        } else if (!reading.context().hasRelays()) {
            problems.add(
                    IssueCode.SERVER_TYPE_NOT_INSTALLED,
                    latency,
                    null,
                    "a latency needs servers of type \"" + ServerPlan.RELAY
                            + "\", which is not installed; add the plug-in of that type");
        }
        if (caseSet.changes(way.to())) {
            problems.add(
                    IssueCode.LATENCY_HIDES_EVENT,
                    latency,
                    null,
                    "an event opens or closes an instance of a service of \""
                            + way.to().getName()
                            + "\" at run time, which the relay of the latency between \""
                            + way.from().getName() + "\" and \""
                            + way.to().getHost().getName()
                            + "\" would hide, since it takes connections in the place of the server; take the latency out, or the"
                            + " event");
        }
    }

    private Latency latency(Host from, Server to) {
        Latency there = latencies.get(new Direction(from, to.getHost()));
        return there == null ? latencies.get(new Direction(to.getHost(), from)) : there;
    }

    private record Way(Host from, Server to) {}

    /** Returns the ways of a case: clients to the system under test, that to its partners and registry. */
    private List<Way> ways(ExpandedCase each) {
        List<Way> ways = new ArrayList<>();
        if (each.server().isEmpty()) {
            return ways;
        }
        Server tested = each.server().get();
        Set<String> busy = Set.copyOf(caseSet.tracesOf(each).hosts());
        each.clientHosts().stream()
                .distinct()
                .filter(host -> busy.contains(host.getName()))
                .forEach(host -> ways.add(new Way(host, tested)));
        partners(each).forEach(server -> ways.add(new Way(tested.getHost(), server)));
        Registries.asked(tested, reading, caseSet.index())
                .ifPresent(server -> ways.add(new Way(tested.getHost(), server)));
        return ways;
    }

    private List<Server> partners(ExpandedCase each) {
        return caseSet.serversOf(each).stream()
                .filter(server -> !each.server().map(server::equals).orElse(false))
                .filter(server -> !server.getType().isRegistersServices())
                .toList();
    }

    private boolean delayed(Host from, Server to) {
        return latencies.containsKey(new Direction(from, to.getHost()))
                || latencies.containsKey(new Direction(to.getHost(), from));
    }

    /** Returns the names of the relays of a case, in the order of its ways. */
    public List<String> relays(ExpandedCase each) {
        return ways(each).stream()
                .flatMap(way -> relay(way.from(), way.to()).stream())
                .distinct()
                .toList();
    }

    /** Returns the relay through which a host reaches a server; nothing when messages go there directly. */
    public Optional<String> relay(Host from, Server to) {
        Optional<String> port = port(to);
        if (!delayed(from, to) || port.isEmpty()) {
            return Optional.empty();
        }
        // No name of a model has a dot.
        String name = ServerPlan.RELAY + "." + from.getName() + "." + to.getName();
        relays.computeIfAbsent(name, any -> made(name, from, to, port.get()));
        return Optional.of(name);
    }

    /** Returns the port at which others call a server. */
    private Optional<String> port(Server server) {
        ServerType type = reading.type(server);
        if (type == null) {
            return Optional.empty();
        }
        Set<String> templates = new LinkedHashSet<>();
        templates.add(type.lifecycle().endpoint());
        templates.add(type.lifecycle().serviceAddress());
        templates.add(
                type.lifecycle().registry() == null
                        ? ""
                        : type.lifecycle().registry().inquiry());
        return templates.stream()
                .filter(template -> template != null)
                .flatMap(template -> Template.names(template).stream())
                .filter(name -> name.startsWith(PORT))
                .map(name -> name.substring(PORT.length()))
                .findFirst();
    }

    private Relay made(String name, Host from, Server to, String port) {
        Latency request = latencies.get(new Direction(from, to.getHost()));
        Latency response = latencies.get(new Direction(to.getHost(), from));
        UniformRandomProvider random = reading.streams().stream("/network/" + drawn(name, from, to));
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(
                io.soabench.plugin.Relay.TO,
                "${server." + to.getName() + ".address}:${server." + to.getName() + ".port." + port + "}");
        parameters.put(io.soabench.plugin.Relay.REQUEST_LATENCY, forRelay(request));
        parameters.put(io.soabench.plugin.Relay.RESPONSE_LATENCY, forRelay(response));
        parameters.put(io.soabench.plugin.Relay.SEED, Long.toString(random.nextInt()));
        return new Relay(
                new ServerPlan(
                        name,
                        ServerPlan.RELAY,
                        to.getHost().getName(),
                        parameters,
                        Map.of(ServerPlan.RELAY_PORT, 0),
                        List.of()),
                words(request),
                words(response),
                medianMs(request, response, random));
    }

    /**
     * Returns the name of the latency that a relay draws from. Before engines it is that of the client host, so that all engines of a block
     * meet the same latencies.
     */
    private static String drawn(String name, Host from, Server to) {
        boolean engine = to.getType().isRunsProcesses() && to.getServices().isEmpty();
        return engine ? ServerPlan.RELAY + "." + from.getName() : name;
    }

    private String forRelay(Latency latency) {
        return latency == null ? "constant:0" : distribution(latency).compact(MS);
    }

    private String words(Latency latency) {
        return latency == null ? "" : ModelDistributions.words(latency.getTime(), distribution(latency));
    }

    private double medianMs(Latency request, Latency response, UniformRandomProvider random) {
        ContinuousSampler there = sampler(request, random);
        ContinuousSampler back = sampler(response, random);
        double[] draws = new double[DRAWS];
        Arrays.setAll(draws, i -> there.sample() + back.sample());
        Arrays.sort(draws);
        return Math.round(draws[DRAWS / 2] * MS * MS) / MS;
    }

    /** Returns the distribution of a latency; nothing for none, and for one that is wrong. */
    private Distribution distribution(Latency latency) {
        return Optional.ofNullable(latency)
                .flatMap(each -> distributions.of(each.getTime(), Optional.empty(), "a latency"))
                .orElse(Distribution.constant(0));
    }

    private ContinuousSampler sampler(Latency latency, UniformRandomProvider random) {
        return distribution(latency).sampler(random);
    }

    /** Returns the relays that were asked for so far, sorted by name. */
    public List<ServerPlan> plans() {
        return relays.values().stream()
                .map(Relay::plan)
                .sorted(java.util.Comparator.comparing(ServerPlan::name))
                .toList();
    }

    /** Returns the ways of a case as drivers measure them. */
    public List<PathPlan> paths(ExpandedCase each) {
        List<PathPlan> paths = new ArrayList<>();
        for (Way way : ways(each)) {
            Optional<String> port = port(way.to());
            if (port.isPresent()) {
                Optional<String> name = relay(way.from(), way.to());
                Optional<Relay> relay = name.map(relays::get);
                String server = name.orElse(way.to().getName());
                paths.add(new PathPlan(
                        way.from().getName(),
                        way.to().getName(),
                        Addresses.scheme(way.to()) + "://${server." + server + ".address}:${server." + server + ".port."
                                + (name.isPresent() ? ServerPlan.RELAY_PORT : port.get()) + "}",
                        relay.map(Relay::request).orElse(""),
                        relay.map(Relay::response).orElse(""),
                        relay.map(Relay::roundTripMs).orElse(0.0)));
            }
        }
        return paths;
    }

    /** Checks that latencies can be drawn from; a problem is added where not. */
    public void check() {
        latencies.values().stream()
                .distinct()
                .forEach(latency -> distributions.of(
                        latency.getTime(),
                        Optional.<Double>empty(),
                        "the latency from \"" + name(latency.getSource()) + "\" to \"" + name(latency.getTarget())
                                + "\""));
    }

    private static String name(NamedElement element) {
        return element.getName();
    }
}

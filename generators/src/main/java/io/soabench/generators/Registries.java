package io.soabench.generators;

import io.soabench.model.ExpandedCase;
import io.soabench.model.ServerSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plugin.Engine;
import java.util.Map;
import java.util.Optional;

/** The registries of a case: those that an event publishes in, and the one that its engine asks for partners. */
final class Registries {

    private static final String HTTP = "http://";

    private Registries() {}

    /** Returns whether a server runs in a case because it is a registry. */
    static boolean runsIn(ExpandedCase each, Server server, Compilation compilation) {
        if (!server.getType().isRegistersServices()) {
            return false;
        }
        return each.server()
                        .map(engine -> named(engine, compilation).equals(server.getName()))
                        .orElse(false)
                || compilation.testbed().events().stream()
                        .anyMatch(event -> event instanceof NewServiceInstance added
                                && each.suite().equals(added.getSuite())
                                && server.equals(added.getRegistry()));
    }

    /** Returns the registry of an engine as its model names it: a server that registers services, or an address; empty: none. */
    private static String named(Server engine, Compilation compilation) {
        return compilation.type(engine) instanceof Engine type
                ? ServerSettings.of(engine).parameters().getOrDefault(type.registryParameter(), "")
                : "";
    }

    /** Returns whether an engine asks a registry for its partners. */
    static boolean asks(Server engine, Compilation compilation) {
        return !named(engine, compilation).isEmpty();
    }

    /** Returns the registry of the model that an engine asks; nothing when it asks none, or one elsewhere. */
    static Optional<Server> asked(Server engine, Compilation compilation) {
        return compilation.index().server(named(engine, compilation));
    }

    /**
     * Returns the address at which an engine asks for its partners, with the placeholders of the registry. The text is empty for an engine that
     * asks nowhere.
     *
     * @return nothing after a problem was added
     */
    static Optional<String> inquiry(Server engine, Compilation compilation, Problems problems) {
        String named = named(engine, compilation);
        if (named.isEmpty() || named.startsWith(HTTP)) {
            return Optional.of(named);
        }
        Optional<Server> registry = asked(engine, compilation);
        Optional<String> inquiry = registry.map(compilation::type)
                .map(type -> type.lifecycle().registry())
                .map(life -> Addresses.atRunTime(
                        life.inquiry(),
                        registry.get(),
                        Map.of(),
                        compilation.network().relay(engine.getHost(), registry.get())));
        if (inquiry.isEmpty()) {
            problems.add(
                    IssueCode.SERVER_IS_NO_REGISTRY,
                    engine,
                    Literals.NAMED_ELEMENT__NAME,
                    "server \"" + engine.getName() + "\" asks registry \"" + named
                            + "\" for its partners, but no server of that name registers services; name one, or give the address"
                            + " of an inquiry, http://…");
        }
        return inquiry;
    }
}

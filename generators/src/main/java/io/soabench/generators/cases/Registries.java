package io.soabench.generators.cases;

import io.soabench.generators.reading.CaseIndex;
import io.soabench.generators.reading.ModelReading;
import io.soabench.model.ExpandedCase;
import io.soabench.model.ServerSettings;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Server;
import io.soabench.plugin.Engine;
import java.util.Optional;

/** The registries of a case: those that an event publishes in, and the one that its engine asks for partners. */
public final class Registries {

    private Registries() {}

    /** Returns whether a server runs in a case because it is a registry. */
    public static boolean runsIn(ExpandedCase each, Server server, ModelReading reading) {
        if (!server.getType().isRegistersServices()) {
            return false;
        }
        return each.server()
                        .map(engine -> named(engine, reading).equals(server.getName()))
                        .orElse(false)
                || reading.testbed().events().stream()
                        .anyMatch(event -> event instanceof NewServiceInstance added
                                && each.suite().equals(added.getSuite())
                                && server.equals(added.getRegistry()));
    }

    /** Returns the registry of an engine as its model names it: a server that registers services, or an address; empty: none. */
    public static String named(Server engine, ModelReading reading) {
        return reading.type(engine) instanceof Engine type
                ? ServerSettings.of(engine).parameters().getOrDefault(type.registryParameter(), "")
                : "";
    }

    /** Returns whether an engine asks a registry for its partners. */
    public static boolean asks(Server engine, ModelReading reading) {
        return !named(engine, reading).isEmpty();
    }

    /** Returns the registry of the model that an engine asks; nothing when it asks none, or one elsewhere. */
    public static Optional<Server> asked(Server engine, ModelReading reading, CaseIndex index) {
        return index.server(named(engine, reading));
    }
}

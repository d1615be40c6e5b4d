package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import java.util.Map;
import java.util.Optional;

/** The address of the registry that an engine asks for its partners. */
public final class RegistryInquiry {

    private static final String HTTP = "http://";

    private RegistryInquiry() {}

    /**
     * Returns the address at which an engine asks for its partners, with the placeholders of the registry. The text is empty for an engine that
     * asks nowhere.
     *
     * @return nothing after a problem was added
     */
    public static Optional<String> of(Server engine, CaseSet cases, Network network, ProblemCollector problems) {
        ModelReading reading = cases.reading();
        String named = Registries.named(engine, reading);
        if (named.isEmpty() || named.startsWith(HTTP)) {
            return Optional.of(named);
        }
        Optional<Server> registry = Registries.asked(engine, reading, cases.index());
        Optional<String> inquiry = registry.map(reading::type)
                .map(type -> type.lifecycle().registry())
                .map(life -> Addresses.atRunTime(
                        life.inquiry(), registry.get(), Map.of(), network.relay(engine.getHost(), registry.get())));
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

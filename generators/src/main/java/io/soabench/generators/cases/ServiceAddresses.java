package io.soabench.generators.cases;

import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.ServiceInstance;
import io.soabench.plugin.ServerType;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The addresses of service instances on the servers that serve them, and of processes on engines. */
public final class ServiceAddresses {

    private final ModelReading reading;

    public ServiceAddresses(ModelReading reading) {
        this.reading = reading;
    }

    /**
     * Returns the address of a service instance, with placeholders.
     *
     * @param relay name of the relay through which it is reached, if any
     * @return nothing after a problem was added
     */
    public Optional<String> atRunTime(
            MockedService service, int instance, Server server, Optional<String> relay, ProblemCollector problems) {
        return address(
                service,
                instance,
                server,
                template -> Addresses.atRunTime(template, server, Map.of(), relay),
                problems);
    }

    /** Returns the address of a service instance, with the numbers of the model; nothing after a problem was added. */
    public Optional<String> asPlanned(MockedService service, int instance, Server server, ProblemCollector problems) {
        return address(
                service, instance, server, template -> Addresses.asPlanned(template, server, Map.of()), problems);
    }

    private Optional<String> address(
            MockedService service,
            int instance,
            Server server,
            UnaryOperator<String> filled,
            ProblemCollector problems) {
        ServerType type = reading.type(server);
        String template = type == null ? null : type.lifecycle().serviceAddress();
        if (template == null || template.isEmpty()) {
            problems.add(
                    IssueCode.SERVER_DOES_NOT_SERVE,
                    server,
                    Literals.NAMED_ELEMENT__NAME,
                    "server \"" + server.getName() + "\" cannot serve \"" + service.name()
                            + "\": its type does not serve services");
            return Optional.empty();
        }
        String address = type.lifecycle()
                .addressOf(new ServiceInstance(
                        instance, service.path(instance), reading.runtime().portOf(service, instance)));
        try {
            return Optional.of(filled.apply(address));
        } catch (IllegalArgumentException e) {
            problems.add(
                    IssueCode.SERVER_TYPE_BROKEN,
                    server,
                    Literals.SERVER__TYPE,
                    "server type \"" + type.name() + "\": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the default address; drivers give the one that holds in their run. Empty after a problem was added. */
    public String endpoint(ExpandedCase each, TestedProcess process, ProblemCollector problems) {
        if (!process.endpoint().isEmpty() || each.server().isEmpty()) {
            return process.endpoint();
        }
        Server server = each.server().get();
        if (process.contract().isEmpty()) {
            MockedService service = reading.services().get(process.model());
            Optional<String> address = asPlanned(service, 1, server, problems);
            return address.orElse("");
        }
        String template = reading.type(server).lifecycle().endpoint();
        try {
            return Addresses.asPlanned(template, server, Map.of("process", process.name()));
        } catch (IllegalArgumentException e) {
            problems.add(
                    IssueCode.SERVER_TYPE_BROKEN,
                    server,
                    Literals.SERVER__TYPE,
                    "server type \"" + server.getType().getName() + "\": " + e.getMessage());
            return "";
        }
    }
}

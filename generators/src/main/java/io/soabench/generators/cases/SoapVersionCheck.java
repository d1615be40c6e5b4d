package io.soabench.generators.cases;

import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.SoapVersion;
import io.soabench.plugin.Engine;
import io.soabench.plugin.MockHost;
import java.util.List;
import java.util.Optional;

/** A check that services of SOAP 1.2 are served by hosts, and called by engines, that have that version. */
public final class SoapVersionCheck {

    private final ModelReading reading;
    private final ProblemCollector problems;

    public SoapVersionCheck(ModelReading reading, ProblemCollector problems) {
        this.reading = reading;
        this.problems = problems;
    }

    /** Adds a problem for each partner of a process that the engine of a case cannot call. */
    public void check(ExpandedCase each, TestedProcess process) {
        if (each.server().isEmpty() || !(reading.type(each.server().get()) instanceof Engine engine)) {
            return;
        }
        for (PartnerPlan partner : process.partners()) {
            Optional<MockedService> service = reading.service(partner.service());
            if (service.filter(SoapVersionCheck::isSoap12).isPresent() && !engine.callsBySoap12()) {
                problems.add(
                        IssueCode.SOAP_VERSION,
                        service.get().model().getType(),
                        Literals.SERVICE_TYPE__PORT,
                        "service \"" + partner.service() + "\" speaks SOAP 1.2 at the port \""
                                + service.get().port().port().name() + "\", but engines of type \""
                                + engine.name()
                                + "\" call partners by SOAP 1.1; name a port of SOAP 1.1, or take another engine");
            }
        }
    }

    /** Adds a problem for a service that one of its hosts cannot serve. */
    public void check(MockedService service, List<MockHost> hosts) {
        if (!isSoap12(service)) {
            return;
        }
        hosts.stream()
                .filter(host -> !host.speaksSoap12())
                .findFirst()
                .ifPresent(
                        host -> problems.add(
                                IssueCode.SOAP_VERSION,
                                service.model().getType(),
                                Literals.SERVICE_TYPE__PORT,
                                "service \"" + service.name() + "\" speaks SOAP 1.2 at the port \""
                                        + service.port().port().name() + "\", but servers of type \"" + host.name()
                                        + "\" serve by SOAP 1.1; name a port of SOAP 1.1, or let a server of type \"lean\" serve it"));
    }

    private static boolean isSoap12(MockedService service) {
        return service.folder().soap() == SoapVersion.SOAP_12;
    }
}

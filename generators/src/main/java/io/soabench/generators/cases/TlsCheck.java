package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.ServerSettings;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Engine;
import java.util.Optional;

/** A check that no engine which calls partners without TLS has partners at servers with TLS. */
public final class TlsCheck {

    private final ModelReading reading;
    private final ProblemCollector problems;

    public TlsCheck(ModelReading reading, ProblemCollector problems) {
        this.reading = reading;
        this.problems = problems;
    }

    /** Adds a problem for each partner of a process that the engine of a case cannot call because of TLS. */
    public void check(ExpandedCase each, TestedProcess process) {
        if (each.server().isEmpty()
                || !(reading.type(each.server().get()) instanceof Engine engine)
                || engine.callsByTls()) {
            return;
        }
        for (PartnerPlan partner : process.partners()) {
            Optional<Server> server = reading.service(partner.service())
                    .map(service -> each.placements().get(service.model()))
                    .filter(TlsCheck::speaksTls);
            if (server.isPresent()) {
                problems.add(
                        IssueCode.TLS_UNSUPPORTED,
                        server.get(),
                        Literals.NAMED_ELEMENT__NAME,
                        "server \"" + server.get().getName() + "\", which serves \"" + partner.service()
                                + "\", has tls true, but engines of type \"" + engine.name()
                                + "\" call partners without TLS; leave tls out, or take another engine");
            }
        }
    }

    private static boolean speaksTls(Server server) {
        return Boolean.parseBoolean(ServerSettings.of(server).parameters().get(ServerPlan.TLS));
    }
}

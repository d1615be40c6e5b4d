package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.PartnerPlan;
import io.soabench.plugin.ServerType;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A check that a case has everything that it needs: processes and a workload that could be read, client hosts, and a server
 * of an installed type for each service.
 */
public final class CaseCompletenessCheck {

    private final CaseSet candidates;
    private final ModelReading reading;
    private final ProblemCollector problems;

    public CaseCompletenessCheck(CaseSet candidates, ProblemCollector problems) {
        this.candidates = candidates;
        this.reading = candidates.reading();
        this.problems = problems;
    }

    /** Returns whether a case is complete; a problem is added for each part that is missing. */
    public boolean check(ExpandedCase each) {
        if (!reading.processes().keySet().containsAll(each.targets())
                || !reading.workloads().containsKey(each.workload())) {
            return false;
        }
        boolean complete = true;
        if (each.clientHosts().isEmpty()) {
            complete = false;
        }
        if (each.targets().get(0) instanceof Service service && each.server().isEmpty()) {
            unserved(each, service.getName(), "which clients call");
            complete = false;
        }
        for (TestedProcess process : candidates.loaded(each)) {
            for (PartnerPlan partner : process.partners()) {
                Optional<Service> service = reading.model(partner.service());
                complete &= service.isPresent();
                if (service.isPresent() && each.placements().get(service.get()) == null) {
                    unserved(each, partner.service(), "which process \"" + process.name() + "\" calls");
                    complete = false;
                }
            }
        }
        for (Server server : candidates.serversOf(each)) {
            if (!reading.context().faults().spare(server)) {
                complete = false;
            } else if (!types().containsKey(server.getType().getName())) {
                problems.add(
                        IssueCode.SERVER_TYPE_NOT_INSTALLED,
                        server,
                        Literals.SERVER__TYPE,
                        "server \"" + server.getName() + "\" is of type \""
                                + server.getType().getName() + "\", but only " + new TreeSet<>(types().keySet())
                                + " are installed; add the plug-in of that type");
                complete = false;
            } else if (server.getVersion() != null
                    && types().get(server.getType().getName()).programs().isEmpty()) {
                problems.add(
                        IssueCode.SERVER_VERSION,
                        server,
                        Literals.SERVER__VERSION,
                        "server \"" + server.getName() + "\" wants version \"" + server.getVersion() + "\", but type \""
                                + server.getType().getName()
                                + "\" names no program that Maven fetches; leave the version out");
                complete = false;
            } else if (server.getVersion() != null) {
                Optional<String> unfit = types().get(server.getType().getName()).unfitVersion(server.getVersion());
                if (unfit.isPresent()) {
                    problems.add(
                            IssueCode.SERVER_VERSION,
                            server,
                            Literals.SERVER__VERSION,
                            "server \"" + server.getName() + "\" wants version \"" + server.getVersion() + "\", which "
                                    + unfit.get());
                    complete = false;
                }
            }
        }
        return complete;
    }

    private Map<String, ServerType> types() {
        return reading.context().types();
    }

    private void unserved(ExpandedCase each, String service, String why) {
        problems.add(
                IssueCode.SERVICE_NOT_SERVED,
                each.testCase(),
                null,
                "no server serves the service \"" + service + "\", " + why + "; add it to the \"serves\" of a server");
    }
}

package io.soabench.generators.cases;

import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.ProcessContract;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Service;
import io.soabench.plan.PartnerPlan;
import io.soabench.plugin.ServerType;
import java.util.List;
import java.util.stream.Stream;

/** A check that each service that calls back has a process to call in each case. */
public final class CallbackCheck {

    private final ModelReading reading;
    private final ProblemCollector problems;

    public CallbackCheck(CaseSet caseSet, ProblemCollector problems) {
        this.reading = caseSet.reading();
        this.problems = problems;
    }

    /**
     * Looks at a process of a case.
     *
     * @param name under which the engine has it
     */
    public void check(ExpandedCase each, String name, TestedProcess process) {
        if (process.model() instanceof Service service && service.getCallback() != null) {
            problem(
                    each,
                    "clients call service \"" + service.getName()
                            + "\", which calls back, and no client takes a callback; let a process call it");
        }
        for (PartnerPlan partner : process.partners()) {
            reading.service(partner.service())
                    .flatMap(service -> service.folder().callback())
                    .ifPresent(callback -> partner(each, name, process, partner, callback.operation()));
        }
    }

    private void partner(ExpandedCase each, String name, TestedProcess process, PartnerPlan partner, String operation) {
        String what = "service \"" + partner.service() + "\" calls process \"" + process.name() + "\" back by \""
                + operation + "\", but ";
        List<String> links = process.partners().stream()
                .filter(other -> other.service().equals(partner.service()) && other.instance() == partner.instance())
                .map(PartnerPlan::link)
                .toList();
        boolean takes = process
                .contract()
                .flatMap(contract -> contract.link(partner.link()))
                .flatMap(ProcessContract.Link::own)
                .stream()
                .flatMap(type -> type.operations().stream())
                .anyMatch(offered -> offered.name().equals(operation));
        if (!takes) {
            problem(
                    each,
                    what + "its partner link \"" + partner.link()
                            + "\" has no role of the process with that operation");
        } else if (links.size() > 1) {
            problem(
                    each,
                    what + "several of its partner links, " + links
                            + ", lead to that instance, so it is unknown which of them is called back; bind each to an instance of its own");
        } else if (others(each, name, partner).findAny().isPresent()) {
            problem(
                    each,
                    what + "process \""
                            + others(each, name, partner).findFirst().orElseThrow()
                            + "\", which is loaded at the same time, calls that instance, too, so it is unknown which of"
                            + " them is called back; bind each to an instance of its own");
        } else if (each.server().isPresent()) {
            ServerType type = reading.type(each.server().get());
            if (type != null && type.lifecycle().callback().isEmpty()) {
                problem(
                        each,
                        what + "servers of type \"" + type.name()
                                + "\" do not say where a process is called back; use another engine");
            }
        }
    }

    /** Returns the other processes of a mixed load that call the same instance. */
    private Stream<String> others(ExpandedCase each, String name, PartnerPlan partner) {
        return each.targets().stream()
                .map(reading.processes()::get)
                .filter(other -> !other.name().equals(name)
                        && other.partners().stream()
                                .anyMatch(link -> link.service().equals(partner.service())
                                        && link.instance() == partner.instance()))
                .map(TestedProcess::name);
    }

    private void problem(ExpandedCase each, String sentence) {
        problems.add(IssueCode.CALLBACK_IMPOSSIBLE, each.testCase(), null, sentence);
    }
}

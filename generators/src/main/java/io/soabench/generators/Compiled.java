package io.soabench.generators;

import io.soabench.generators.cases.CaseChecks;
import io.soabench.generators.cases.CaseSet;
import io.soabench.generators.cases.ClientRequests;
import io.soabench.generators.cases.ComparedAnswers;
import io.soabench.generators.cases.Network;
import io.soabench.generators.cases.ProcessPackages;
import io.soabench.generators.reading.ModelReading;
import io.soabench.plan.PublishedPlan;
import java.util.List;

/**
 * A checked model with everything that the plan and the files of a compiled testbed are made of. Complete only when no
 * problem was found. The values do not change any more; a network makes a relay when it is first asked for it.
 *
 * @param requests the messages of clients
 * @param checks the functional checks
 * @param packages the packages of processes
 * @param published the results that others published
 * @param estimate of the cases that could be checked
 * @param modelHash hash of all files that were read
 */
record Compiled(
        CaseSet cases,
        Network network,
        ClientRequests requests,
        CaseChecks checks,
        ProcessPackages packages,
        List<PublishedPlan> published,
        Estimate estimate,
        String modelHash) {

    /** Returns what is compared of the answers to the load. */
    ComparedAnswers answers() {
        return new ComparedAnswers(cases, requests, checks.envelopes());
    }

    /** Returns the model. */
    ModelReading reading() {
        return cases.reading();
    }
}

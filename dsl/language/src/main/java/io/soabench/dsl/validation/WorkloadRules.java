package io.soabench.dsl.validation;

import io.soabench.model.Dimension;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.ExponentialDistribution;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.eclipse.xtext.validation.Check;

/** Workloads: there are clients, and open ones have exactly one rate. */
public final class WorkloadRules extends Rules {

    /** There is at least one client in a class. */
    @Check
    public void clients(ClientClass clients) {
        atLeastOne(clients.getClients(), "number of clients", clients, TestbedPackage.Literals.CLIENT_CLASS__CLIENTS);
    }

    /** Classes have different names. */
    @Check
    public void classes(Workload workload) {
        Set<String> seen = new HashSet<>();
        for (ClientClass clients : workload.getClasses()) {
            if (clients.getName() != null && !seen.add(clients.getName())) {
                error(
                        IssueCode.NAME_DUPLICATE,
                        "workload \"" + workload.getName() + "\" has two classes \"" + clients.getName()
                                + "\"; rename one",
                        clients,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
        }
    }

    /** The rate is given once: by a number, or by the distribution of arrivals. */
    @Check
    public void rate(OpenWorkload workload) {
        for (ClientClass clients : workload.getClasses()) {
            positive(Dimension.RATE, clients.getRate(), "rate");
            boolean byArrivals = clients.getArrivals() != null && hasParameters(clients.getArrivals());
            if (clients.getShape() != null) {
                shapeAlone(workload, clients, byArrivals);
            } else if (clients.getRate() == null && !byArrivals) {
                error(
                        IssueCode.RATE_MISSING,
                        "workload \"" + workload.getName()
                                + "\" does not say how many requests arrive; add: rate <number> /s, or stages, bursts or a replay",
                        clients.getName() == null ? workload : clients,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            } else if (clients.getRate() != null && byArrivals) {
                error(
                        IssueCode.RATE_TWICE,
                        "workload \"" + workload.getName()
                                + "\" gives a rate and a full distribution of arrivals; remove the rate, or write arrivals exponential or arrivals constant",
                        clients,
                        TestbedPackage.Literals.CLIENT_CLASS__RATE);
            }
        }
    }

    /** A shape says what the rate is; of a recording, it also says when requests arrive. */
    private void shapeAlone(OpenWorkload workload, ClientClass clients, boolean byArrivals) {
        boolean recorded = clients.getShape() instanceof Replay && clients.getArrivals() != null;
        if (clients.getRate() != null || byArrivals || recorded) {
            error(
                    IssueCode.RATE_TWICE,
                    "workload \"" + workload.getName() + "\" says beside its "
                            + clients.getShape().eClass().getName().toLowerCase(Locale.ROOT) + " "
                            + (clients.getRate() != null
                                    ? "a rate; remove it"
                                    : recorded
                                            ? "how requests arrive, but a recording says when; remove arrivals"
                                            : "a full distribution of arrivals; write arrivals exponential or arrivals constant"),
                    clients,
                    clients.getRate() != null
                            ? TestbedPackage.Literals.CLIENT_CLASS__RATE
                            : TestbedPackage.Literals.CLIENT_CLASS__ARRIVALS);
        }
    }

    private static boolean hasParameters(Distribution arrivals) {
        if (arrivals instanceof ExponentialDistribution exponential) {
            return exponential.getMean() != null || exponential.getRate() != null;
        }
        return !(arrivals instanceof ConstantDistribution constant) || constant.getValue() != null;
    }
}

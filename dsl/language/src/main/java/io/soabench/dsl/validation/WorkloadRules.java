package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.Dimension;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.ExponentialDistribution;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.MixShare;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.xtext.validation.Check;

/** Rules for workloads. They have clients, open ones have exactly one rate, and the called processes are known. */
public final class WorkloadRules extends Rules {

    /** The sum of all shares of a mix, in percent. */
    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    /** Checks that a class has at least one client, and that their number is set once. */
    @Check
    public void clients(ClientClass clients) {
        atLeastOne(clients.getClients(), "number of clients", clients, TestbedPackage.Literals.CLIENT_CLASS__CLIENTS);
        if (clients.getClients() != null && clients.getShape() != null) {
            error(
                    IssueCode.CLIENTS_TWICE,
                    "the number of clients is set by the stages and by: clients " + clients.getClients()
                            + "; remove one of them",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__CLIENTS);
        }
    }

    /** Checks that classes have different names. */
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

    /** Checks that the rate is set once: by a number, or by the distribution of arrivals. */
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
                                + "\" has no rate of requests; add: rate <number> /s, or stages, bursts or a replay",
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

    /** Checks that a load with a shape sets no rate. A recording, and bursts of a fixed number of requests, also set the times of arrival. */
    private void shapeAlone(OpenWorkload workload, ClientClass clients, boolean byArrivals) {
        boolean counted = clients.getShape() instanceof BurstSeries && clients.getArrivals() != null;
        boolean recorded = clients.getShape() instanceof Replay && clients.getArrivals() != null;
        if (clients.getRate() != null || byArrivals || recorded || counted) {
            error(
                    IssueCode.RATE_TWICE,
                    "workload \"" + workload.getName() + "\" sets beside its "
                            + shape(clients) + " "
                            + (clients.getRate() != null
                                    ? "a rate; remove it"
                                    : recorded
                                            ? "arrivals, but a recording has the times of requests; remove arrivals"
                                            : counted
                                                    ? "arrivals, but their requests are evenly spaced; remove arrivals"
                                                    : "a full distribution of arrivals; write arrivals exponential or arrivals constant"),
                    clients,
                    clients.getRate() != null
                            ? TestbedPackage.Literals.CLIENT_CLASS__RATE
                            : TestbedPackage.Literals.CLIENT_CLASS__ARRIVALS);
        }
    }

    private static String shape(ClientClass clients) {
        return clients.getShape() instanceof BurstSeries
                ? "bursts"
                : clients.getShape().eClass().getName().toLowerCase(Locale.ROOT);
    }

    /** Checks that each class names its processes once, or none does. */
    @Check
    public void processes(Workload workload) {
        boolean named = !CaseExpansion.processes(workload).isEmpty();
        for (ClientClass clients : workload.getClasses()) {
            boolean mixes = !clients.getMix().isEmpty();
            if (named && !mixes && clients.getProcess() == null) {
                error(
                        IssueCode.CLASS_WITHOUT_PROCESS,
                        "class \"" + clients.getName()
                                + "\" calls no process, but another class of workload \""
                                + workload.getName() + "\" does; add: class " + clients.getName()
                                + " of <process>, or a mix",
                        clients,
                        TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            }
            if (mixes && (known(clients.getProcess()) || known(clients.getPool()))) {
                boolean process = known(clients.getProcess());
                error(
                        IssueCode.CLASS_PROCESS_TWICE,
                        "the processes and data are set by the mix and by: "
                                + (process
                                        ? "of " + clients.getProcess().getName()
                                        : "sends " + clients.getPool().getName())
                                + "; remove one of them",
                        clients,
                        process
                                ? TestbedPackage.Literals.CLIENT_CLASS__PROCESS
                                : TestbedPackage.Literals.CLIENT_CLASS__POOL);
            }
        }
    }

    /** Checks that the shares of a mix add up to 100 %. */
    @Check
    public void shares(ClientClass clients) {
        BigDecimal sum = BigDecimal.ZERO;
        for (MixShare share : clients.getMix()) {
            if (share.getShare() == null) {
                return;
            }
            sum = sum.add(share.getShare());
            if (share.getShare().signum() <= 0) {
                error(
                        IssueCode.NOT_POSITIVE,
                        "a share of the mix is " + share.getShare().toPlainString()
                                + " %, but must be above 0; leave out processes that are not called",
                        share,
                        TestbedPackage.Literals.MIX_SHARE__SHARE);
                return;
            }
        }
        if (!clients.getMix().isEmpty() && sum.compareTo(ALL) != 0) {
            error(
                    IssueCode.MIX_SHARES,
                    "the shares of the mix add up to " + sum.toPlainString() + " %, but must add up to 100 %",
                    clients,
                    TestbedPackage.Literals.CLIENT_CLASS__MIX,
                    0);
        }
    }

    /**
     * Checks that processes under a common load form one system: processes for one engine, or black boxes at one
     * address.
     */
    @Check
    public void members(Workload workload) {
        List<Invocable> processes =
                CaseExpansion.processes(workload).stream().filter(Rules::known).toList();
        Set<String> addresses = new LinkedHashSet<>();
        for (Invocable process : processes) {
            if (process instanceof BlackBoxProcess blackBox && blackBox.getEndpoint() != null) {
                addresses.add(authority(blackBox.getEndpoint()));
            }
        }
        Optional<Invocable> service =
                processes.stream().filter(Service.class::isInstance).findFirst();
        boolean white = processes.stream().anyMatch(WhiteBoxProcess.class::isInstance);
        String problem = "";
        if (service.isPresent()) {
            problem = "names the service \"" + service.get().getName()
                    + "\", but only processes can be loaded together; call a service in a separate case: process in ("
                    + service.get().getName() + ")";
        } else if (white && !addresses.isEmpty()) {
            problem = "names black boxes beside processes that run on an engine, which are not one system under test;"
                    + " write a workload for each of the two";
        } else if (addresses.size() > 1) {
            problem = "names black boxes at " + String.join(" and ", addresses)
                    + ", which are not one system under test; write a workload for each address";
        }
        if (!problem.isEmpty()) {
            error(
                    IssueCode.MIX_MEMBER,
                    "workload \"" + workload.getName() + "\" " + problem,
                    workload,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /**
     * Returns host and port of an address. For any other text, it returns the text; another rule reports it. The part
     * before an @ may be a secret and is left out.
     */
    private static String authority(String endpoint) {
        String shown = endpoint;
        try {
            String authority = new URI(endpoint).getAuthority();
            shown = authority == null ? endpoint : authority;
        } catch (URISyntaxException e) {
            // The text itself is returned.
        }
        return shown.substring(shown.lastIndexOf('@') + 1);
    }

    /** Returns whether arrivals have more parameters than their spread around a rate. */
    static boolean hasParameters(Distribution arrivals) {
        if (arrivals instanceof ExponentialDistribution exponential) {
            return exponential.getMean() != null || exponential.getRate() != null;
        }
        return !(arrivals instanceof ConstantDistribution constant) || constant.getValue() != null;
    }
}

package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Placement;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import io.soabench.model.testbed.WorkloadRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.validation.Check;

/** Rules for test cases. The matrix is not empty, and its cases can be deployed. */
public final class CaseRules extends Rules {

    /** Checks that each dimension has an element. */
    @Check
    public void dimensions(TestCase testCase) {
        WholeTestbed whole = whole(testCase);
        List<Invocable> targets = CaseExpansion.targets(whole, testCase);
        List<String> plain = CaseExpansion.workloads(whole, testCase).stream()
                .filter(workload -> CaseExpansion.processes(workload).isEmpty())
                .map(Workload::getName)
                .toList();
        if (targets.isEmpty()) {
            error(IssueCode.CASE_WITHOUT_PROCESS, "the case has no process; add: process in (…)", testCase, null);
        } else if (!CaseExpansion.namesProcesses(testCase) && !plain.isEmpty()) {
            error(
                    IssueCode.CASE_WITHOUT_PROCESS,
                    "the case has no process for " + quoted(plain)
                            + " and its workload names none; give it a separate case with process in (…)",
                    testCase,
                    null);
        }
        boolean noWorkload = testCase.isAllWorkloads()
                ? whole.workloads().isEmpty()
                : testCase.getWorkloads().isEmpty();
        if (noWorkload) {
            error(IssueCode.CASE_WITHOUT_WORKLOAD, "the case has no workload; add: workload in (…)", testCase, null);
        }
        List<String> whiteBoxes = targets.stream()
                .filter(target -> known(target) && target instanceof WhiteBoxProcess)
                .map(Invocable::getName)
                .toList();
        if (CaseExpansion.engines(whole, testCase).isEmpty() && !whiteBoxes.isEmpty()) {
            error(
                    IssueCode.CASE_WITHOUT_ENGINE,
                    "the case names no engine for " + quoted(whiteBoxes) + "; add: on <engine>, or engine in (…)",
                    testCase,
                    null);
        }
        // Where servers name unknown hosts, only that is reported.
        if (whole.hosts().isEmpty() && whole.servers().stream().allMatch(server -> known(server.getHost()))) {
            error(
                    IssueCode.CLIENTS_NOWHERE,
                    "there is no host on which the clients could run; add: host here",
                    testCase,
                    null);
        }
    }

    /** Checks that either the case or the workload names the called processes. */
    @Check
    public void processes(TestCase testCase) {
        if (!CaseExpansion.namesProcesses(testCase)) {
            return;
        }
        CaseExpansion.workloads(whole(testCase), testCase).stream()
                .filter(workload -> !CaseExpansion.processes(workload).isEmpty())
                .findFirst()
                .ifPresent(workload -> error(
                        IssueCode.CASE_PROCESS_TWICE,
                        "the case names processes, but workload \"" + workload.getName()
                                + "\" does, too; remove process in, or give the workload a separate case",
                        testCase,
                        null));
    }

    /** Checks that ranges run forwards. */
    @Check
    public void range(WorkloadRange range) {
        WholeTestbed whole = whole(range);
        if (known(range.getFirst())
                && known(range.getLast())
                && whole.workloads().indexOf(range.getFirst())
                        > whole.workloads().indexOf(range.getLast())) {
            error(
                    IssueCode.RANGE_REVERSED,
                    "workload \"" + range.getLast().getName() + "\" comes before \""
                            + range.getFirst().getName() + "\"; swap them",
                    range,
                    TestbedPackage.Literals.WORKLOAD_RANGE__FIRST);
        }
    }

    /** Checks the engines: engines run processes; black boxes and services need none. */
    @Check
    public void engines(TestCase testCase) {
        List<Server> engines = testCase.getEngines();
        for (int i = 0; i < engines.size(); i++) {
            Server engine = engines.get(i);
            if (known(engine) && known(engine.getType()) && !engine.getType().isRunsProcesses()) {
                error(
                        IssueCode.SERVER_DOES_NOT_RUN_PROCESSES,
                        "server \"" + engine.getName() + "\" of type \""
                                + engine.getType().getName() + "\" does not run processes; choose one of: "
                                + engines(whole(testCase)),
                        testCase,
                        TestbedPackage.Literals.TEST_CASE__ENGINES,
                        i);
            }
        }
        if (!testCase.isAllEngines() && engines.isEmpty()) {
            return;
        }
        for (Workload workload : CaseExpansion.workloads(whole(testCase), testCase)) {
            List<Invocable> called = CaseExpansion.processes(workload);
            if (!called.isEmpty() && called.stream().allMatch(BlackBoxProcess.class::isInstance)) {
                error(
                        IssueCode.DEPLOY_IMPOSSIBLE,
                        "workload \"" + workload.getName()
                                + "\" calls black boxes, which are not deployed on an engine; give it a separate case"
                                + " without an engine",
                        testCase,
                        null);
            }
        }
        for (int i = 0; i < testCase.getProcesses().size(); i++) {
            Invocable target = testCase.getProcesses().get(i);
            if (known(target) && (target instanceof BlackBoxProcess || target instanceof Service)) {
                String what = target instanceof Service ? "service" : "black-box process";
                error(
                        IssueCode.DEPLOY_IMPOSSIBLE,
                        what + " \"" + target.getName()
                                + "\" is not deployed on an engine; give it a separate case without an engine",
                        testCase,
                        TestbedPackage.Literals.TEST_CASE__PROCESSES,
                        i);
            }
        }
    }

    private static String engines(WholeTestbed whole) {
        String names = quoted(whole.engines().stream().map(Server::getName).toList());
        return names.isEmpty() ? "(there is none)" : names;
    }

    /**
     * Checks that each called service has a server. Where a server names an unknown service, only that is reported.
     */
    @Check
    public void served(TestCase testCase) {
        WholeTestbed whole = whole(testCase);
        Map<Service, Server> placements = CaseExpansion.placements(whole, testCase);
        Set<Service> missing = new LinkedHashSet<>();
        for (Invocable target : CaseExpansion.targets(whole, testCase)) {
            called(target).stream()
                    .filter(service -> known(service) && placements.get(service) == null)
                    .forEach(missing::add);
        }
        if (missing.isEmpty() || servesUnknown(whole)) {
            return;
        }
        for (Service service : missing) {
            boolean first = first(testCase, whole, service);
            if (first) {
                error(
                        IssueCode.SERVICE_NOT_SERVED,
                        "no server serves service \"" + service.getName() + "\"; let " + ServerRules.candidates(whole)
                                + " serve it: serves " + service.getName(),
                        service.eResource() == testCase.eResource() ? service : testCase,
                        service.eResource() == testCase.eResource()
                                ? TestbedPackage.Literals.NAMED_ELEMENT__NAME
                                : null);
            }
        }
    }

    private static boolean servesUnknown(WholeTestbed whole) {
        return whole.servers().stream()
                .anyMatch(server ->
                        !server.getServices().stream().allMatch(Rules::known) || ServerRules.triesToServe(server));
    }

    private static boolean first(TestCase testCase, WholeTestbed whole, Service service) {
        return whole.all(TestSuite.class).stream()
                        .flatMap(suite -> suite.getCases().stream())
                        .filter(other -> CaseExpansion.targets(whole, other).stream()
                                .anyMatch(target -> called(target).contains(service)))
                        .filter(other -> CaseExpansion.placements(whole, other).get(service) == null)
                        .findFirst()
                        .orElse(testCase)
                == testCase;
    }

    /** Returns the services that are called in a case of that target. */
    static List<Service> called(Invocable target) {
        List<Service> called = new ArrayList<>();
        if (target instanceof Service service) {
            called.add(service);
        } else if (target instanceof WhiteBoxProcess process) {
            process.getPartners().stream().map(PartnerBinding::getService).forEach(called::add);
        }
        return called;
    }

    /** Checks that a deploy plan puts each service once on a server that can serve it. */
    @Check
    public void plan(TestCase testCase) {
        if (testCase.getDeployPlan() == null) {
            return;
        }
        Set<Service> seen = new HashSet<>();
        for (Placement placement : testCase.getDeployPlan().getPlacements()) {
            Server server = placement.getServer();
            if (known(server) && known(server.getType()) && !server.getType().isServesServices()) {
                error(
                        IssueCode.DEPLOY_IMPOSSIBLE,
                        "server \"" + server.getName() + "\" of type \""
                                + server.getType().getName() + "\" cannot serve services; choose "
                                + ServerRules.candidates(whole(testCase)),
                        placement,
                        TestbedPackage.Literals.PLACEMENT__SERVER);
            }
            if (known(placement.getService()) && !seen.add(placement.getService())) {
                error(
                        IssueCode.DEPLOY_IMPOSSIBLE,
                        "service \"" + placement.getService().getName() + "\" is placed twice; remove one",
                        placement,
                        TestbedPackage.Literals.PLACEMENT__SERVICE);
            }
        }
    }

    /** Marks the word "case" instead of the whole case. */
    @Override
    public void acceptError(
            String message, EObject object, EStructuralFeature feature, int index, String code, String... data) {
        ICompositeNode node = feature == null && object instanceof TestCase ? NodeModelUtils.getNode(object) : null;
        if (node == null) {
            super.acceptError(message, object, feature, index, code, data);
        } else {
            super.acceptError(message, object, node.getOffset(), "case".length(), code, data);
        }
    }
}

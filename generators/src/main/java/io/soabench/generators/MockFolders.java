package io.soabench.generators;

import io.soabench.generators.cases.CaseChecks;
import io.soabench.generators.cases.CaseSet;
import io.soabench.generators.cases.SoapVersionCheck;
import io.soabench.generators.mocks.BehaviourTraces;
import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.CompiledFiles;
import io.soabench.plan.MockPlan;
import io.soabench.plugin.MockHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The files for mock hosts: a folder for each service instance, with its documents, its plan, and its behaviour at each
 * call in each repetition.
 */
final class MockFolders {

    private final CaseSet caseSet;
    private final ModelReading reading;
    private final CaseChecks checks;

    MockFolders(CaseSet caseSet, CaseChecks checks) {
        this.caseSet = caseSet;
        this.reading = caseSet.reading();
        this.checks = checks;
    }

    /** Writes the folder of each service instance, with its behaviours in each repetition. */
    void write(Path part) throws IOException {
        int repetitions = repetitions();
        for (MockedService service : reading.services().values()) {
            List<MockHost> hosts = hostsOf(service);
            for (int instance = 1; instance <= service.instances(); instance++) {
                Path folder = part.resolve("mocks").resolve(service.path(instance));
                service.folder().write(folder, mock(service, instance), hosts);
                List<BehaviourTraces.Caller> callers = callers(service, instance);
                for (int n = 1; n <= repetitions; n++) {
                    new BehaviourTraces(reading.streams(), n)
                            .write(
                                    part.resolve(CompiledFiles.behaviours(service.path(instance), n))
                                            .resolve(CompiledFiles.BEHAVIOUR),
                                    service.name(),
                                    instance,
                                    service.behaviour(),
                                    in(n, callers));
                }
            }
        }
    }

    /** Returns the repetitions of the case that is repeated most. */
    private int repetitions() {
        return reading.workloads().values().stream()
                .mapToInt(SimulatedWorkload::repetitions)
                .max()
                .orElse(1);
    }

    /** Returns the callers of an instance in a repetition, without workloads whose cases are repeated less often. */
    private List<BehaviourTraces.Caller> in(int repetition, List<BehaviourTraces.Caller> callers) {
        Set<String> there = reading.workloads().values().stream()
                .filter(workload -> repetition <= workload.repetitions())
                .map(SimulatedWorkload::name)
                .collect(Collectors.toSet());
        return callers.stream()
                .filter(caller -> there.contains(caller.workload().name()))
                .map(caller -> new BehaviourTraces.Caller(
                        caller.workload().inRepetition(repetition), caller.steps(), caller.checks()))
                .toList();
    }

    /** Returns the types of the servers that serve a service in some case. */
    private List<MockHost> hostsOf(MockedService service) {
        Set<Server> servers = new HashSet<>(caseSet.index().hosts(service.model()));
        reading.runtime().serverOf(service.model()).ifPresent(servers::add);
        return caseSet.index().ordered(servers).stream()
                .map(reading::type)
                .filter(MockHost.class::isInstance)
                .map(MockHost.class::cast)
                .distinct()
                .toList();
    }

    /** Adds a problem for a service with a document that has no place in the archive of a host, or of a version of SOAP that a host has not. */
    void check(MockedService service, ProblemCollector problems) {
        new SoapVersionCheck(reading, problems).check(service, hostsOf(service));
        OverloadCheck.check(service, hostsOf(service), problems);
        hostsOf(service).stream()
                .flatMap(host -> service.folder().misplaced(host).stream())
                .findFirst()
                .ifPresent(
                        document -> problems.add(
                                IssueCode.ARCHIVE_IMPOSSIBLE,
                                service.model().getType(),
                                Literals.SERVICE_TYPE__WSDL,
                                "the WSDL of service type \""
                                        + service.model().getType().getName() + "\" imports \"" + document
                                        + "\" from more than one folder above it, which has no place in an archive; move the file"));
    }

    private MockPlan mock(MockedService service, int instance) {
        MockPlan plan = service.folder().plan(instance, reading.streams());
        String port = reading.runtime().portOf(service, instance);
        return port.isEmpty()
                ? plan
                : plan.listening(
                        "${server."
                                + caseSet.serverOf(service.model())
                                        .map(Server::getName)
                                        .orElse("") + ".port." + port + "}",
                        reading.runtime().appears(service.model()));
    }

    /** Returns the callers of a new instance: any process of its suite may find and call it instead of others of its type. */
    private List<BehaviourTraces.Caller> callersOfNew(Service service) {
        Map<SimulatedWorkload, int[]> steps = new LinkedHashMap<>();
        for (ExpandedCase each : caseSet.cases()) {
            if (reading.runtime().suiteOf(service).map(each.suite()::equals).orElse(false)) {
                steps(steps, each, process -> process.partners().stream()
                        .filter(partner -> reading.services().values().stream()
                                .anyMatch(other -> other.name().equals(partner.service())
                                        && other.model().getType().equals(service.getType())))
                        .mapToInt(partner -> process.steps(partner.service(), partner.instance()))
                        .max()
                        .orElse(BehaviourTraces.UNKNOWN_STEPS));
            }
        }
        List<BehaviourTraces.Caller> callers = new ArrayList<>();
        steps.forEach((workload, byChunk) -> callers.add(
                new BehaviourTraces.Caller(workload.simulation(), chunk -> byChunk[chunk], new TreeMap<>())));
        return callers;
    }

    /** Notes for each chunk of a case's workload how often the process that gets it calls; the most of all cases of the workload. */
    private void steps(Map<SimulatedWorkload, int[]> steps, ExpandedCase each, ToIntFunction<TestedProcess> calls) {
        SimulatedWorkload workload = reading.workloads().get(each.workload());
        int[] byChunk =
                steps.computeIfAbsent(workload, any -> new int[workload.sent().size()]);
        for (int chunk = 0; chunk < byChunk.length; chunk++) {
            byChunk[chunk] = Math.max(byChunk[chunk], calls.applyAsInt(reading.called(each, workload, chunk)));
        }
    }

    private List<BehaviourTraces.Caller> callers(MockedService service, int instance) {
        if (reading.runtime().appears(service.model())) {
            return callersOfNew(service.model());
        }
        Map<SimulatedWorkload, int[]> steps = new LinkedHashMap<>();
        for (SimulatedWorkload workload : reading.workloads().values()) {
            for (ExpandedCase each : caseSet.index().cases(workload.model())) {
                if (caseSet.loaded(each).stream().anyMatch(process -> process.calls(service.name(), instance))) {
                    steps(steps, each, process -> steps(each, process, service, instance));
                }
            }
        }
        int most = steps.values().stream().flatMapToInt(Arrays::stream).max().orElse(0);
        List<BehaviourTraces.Caller> callers = new ArrayList<>();
        steps.forEach((workload, byChunk) -> callers.add(new BehaviourTraces.Caller(
                workload.simulation(), chunk -> byChunk[chunk], checks(workload, service, instance, most))));
        return callers;
    }

    /** Returns the greatest number of calls of a process and of the versions that take its place in a case. */
    private int steps(ExpandedCase each, TestedProcess process, MockedService service, int instance) {
        return caseSet.versions(each, process).stream()
                .filter(version -> version.calls(service.name(), instance))
                .mapToInt(version -> version.steps(service.name(), instance))
                .max()
                .orElse(0);
    }

    /**
     * Returns the checks of a workload's cases that reach an instance, each with its steps.
     *
     * @param most greatest number of steps of a check in any case; a case with fewer calls leaves the rest unused
     */
    private SortedMap<Integer, Integer> checks(
            SimulatedWorkload workload, MockedService service, int instance, int most) {
        SortedMap<Integer, Integer> checks = new TreeMap<>();
        for (ExpandedCase each : caseSet.index().cases(workload.model())) {
            List<CheckPlan> all = this.checks.of(each, workload);
            for (int n = 1; n <= all.size(); n++) {
                String name = all.get(n - 1).process();
                int own = reading.called(each).stream()
                        .filter(process -> process.name().equals(name))
                        .mapToInt(process -> steps(each, process, service, instance))
                        .max()
                        .orElse(0);
                if (own > 0) {
                    checks.merge(n, each.targets().size() == 1 ? most : own, Math::max);
                }
            }
        }
        return checks;
    }
}

package io.soabench.generators.reading;

import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A reader of a model's services, processes and workloads. It adds a problem for each of them that cannot be read. For one
 * model, in one thread.
 */
public final class ModelReader {

    private static final String SAFE_NAME = "[A-Za-z0-9_][A-Za-z0-9._-]*";

    private final ModelContext context;
    private final ProblemCollector problems;
    private final WorkloadReader workloadReader;
    private final ProcessReader processReader;
    private final Map<Service, MockedService> services = new LinkedHashMap<>();
    private final Map<Invocable, TestedProcess> processes = new LinkedHashMap<>();
    private final Map<Workload, SimulatedWorkload> workloads = new LinkedHashMap<>();

    /** @param chunks gets the request data of the workloads */
    public ModelReader(ModelContext context, Chunks chunks, ProblemCollector problems) {
        this.context = context;
        this.problems = problems;
        this.workloadReader = new WorkloadReader(context, chunks, problems);
        this.processReader = new ProcessReader(services, context.files(), problems);
    }

    /**
     * Reads a model.
     *
     * @param cases that may become cases of the plan: workloads last as long as these need, and services that clients call directly
     *     become processes
     */
    public ModelReading read(List<ExpandedCase> cases) {
        names();
        RuntimeInstances runtime = new RuntimeInstances(context.testbed(), context.events());
        for (Service service : context.spared(context.testbed().services())) {
            MockedService.read(service, context.files(), context.distributions(), problems)
                    .ifPresent(mocked -> services.put(service, mocked));
        }
        for (Service service : runtime.appearing()) {
            runtime.like(service)
                    .map(services::get)
                    .map(like -> like.like(service))
                    .or(() -> MockedService.read(service, context.files(), context.distributions(), problems))
                    .ifPresent(mocked -> services.put(service, mocked));
        }
        for (Process process : context.spared(context.testbed().processes())) {
            processReader.read(process).ifPresent(tested -> processes.put(process, tested));
        }
        directServices(cases);
        simulateWorkloads(new CaseIndex(context.testbed(), cases));
        return new ModelReading(context, runtime, services, processes, workloads);
    }

    /** Checks the names, because they become file names. */
    private void names() {
        List<NamedElement> named = new ArrayList<>();
        if (context.testbed().root().getName() == null
                || context.testbed().root().getName().isEmpty()) {
            problems.add(
                    IssueCode.TESTBED_WITHOUT_NAME,
                    context.testbed().root(),
                    null,
                    "the testbed has no name, so it is a library for others; run one that imports it, or start it with:"
                            + " testbed <name>");
        } else {
            named.add(context.testbed().root());
        }
        named.addAll(context.spared(context.testbed().services()));
        named.addAll(context.spared(context.testbed().processes()));
        named.addAll(context.spared(context.testbed().servers()));
        named.addAll(context.spared(context.testbed().hosts()));
        named.addAll(context.spared(context.testbed().workloads()));
        Map<String, String> lower = new TreeMap<>();
        for (NamedElement element : named) {
            String name = element.getName();
            if (name == null || !name.matches(SAFE_NAME)) {
                problems.add(
                        IssueCode.SYNTAX,
                        element,
                        Literals.NAMED_ELEMENT__NAME,
                        "the name \"" + name + "\" is not fit for a file name; use letters, digits, '.', '-' and '_'");
                continue;
            }
            String key = element.eClass().getName() + "/" + name.toLowerCase(Locale.ROOT);
            String before = lower.putIfAbsent(key, name);
            if (before != null) {
                problems.add(
                        IssueCode.NAME_DUPLICATE,
                        element,
                        Literals.NAMED_ELEMENT__NAME,
                        "\"" + before + "\" and \"" + name + "\" are the same file name; rename one of them");
            }
        }
        if (context.testbed().hosts().isEmpty()
                && context.faults().spare(context.testbed().root())) {
            problems.add(
                    IssueCode.CLIENTS_NOWHERE,
                    context.testbed().root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "there is no host on which the clients could run; add: host here");
        }
        if (context.testbed().suites().isEmpty()
                && context.testbed().explorations().isEmpty()
                && context.faults().spare(context.testbed().root())) {
            problems.add(
                    IssueCode.TESTBED_WITHOUT_SUITE,
                    context.testbed().root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "the testbed has no suite, so there is nothing to run; add: suite <name> { case … }");
        }
    }

    private void directServices(List<ExpandedCase> cases) {
        for (ExpandedCase each : cases) {
            if (each.targets().get(0) instanceof Service service
                    && services.containsKey(service)
                    && !processes.containsKey(service)) {
                processReader.direct(services.get(service)).ifPresent(tested -> processes.put(service, tested));
                boolean clash = context.testbed().processes().stream()
                        .anyMatch(process -> process.getName().equalsIgnoreCase(service.getName()));
                if (clash) {
                    problems.add(
                            IssueCode.NAME_DUPLICATE,
                            service,
                            Literals.NAMED_ELEMENT__NAME,
                            "clients call the service \"" + service.getName()
                                    + "\", but a process has the same name; rename one of them");
                }
            }
        }
    }

    private void simulateWorkloads(CaseIndex index) {
        for (Workload workload : context.spared(context.testbed().workloads())) {
            workloadReader
                    .read(workload, index.cases(workload))
                    .ifPresent(simulated -> workloads.put(workload, simulated));
        }
    }
}

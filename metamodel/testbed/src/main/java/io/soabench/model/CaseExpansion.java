package io.soabench.model;

import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.MixShare;
import io.soabench.model.testbed.Placement;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestingClient;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import io.soabench.model.testbed.WorkloadRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;

/**
 * The test cases that the matrices of a testbed stand for. A matrix is walked with the engines outermost, then processes, then workloads, each
 * in the order of its list (for a keyword like {@code processes}, of the testbed). A workload that names its processes makes one case for each
 * engine, after the others of the engine.
 *
 * <p>A case is named {@code <process>-<workload>-<engine>}, with the name of the test case in front if it has one. The engine is left out if
 * there is none, the process if the workload names processes. Names that two cells of the testbed would share get the name of their suite in
 * front; if that does not help, a number at the end.
 */
public final class CaseExpansion {

    private CaseExpansion() {}

    /** Returns the cases of all suites of a testbed and its imports. */
    public static List<ExpandedCase> expand(Testbed root) {
        return expand(WholeTestbed.of(root));
    }

    /** Returns the cases of all suites of a testbed and its imports. */
    public static List<ExpandedCase> expand(WholeTestbed testbed) {
        List<Cell> cells = new ArrayList<>();
        for (TestSuite suite : testbed.suites()) {
            for (TestCase testCase : suite.getCases()) {
                cells.addAll(cells(testbed, suite, testCase));
            }
        }
        return named(testbed, cells);
    }

    /** Returns the cases of one suite, named as in the expansion of the file that it stands in. */
    public static List<ExpandedCase> expand(TestSuite suite) {
        EObject container = suite.eContainer();
        if (!(container instanceof Testbed testbed)) {
            throw new IllegalArgumentException("suite \"" + suite.getName() + "\" is not part of a testbed");
        }
        if (suite instanceof Exploration exploration) {
            return expand(WholeTestbed.of(testbed), exploration);
        }
        return expand(testbed).stream()
                .filter(expanded -> expanded.suite() == suite)
                .toList();
    }

    /** Returns the cases that an exploration measures, one for each engine: by themselves, since no suite measures them. */
    public static List<ExpandedCase> expand(WholeTestbed testbed, Exploration exploration) {
        return named(
                testbed,
                exploration.getCases().stream()
                        .flatMap(testCase -> cells(testbed, exploration, testCase).stream())
                        .toList());
    }

    /** Returns the engines of a case: those it names, or all. */
    public static List<Server> engines(WholeTestbed testbed, TestCase testCase) {
        return testCase.isAllEngines() ? testbed.engines() : testCase.getEngines();
    }

    /**
     * Returns the processes that the clients of a case call, each once: those of the case, see {@link #dimension}, or else those of its
     * workloads.
     */
    public static List<Invocable> targets(WholeTestbed testbed, TestCase testCase) {
        Set<Invocable> targets = new LinkedHashSet<>(dimension(testbed, testCase));
        workloads(testbed, testCase).forEach(workload -> targets.addAll(processes(workload)));
        return List.copyOf(targets);
    }

    /**
     * Returns the processes that a workload names for its clients, in the order of their first names; nothing when that is left to its cases.
     */
    public static List<Invocable> processes(Workload workload) {
        Set<Invocable> processes = new LinkedHashSet<>();
        for (ClientClass each : workload.getClasses()) {
            if (each.getProcess() != null) {
                processes.add(each.getProcess());
            }
            each.getMix().stream()
                    .map(MixShare::getProcess)
                    .filter(process -> process != null)
                    .forEach(processes::add);
        }
        return List.copyOf(processes);
    }

    /** Returns whether a case names the processes that its clients call, in place of its workloads. */
    public static boolean namesProcesses(TestCase testCase) {
        return testCase.isAllProcesses() || !testCase.getProcesses().isEmpty();
    }

    /** Returns the processes of a case: those it names, or all white-box ones on engines, or all black-box ones without. */
    public static List<Invocable> dimension(WholeTestbed testbed, TestCase testCase) {
        if (!testCase.isAllProcesses()) {
            return testCase.getProcesses();
        }
        boolean onEngine = testCase.isAllEngines() || !testCase.getEngines().isEmpty();
        Class<? extends Process> kind = onEngine ? WhiteBoxProcess.class : BlackBoxProcess.class;
        return new ArrayList<>(testbed.all(kind));
    }

    /** Returns the workloads of a case: those it names, each once, or all, of a case that names processes all that name none. */
    public static List<Workload> workloads(WholeTestbed testbed, TestCase testCase) {
        List<Workload> all = testbed.workloads();
        if (testCase.isAllWorkloads()) {
            return all.stream()
                    .filter(workload ->
                            !namesProcesses(testCase) || processes(workload).isEmpty())
                    .toList();
        }
        Set<Workload> named = new LinkedHashSet<>();
        for (WorkloadRange range : testCase.getWorkloads()) {
            if (range.getLast() == null) {
                if (range.getFirst() != null) {
                    named.add(range.getFirst());
                }
            } else {
                int first = all.indexOf(range.getFirst());
                int last = all.indexOf(range.getLast());
                if (first >= 0 && first <= last) {
                    named.addAll(all.subList(first, last + 1));
                }
            }
        }
        return List.copyOf(named);
    }

    /** Returns the hosts of the clients of a case: the named ones, or the first host of the testbed. */
    public static List<Host> clientHosts(WholeTestbed testbed, TestCase testCase) {
        if (testCase.getClients().isEmpty()) {
            return testbed.hosts().stream().limit(1).toList();
        }
        return testCase.getClients().stream()
                .map(TestingClient::getHost)
                .distinct()
                .toList();
    }

    /** Returns the server of each service in a case: the deploy plan's, else the first that declares to serve it. */
    public static Map<Service, Server> placements(WholeTestbed testbed, TestCase testCase) {
        if (testCase.getDeployPlan() == null) {
            return testbed.served();
        }
        Map<Service, Server> placements = new LinkedHashMap<>(testbed.served());
        for (Placement placement : testCase.getDeployPlan().getPlacements()) {
            placements.put(placement.getService(), placement.getServer());
        }
        return Collections.unmodifiableMap(placements);
    }

    private static List<Cell> cells(WholeTestbed testbed, TestSuite suite, TestCase testCase) {
        List<Server> engines = engines(testbed, testCase);
        List<Invocable> targets = dimension(testbed, testCase);
        List<Workload> mixed = workloads(testbed, testCase).stream()
                .filter(workload -> !processes(workload).isEmpty())
                .toList();
        List<Cell> cells = new ArrayList<>();
        for (Server engine : engines) {
            for (Invocable target : targets) {
                if (target instanceof WhiteBoxProcess) {
                    addCells(cells, testbed, suite, testCase, Optional.of(engine), target);
                }
            }
            mixed.stream()
                    .filter(CaseExpansion::needsEngine)
                    .forEach(workload ->
                            cells.add(new Cell(suite, testCase, Optional.of(engine), processes(workload), workload)));
        }
        Map<Service, Server> placements = placements(testbed, testCase);
        for (Invocable target : targets) {
            if (target instanceof BlackBoxProcess) {
                addCells(cells, testbed, suite, testCase, Optional.empty(), target);
            } else if (target instanceof Service service) {
                addCells(cells, testbed, suite, testCase, Optional.ofNullable(placements.get(service)), target);
            }
        }
        mixed.stream()
                .filter(workload -> !needsEngine(workload))
                .forEach(workload ->
                        cells.add(new Cell(suite, testCase, Optional.empty(), processes(workload), workload)));
        return cells;
    }

    private static boolean needsEngine(Workload workload) {
        return processes(workload).stream().anyMatch(WhiteBoxProcess.class::isInstance);
    }

    private static void addCells(
            List<Cell> cells,
            WholeTestbed testbed,
            TestSuite suite,
            TestCase testCase,
            Optional<Server> server,
            Invocable target) {
        for (Workload workload : workloads(testbed, testCase)) {
            if (processes(workload).isEmpty()) {
                cells.add(new Cell(suite, testCase, server, List.of(target), workload));
            }
        }
    }

    private static List<ExpandedCase> named(WholeTestbed testbed, List<Cell> cells) {
        Map<String, Integer> uses = new HashMap<>();
        for (Cell cell : cells) {
            uses.merge(key(cell.shortName()), 1, Integer::sum);
        }
        Set<String> taken = new HashSet<>();
        List<ExpandedCase> result = new ArrayList<>(cells.size());
        for (Cell cell : cells) {
            String wished = uses.get(key(cell.shortName())) == 1 ? cell.shortName() : cell.longName();
            String name = wished;
            for (int n = 2; !taken.add(key(name)); n++) {
                name = wished + "-" + n;
            }
            result.add(cell.named(name, testbed));
        }
        return List.copyOf(result);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private record Cell(
            TestSuite suite, TestCase testCase, Optional<Server> server, List<Invocable> targets, Workload workload) {

        String shortName() {
            StringBuilder name = new StringBuilder();
            if (testCase.getName() != null && !testCase.getName().isEmpty()) {
                name.append(testCase.getName()).append('-');
            }
            if (processes(workload).isEmpty()) {
                name.append(targets.get(0).getName()).append('-');
            }
            name.append(workload.getName());
            server.ifPresent(engine -> name.append('-').append(engine.getName()));
            return name.toString().replaceAll("[^A-Za-z0-9._-]", "-");
        }

        String longName() {
            // A suite that is typed halfway has no name yet.
            return Objects.toString(suite.getName(), "suite").replaceAll("[^A-Za-z0-9._-]", "-") + "-" + shortName();
        }

        ExpandedCase named(String name, WholeTestbed testbed) {
            return new ExpandedCase(
                    name,
                    suite,
                    testCase,
                    server,
                    targets,
                    workload,
                    clientHosts(testbed, testCase),
                    placements(testbed, testCase));
        }
    }
}

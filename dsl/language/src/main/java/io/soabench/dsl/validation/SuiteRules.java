package io.soabench.dsl.validation;

import io.soabench.model.CaseExpansion;
import io.soabench.model.ExpandedCase;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Recorder;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.xtext.validation.Check;

/** Rules for suites. They have cases. {@link ScheduleRules} has the rules for times. */
public final class SuiteRules extends Rules {

    /** The greatest number of cases of a suite: at a minute each they take a week. */
    private static final int MOST_CASES = 10_000;

    /** Folders are named after cases, and no file system takes a name of more than 255 bytes. */
    private static final int LONGEST_NAME = 200;

    /** Checks that there is something to run. */
    @Check
    public void notEmpty(TestSuite suite) {
        if (suite.getCases().isEmpty() && !(suite instanceof Exploration)) {
            error(
                    IssueCode.SUITE_EMPTY,
                    "suite \"" + suite.getName()
                            + "\" has no cases; add: case on <engine> for process in (…), workload in (…)",
                    suite,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /** Checks that the cases can be listed, and that each of their names can be that of a folder. */
    @Check
    public void cases(TestSuite suite) {
        List<ExpandedCase> cases = CaseExpansion.expand(suite);
        if (cases.size() > MOST_CASES) {
            error(
                    IssueCode.TOO_MUCH,
                    NameRules.word(suite) + " \"" + suite.getName() + "\" has " + cases.size()
                            + " cases, which is above the limit; name fewer engines, processes or workloads, so that there are at most "
                            + MOST_CASES,
                    suite,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
            return;
        }
        cases.stream()
                .filter(each -> each.name().length() > LONGEST_NAME)
                .findFirst()
                .ifPresent(each -> error(
                        IssueCode.TOO_MUCH,
                        "case \"" + each.name() + "\" has a name of "
                                + each.name().length()
                                + " characters, which is above the limit; choose shorter names, so that together they have at most "
                                + LONGEST_NAME,
                        each.testCase(),
                        null));
    }

    /** Checks that only measured cases are measured once more. */
    @Check
    public void twins(TestSuite suite) {
        if (suite.getTwins().isEmpty() || suite.getCases().isEmpty()) {
            return;
        }
        Set<Server> tested = CaseExpansion.expand(suite).stream()
                .flatMap(each -> each.server().stream())
                .collect(Collectors.toSet());
        Set<Server> named = new HashSet<>();
        for (int i = 0; i < suite.getTwins().size(); i++) {
            Server twin = suite.getTwins().get(i);
            if (twin.eIsProxy()) {
                continue;
            }
            if (!named.add(twin)) {
                error(
                        IssueCode.TWIN_NOT_TESTED,
                        "\"aa\" names \"" + twin.getName() + "\" twice; name it once",
                        suite,
                        TestbedPackage.Literals.TEST_SUITE__TWINS,
                        i);
            } else if (!tested.contains(twin)) {
                error(
                        IssueCode.TWIN_NOT_TESTED,
                        "no case of suite \"" + suite.getName() + "\" is on \"" + twin.getName()
                                + "\", so that there is nothing to measure once more; name a server of one of its cases",
                        suite,
                        TestbedPackage.Literals.TEST_SUITE__TWINS,
                        i);
            }
        }
    }

    /** Checks that the baseline is measured with each process of an engine, and that another engine is compared with it. */
    @Check
    public void baseline(TestSuite suite) {
        Server baseline = suite.getBaseline();
        if (baseline == null || baseline.eIsProxy() || suite.getCases().isEmpty()) {
            return;
        }
        Map<String, Set<Server>> blocks = new LinkedHashMap<>();
        for (ExpandedCase each : CaseExpansion.expand(suite)) {
            each.server()
                    .filter(server -> each.targets().stream().noneMatch(Service.class::isInstance))
                    .ifPresent(server -> blocks.computeIfAbsent(block(each), k -> new LinkedHashSet<>())
                            .add(server));
        }
        Optional<String> without = blocks.entrySet().stream()
                .filter(each -> !each.getValue().contains(baseline))
                .map(Map.Entry::getKey)
                .findFirst();
        if (without.isPresent() || blocks.isEmpty()) {
            notTested(
                    suite,
                    "suite \"" + suite.getName() + "\" does not measure "
                            + without.map(block -> block + " on \"" + baseline.getName() + "\"")
                                    .orElse("any process on an engine")
                            + ", so that there is nothing to compare with; name a server on which each process is measured");
        } else if (blocks.values().stream().allMatch(servers -> servers.size() == 1)) {
            notTested(
                    suite,
                    "\"" + baseline.getName() + "\" is the only engine of suite \"" + suite.getName()
                            + "\"; measure another one, which is compared with it, or leave out baseline");
        }
    }

    /** Returns the process and the workload of a case. */
    private static String block(ExpandedCase each) {
        return each.targets().stream().map(NamedElement::getName).collect(Collectors.joining("+")) + " under "
                + each.workload().getName();
    }

    private void notTested(TestSuite suite, String message) {
        error(IssueCode.BASELINE_NOT_TESTED, message, suite, TestbedPackage.Literals.TEST_SUITE__BASELINE);
    }

    /** Checks that there is a server to record, and that the recorder reaches its machine. */
    @Check
    public void recorder(TestSuite suite) {
        if (suite.getRecorder() == Recorder.NONE || suite.getCases().isEmpty()) {
            return;
        }
        List<Server> servers = CaseExpansion.expand(suite).stream()
                .flatMap(each -> each.server().stream())
                .distinct()
                .toList();
        if (servers.isEmpty()) {
            cannotRecord(
                    suite,
                    "suite \"" + suite.getName()
                            + "\" has no case on a server, so that there is nothing to record; leave out record, or name an engine with \"on\"");
        } else if (suite.getRecorder() == Recorder.ASYNC_PROFILER) {
            servers.stream()
                    .filter(server -> !machine(server.getHost()).isEmpty())
                    .findFirst()
                    .ifPresent(server -> cannotRecord(
                            suite,
                            "async-profiler records servers on this machine only, and \"" + server.getName()
                                    + "\" is on another one; write: record jfr"));
        }
    }

    private void cannotRecord(TestSuite suite, String message) {
        error(IssueCode.RECORD_IMPOSSIBLE, message, suite, TestbedPackage.Literals.TEST_SUITE__RECORDER);
    }

    /** Checks that {@code parallel} has an effect. */
    @Check
    public void parallel(TestSuite suite) {
        if (!suite.isParallel() || suite.getCases().isEmpty()) {
            return;
        }
        List<Set<String>> seen = new ArrayList<>();
        for (ExpandedCase each : CaseExpansion.expand(suite)) {
            Set<String> machines = machines(each);
            if (seen.stream().anyMatch(other -> other.stream().noneMatch(machines::contains))) {
                return;
            }
            seen.add(machines);
        }
        warning(
                IssueCode.PARALLEL_POINTLESS,
                "every two cases of suite \"" + suite.getName()
                        + "\" have a machine in common, so none of them can"
                        + " run at the same time; leave out parallel, or give the cases different hosts",
                suite,
                TestbedPackage.Literals.TEST_SUITE__PARALLEL);
    }

    private static Set<String> machines(ExpandedCase each) {
        Set<String> machines = new HashSet<>();
        Stream<Server> partners = each.targets().stream()
                .flatMap(target -> CaseRules.called(target).stream())
                .map(each.placements()::get)
                .filter(Objects::nonNull);
        Stream.concat(each.server().stream(), partners)
                .map(Server::getHost)
                .forEach(host -> machines.add(machine(host)));
        each.targets().stream()
                .filter(BlackBoxProcess.class::isInstance)
                .forEach(blackBox -> machines.add(String.valueOf(((BlackBoxProcess) blackBox).getEndpoint())));
        each.clientHosts().forEach(host -> machines.add(machine(host)));
        return machines;
    }

    /** Returns the machine of a host: hosts without an address are this machine. */
    private static String machine(Host host) {
        return host == null || host.getAddress() == null ? "" : host.getAddress();
    }
}

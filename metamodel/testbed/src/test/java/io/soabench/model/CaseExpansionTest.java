package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.ClosedWorkload;
import io.soabench.model.testbed.DeployPlan;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.MixShare;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Placement;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.model.testbed.TestingClient;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.model.testbed.Workload;
import io.soabench.model.testbed.WorkloadRange;
import java.util.List;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.junit.jupiter.api.Test;

class CaseExpansionTest {

    private static final TestbedFactory FACTORY = TestbedFactory.eINSTANCE;

    private final Testbed testbed = FACTORY.createTestbed();
    private final Host here = add(FACTORY.createHost(), "here");
    private final Host there = add(FACTORY.createHost(), "there");
    private final Server engine = server("engine", true);
    private final Server other = server("other", true);
    private final Server mocks = server("mocks", false);
    private final Service quotes = add(FACTORY.createService(), "quotes");
    private final WhiteBoxProcess flow = add(FACTORY.createWhiteBoxProcess(), "Flow");
    private final WhiteBoxProcess loop = add(FACTORY.createWhiteBoxProcess(), "While");
    private final NamedElement legacy = add(FACTORY.createBlackBoxProcess(), "Legacy");
    private final ClosedWorkload first = add(FACTORY.createClosedWorkload(), "L1");
    private final ClosedWorkload second = add(FACTORY.createClosedWorkload(), "L2");
    private final ClosedWorkload third = add(FACTORY.createClosedWorkload(), "L3");
    private final TestSuite suite = add(FACTORY.createTestSuite(), "Quick");

    @Test
    void shouldWalkEnginesThenProcessesThenWorkloadsWhenCaseIsMatrix() {
        TestCase testCase = testCase();
        testCase.getEngines().addAll(List.of(other, engine));
        testCase.getProcesses().addAll(List.of(flow, loop));
        testCase.getWorkloads().add(range(second, third));
        assertThat(names())
                .containsExactly(
                        "Flow-L2-other",
                        "Flow-L3-other",
                        "While-L2-other",
                        "While-L3-other",
                        "Flow-L2-engine",
                        "Flow-L3-engine",
                        "While-L2-engine",
                        "While-L3-engine");
    }

    @Test
    void shouldMakeOneCaseOfAllProcessesThatAWorkloadNames() {
        ClientClass browsers = FACTORY.createClientClass();
        browsers.setProcess(loop);
        ClientClass both = FACTORY.createClientClass();
        for (WhiteBoxProcess process : List.of(flow, loop)) {
            MixShare share = FACTORY.createMixShare();
            share.setProcess(process);
            both.getMix().add(share);
        }
        second.getClasses().addAll(List.of(browsers, both));
        TestCase testCase = testCase();
        testCase.getEngines().addAll(List.of(engine, other));
        testCase.getWorkloads().add(range(second, null));

        assertThat(names()).containsExactly("L2-engine", "L2-other");
        assertThat(CaseExpansion.expand(suite).get(0).targets())
                .as("in the order in which they are named")
                .isEqualTo(List.of(loop, flow));
        assertThat(CaseExpansion.targets(WholeTestbed.of(testbed), testCase)).isEqualTo(List.of(loop, flow));
    }

    @Test
    void shouldTakeAllOfAKindWhenKeywordsAreUsed() {
        TestCase testCase = testCase();
        testCase.setAllEngines(true);
        testCase.setAllProcesses(true);
        testCase.setAllWorkloads(true);
        assertThat(CaseExpansion.expand(testbed))
                .hasSize(2 * 2 * 3)
                .allSatisfy(cell -> assertThat(cell.targets()).singleElement().isNotSameAs(legacy));
    }

    @Test
    void shouldTakeBlackBoxesWhenThereIsNoEngine() {
        TestCase testCase = testCase();
        testCase.setAllProcesses(true);
        testCase.getWorkloads().add(range(first, null));
        assertThat(names()).containsExactly("Legacy-L1");
        assertThat(CaseExpansion.expand(suite).get(0).server()).isEmpty();
    }

    @Test
    void shouldRunOnServingServerWhenTargetIsService() {
        mocks.getServices().add(quotes);
        TestCase testCase = testCase();
        testCase.getProcesses().add(quotes);
        testCase.getWorkloads().add(range(first, null));
        assertThat(names()).containsExactly("quotes-L1-mocks");
        assertThat(CaseExpansion.expand(suite).get(0).server()).containsSame(mocks);
    }

    @Test
    void shouldKeepNamesApartWhenSuitesRepeatEachOther() {
        TestSuite slow = add(FACTORY.createTestSuite(), "Slow");
        for (TestSuite each : List.of(suite, slow, slow)) {
            TestCase testCase = FACTORY.createTestCase();
            each.getCases().add(testCase);
            testCase.getEngines().add(engine);
            testCase.getProcesses().add(flow);
            testCase.getWorkloads().add(range(first, null));
        }
        slow.getCases().get(1).setName("again");
        slow.getCases().add(copyOfFirst(slow));
        assertThat(names())
                .containsExactly(
                        "Quick-Flow-L1-engine", "Slow-Flow-L1-engine", "again-Flow-L1-engine", "Slow-Flow-L1-engine-2");
    }

    private TestCase copyOfFirst(TestSuite from) {
        return EcoreUtil.copy(from.getCases().get(0));
    }

    @Test
    void shouldPlaceClientsOnFirstHostWhenNothingIsSaid() {
        TestCase testCase = testCase();
        WholeTestbed whole = WholeTestbed.of(testbed);
        assertThat(CaseExpansion.clientHosts(whole, testCase)).containsExactly(here);
        TestingClient client = FACTORY.createTestingClient();
        client.setHost(there);
        testCase.getClients().add(client);
        assertThat(CaseExpansion.clientHosts(whole, testCase)).containsExactly(there);
    }

    @Test
    void shouldPreferDeployPlanWhenThereIsOne() {
        mocks.getServices().add(quotes);
        TestCase testCase = testCase();
        WholeTestbed whole = WholeTestbed.of(testbed);
        assertThat(CaseExpansion.placements(whole, testCase)).containsEntry(quotes, mocks);
        Server spare = server("spare", false);
        Placement placement = FACTORY.createPlacement();
        placement.setService(quotes);
        placement.setServer(spare);
        DeployPlan plan = FACTORY.createDeployPlan();
        plan.getPlacements().add(placement);
        testCase.setDeployPlan(plan);
        assertThat(CaseExpansion.placements(whole, testCase)).containsEntry(quotes, spare);
    }

    @Test
    void shouldRefuseWhenSuiteStandsAlone() {
        TestSuite alone = FACTORY.createTestSuite();
        alone.setName("Alone");
        assertThatThrownBy(() -> CaseExpansion.expand(alone))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("suite \"Alone\" is not part of a testbed");
    }

    private List<String> names() {
        return CaseExpansion.expand(testbed).stream().map(ExpandedCase::name).toList();
    }

    private TestCase testCase() {
        TestCase testCase = FACTORY.createTestCase();
        suite.getCases().add(testCase);
        return testCase;
    }

    private static WorkloadRange range(Workload from, Workload to) {
        WorkloadRange range = FACTORY.createWorkloadRange();
        range.setFirst(from);
        range.setLast(to);
        return range;
    }

    private Server server(String name, boolean runsProcesses) {
        ServerType type = FACTORY.createServerType();
        type.setRunsProcesses(runsProcesses);
        Server server = add(FACTORY.createServer(), name);
        server.setType(type);
        return server;
    }

    private <T extends NamedElement> T add(T element, String name) {
        element.setName(name);
        testbed.getElements().add((TestbedElement) element);
        return element;
    }
}

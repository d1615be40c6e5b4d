package io.soabench.generators;

import static io.soabench.generators.ModelFixture.MAKE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.MixShare;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.UiidFromMessage;
import io.soabench.model.testbed.Workload;
import io.soabench.model.testbed.WorkloadRange;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of workloads that name their processes. */
class MixedLoadTest {

    @TempDir
    Path temp;

    private ModelFixture model;

    @BeforeEach
    void makeModel() {
        model = new ModelFixture(temp.resolve("model"));
        model.matrix.setAllProcesses(false);
        model.matrix.setAllWorkloads(false);
    }

    private Plan compile(Workload... workloads) {
        for (Workload workload : workloads) {
            WorkloadRange range = MAKE.createWorkloadRange();
            range.setFirst(workload);
            model.matrix.getWorkloads().add(range);
        }
        return new TestbedCompiler()
                .compile(model.testbed, Set.of(), ModelFixture.types(), temp.resolve("compiled"), OptionalLong.empty());
    }

    private static void share(ClientClass clients, String percent, Invocable process) {
        MixShare share = MAKE.createMixShare();
        share.setShare(new BigDecimal(percent));
        share.setProcess(process);
        clients.getMix().add(share);
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(temp.resolve("compiled").resolve(file)).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static String field(String line, int index) {
        return line.split("\t", -1)[index];
    }

    /** What is sent to each process in a service of its own, by which requests can be told apart. */
    private Service ownPartner() {
        Service own = EcoreUtil.copy(model.quotes);
        own.setName("others");
        model.testbed.getElements().add(own);
        model.mocks.getServices().add(own);
        model.flow.getPartners().get(0).setService(own);
        return own;
    }

    @Test
    void shouldDrawTheProcessOfEachRequestByItsWeight() throws IOException {
        ClientClass clients = model.web.getClasses().get(0);
        share(clients, "70", model.sequential);
        share(clients, "30", model.flow);

        Plan plan = compile(model.web);

        assertThat(plan.cases()).extracting(CasePlan::id).containsExactly("web-engine");
        CasePlan of = plan.cases().get(0);
        assertThat(of.processes()).containsExactly("Sequential", "FlowNoDep");
        assertThat(plan.workloadOf("web").processes()).containsExactly("Sequential", "FlowNoDep");
        assertThat(plan.workloadOf("web").description())
                .endsWith("70 % default requests to Sequential and 30 % default requests to FlowNoDep");
        assertThat(temp.resolve("compiled/repetitions/1/workloads/web/here.trace"))
                .content()
                .contains(" chunks=Sequential/default,FlowNoDep/default\n");
        List<String> requests = lines("repetitions/1/workloads/web/here.trace");
        double shareOfFlow = requests.stream()
                .mapToInt(line -> Integer.parseInt(field(line, 3)))
                .average()
                .orElse(0);
        // Four standard deviations of the share of that many requests.
        assertThat(shareOfFlow).isCloseTo(0.3, within(4 * Math.sqrt(0.3 * 0.7 / requests.size())));
        assertThat(of.checks())
                .extracting(check -> check.named(""))
                .containsExactly(
                        CheckPlan.before("Sequential", "requests/Sequential/default.xml", "", ""),
                        CheckPlan.before("FlowNoDep", "requests/FlowNoDep/default.xml", "", ""));
        assertThat(plan.processes())
                .allSatisfy(process -> assertThat(process.packages()).containsKey("engine"));
    }

    @Test
    void shouldLetEachClassCallItsProcess() throws IOException {
        ClientClass first = model.office.getClasses().get(0);
        ClientClass second = EcoreUtil.copy(first);
        first.setName("browsers");
        first.setClients(3);
        first.setProcess(model.flow);
        second.setName("buyers");
        second.setClients(2);
        second.setProcess(model.sequential);
        model.office.getClasses().add(second);

        Plan plan = compile(model.office);

        assertThat(plan.cases().get(0).processes()).containsExactly("FlowNoDep", "Sequential");
        Map<String, List<String>> chunks = lines("repetitions/1/workloads/office/here.trace").stream()
                .collect(Collectors.groupingBy(
                        line -> field(line, 0),
                        Collectors.mapping(
                                line -> field(line, 3),
                                Collectors.collectingAndThen(
                                        Collectors.toSet(),
                                        set -> set.stream().sorted().toList()))));
        assertThat(chunks)
                .isEqualTo(Map.of(
                        "1", List.of("0"), "2", List.of("0"), "3", List.of("0"), "4", List.of("1"), "5", List.of("1")));
    }

    @Test
    void shouldSendAtTheSameTimesWhateverIsCalled() throws IOException {
        model.matrix.getProcesses().add(model.sequential);
        compile(model.web);
        List<String> plain = lines("repetitions/1/workloads/web/here.trace");
        model.matrix.getProcesses().clear();
        model.matrix.getWorkloads().clear();
        ClientClass clients = model.web.getClasses().get(0);
        share(clients, "50", model.sequential);
        share(clients, "50", model.flow);

        compile(model.web);

        assertThat(lines("repetitions/1/workloads/web/here.trace"))
                .extracting(line -> line.substring(0, line.lastIndexOf('\t')))
                .isEqualTo(plain.stream()
                        .map(line -> line.substring(0, line.lastIndexOf('\t')))
                        .toList());
    }

    @Test
    void shouldPlanBehavioursOnlyForTheRequestsThatReachAPartner() throws IOException {
        ownPartner();
        ClientClass clients = model.web.getClasses().get(0);
        share(clients, "70", model.sequential);
        share(clients, "30", model.flow);

        List<CheckPlan> checks = compile(model.web).cases().get(0).checks();

        List<String> requests = lines("repetitions/1/workloads/web/here.trace");
        for (Map.Entry<String, String> each :
                Map.of("quotes-1", "0", "others-1", "1").entrySet()) {
            List<String> called = requests.stream()
                    .filter(line -> field(line, 3).equals(each.getValue()))
                    .map(line -> "web." + field(line, 0) + "." + field(line, 1))
                    .toList();
            List<String> behaviours = lines("repetitions/1/mocks/" + each.getKey() + "/behaviour.trace");
            int check = 1 + Integer.parseInt(each.getValue());
            assertThat(field(behaviours.get(0), 0))
                    .isEqualTo(checks.get(check - 1).uiid());
            assertThat(behaviours.subList(1, behaviours.size()))
                    .extracting(line -> field(line, 0))
                    .isEqualTo(called);
        }
    }

    @Test
    void shouldExportEachProcessWithItsAddressAndAction() throws IOException {
        ClientClass clients = model.web.getClasses().get(0);
        share(clients, "70", model.sequential);
        share(clients, "30", model.flow);

        compile(model.web);

        assertThat(temp.resolve("compiled/jmeter/web-engine.jmx"))
                .content()
                .contains("soabench.endpoint.Sequential", "soabench.endpoint.FlowNoDep")
                .contains(">${soabench.endpoint.Sequential}<", ">${soabench.endpoint.FlowNoDep}<")
                .contains("\"${soabench.soapAction.Sequential}\"", "\"${soabench.soapAction.FlowNoDep}\"")
                .contains("testname=\"Sequential/default\"", "testname=\"FlowNoDep/default\"")
                .doesNotContain("${soabench.soapAction}");
    }

    @Test
    void shouldIdentifyRequestsTheSameWhenAPartnerHasNoIdentifiers() throws IOException {
        assertThat(model.quotes.getUiid()).isInstanceOf(UiidFromMessage.class);
        model.quotes.setUiid(MAKE.createUiidByArrival());
        ownPartner();
        ClientClass clients = model.web.getClasses().get(0);
        share(clients, "70", model.sequential);
        share(clients, "30", model.flow);

        compile(model.web);

        assertThat(lines("repetitions/1/mocks/others-1/behaviour.trace"))
                .as("by arrival, one line for each request that calls and for its own check")
                .hasSize(1
                        + (int) lines("repetitions/1/workloads/web/here.trace").stream()
                                .filter(line -> field(line, 3).equals("1"))
                                .count());
    }
}

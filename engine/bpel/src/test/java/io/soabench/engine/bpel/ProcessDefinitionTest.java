package io.soabench.engine.bpel;

import static io.soabench.engine.bpel.ProcessFixture.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.contracts.source.Problem;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.CompensateScopeNode;
import io.soabench.engine.bpel.model.EventBranch;
import io.soabench.engine.bpel.model.FlowNode;
import io.soabench.engine.bpel.model.ForEachNode;
import io.soabench.engine.bpel.model.InvokeNode;
import io.soabench.engine.bpel.model.LinkEnds;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ScopeNode;
import io.soabench.engine.bpel.model.Variable;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcessDefinitionTest {
    private static Path processes() {
        try {
            return Path.of(ProcessDefinitionTest.class
                            .getResource("/processes/Flow.bpel")
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ProcessModel load(String name) {
        return ProcessDefinition.load(processes().resolve(name + ".bpel"), List.of())
                .model();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sequential", "FlowNoDep", "Flow", "While"})
    void shouldLoadPaperProcessWhenReadFromDisk(String name) {
        ProcessDefinition definition = ProcessDefinition.load(processes().resolve(name + ".bpel"), List.of());
        assertThat(definition.problems()).isEmpty();
        assertThat(definition.isValid()).isTrue();
        assertThat(definition.model().name().getLocalPart()).isEqualTo(name);
        assertThat(definition.profile().callsPerInstance()).contains(5L);
        assertThat(definition.wsdl().services()).hasSize(2);
    }

    @Test
    void shouldNumberActivitiesDenselyWhenModelIsBuilt() {
        for (String name : List.of("Sequential", "FlowNoDep", "Flow", "While")) {
            List<ActivityNode> activities = load(name).activities();
            for (int i = 0; i < activities.size(); i++) {
                assertThat(activities.get(i).info().id()).isEqualTo(i);
                assertThat(activities.get(i).info().parent()).isLessThan(i);
            }
        }
    }

    @Test
    void shouldSayWhatIsProvidedAndConsumedWhenModelIsBuilt() {
        ProcessModel model = load("Flow");
        assertThat(model.provided()).singleElement().satisfies(provided -> {
            assertThat(provided.partnerLink().name()).isEqualTo("client");
            assertThat(provided.operation().name()).isEqualTo("order");
            assertThat(provided.createsInstance()).isTrue();
        });
        assertThat(model.consumed()).singleElement().satisfies(consumed -> {
            assertThat(consumed.partnerLink().name()).isEqualTo("partner");
            assertThat(consumed.activities()).hasSize(5);
        });
        assertThat(model.starts()).hasSize(1);
        assertThat(model.partnerLink("client").orElseThrow().myPortType()).isPresent();
        assertThat(model.partnerLink("client").orElseThrow().partnerPortType()).isEmpty();
    }

    @Test
    void shouldConnectLinksWhenFlowHasThem() {
        ProcessModel model = load("Flow");
        List<Integer> calls = model.activities(InvokeNode.class).stream()
                .map(call -> call.info().id())
                .toList();
        assertThat(model.links())
                .extracting(LinkEnds::source, LinkEnds::target)
                .containsExactly(
                        tuple(calls.get(0), calls.get(2)),
                        tuple(calls.get(1), calls.get(2)),
                        tuple(calls.get(1), calls.get(3)),
                        tuple(calls.get(2), calls.get(4)),
                        tuple(calls.get(3), calls.get(4)));
        FlowNode flow = model.activities(FlowNode.class).get(0);
        assertThat(flow.links()).extracting(link -> link.slot()).containsExactly(0, 1, 2, 3, 4);
        assertThat(model.activity(calls.get(2)).info().incoming()).hasSize(2);
        assertThat(model.activity(calls.get(1)).info().outgoing()).hasSize(2);
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.api.Assertions.tuple(values);
    }

    @Test
    void shouldGiveSlotsByScopeWhenScopesAreNested() {
        ProcessModel model = process()
                .body(
                        "<scope name='s'><variables><variable name='a' type='xsd:int'/><variable name='b' type='xsd:int'/>"
                                + "</variables><assign><copy><from>$a + 1</from><to variable='b'/></copy></assign></scope>")
                .load()
                .model();
        assertThat(model.frames()).hasSize(2);
        assertThat(model.frame(1).parent()).isZero();
        assertThat(model.frame(1).name()).isEqualTo("s");
        assertThat(model.frame(1).variables()).extracting(Variable::slot).containsExactly(0, 1);
        assertThat(model.variables())
                .extracting(Variable::index)
                .doesNotHaveDuplicates()
                .startsWith(0, 1, 2);
        assertThat(model.variables()).allSatisfy(variable -> assertThat(
                        model.frame(variable.scope()).variables().get(variable.slot()))
                .isEqualTo(variable));
    }

    @Test
    void shouldDeclareImplicitVariablesWhenLoopEventAndFaultHaveThem() {
        ProcessModel model = process()
                .with(
                        "correlationSets",
                        "<correlationSets><correlationSet name='byId' properties='p:orderId'/></correlationSets>")
                .with(
                        "receive",
                        "<receive partnerLink='client' operation='order' variable='order' createInstance='yes'>"
                                + "<correlations><correlation set='byId' initiate='yes'/></correlations></receive>")
                .with(
                        "eventHandlers",
                        "<eventHandlers><onEvent partnerLink='client' operation='cancel' variable='cancelled'"
                                + " messageType='p:order'><correlations><correlation set='byId'/></correlations><scope><empty/></scope>"
                                + "</onEvent></eventHandlers>")
                .with(
                        "faultHandlers",
                        "<faultHandlers><catch faultName='p:f' faultVariable='why' faultElement='t:refusal'>"
                                + "<assign><copy><from>$why</from><to variable='text'/></copy></assign></catch></faultHandlers>")
                .body("<forEach counterName='i' parallel='yes'><startCounterValue>1</startCounterValue>"
                        + "<finalCounterValue>3</finalCounterValue><scope><assign><copy><from>$i</from><to variable='text'/></copy>"
                        + "</assign></scope></forEach>")
                .load()
                .model();
        List<Variable> implicit =
                model.variables().stream().filter(Variable::implicit).toList();
        assertThat(implicit).extracting(Variable::name).containsExactly("why", "cancelled", "i");
        assertThat(implicit).extracting(Variable::scope).containsExactly(0, 1, 2);
        ForEachNode loop = model.activities(ForEachNode.class).get(0);
        assertThat(loop.counter()).isEqualTo(loop.body().frame().variables().get(0));
        EventBranch event = model.root().events().get(0);
        assertThat(event.reception().variable())
                .contains(event.body().frame().variables().get(0));
        assertThat(event.reception().correlations().get(0).requestAliases()).hasSize(1);
    }

    @Test
    void shouldMakeScopeOfInvokeWhenInvokeHasHandlers() {
        ProcessModel model = process()
                .with(
                        "faultHandlers",
                        "<faultHandlers><catchAll><compensateScope target='call'/></catchAll></faultHandlers>")
                .body(
                        "<invoke name='call' partnerLink='partner' operation='ask' inputVariable='question' outputVariable='answer'>"
                                + "<catch faultName='t:refused'><empty/></catch><compensationHandler><empty/></compensationHandler></invoke>")
                .load()
                .model();
        InvokeNode call = model.activities(InvokeNode.class).get(0);
        ScopeNode scope = (ScopeNode) model.activity(call.info().parent());
        assertThat(scope.frame().name()).isEqualTo("call");
        assertThat(scope.catches()).hasSize(1);
        assertThat(scope.compensationHandler()).isPresent();
        assertThat(call.info().scope()).isEqualTo(scope.frame().id());
        assertThat(model.activities(CompensateScopeNode.class).get(0).target())
                .isEqualTo(scope.frame().id());
    }

    @Test
    void shouldInheritSuppressJoinFailureWhenNotGiven() {
        ProcessModel model = process()
                .with("attributes", "suppressJoinFailure='yes'")
                .body("<sequence suppressJoinFailure='no'><empty name='inner'/></sequence><empty name='outer'/>")
                .load()
                .model();
        assertThat(suppress(model, "inner")).isFalse();
        assertThat(suppress(model, "outer")).isTrue();
    }

    private static boolean suppress(ProcessModel model, String name) {
        return model.activities().stream()
                .filter(activity -> activity.info().name().equals(name))
                .findFirst()
                .orElseThrow()
                .info()
                .suppressJoinFailure();
    }

    @Test
    void shouldReportEveryUnresolvedReferenceWhenSeveralAreWrong() {
        ProcessDefinition definition = process()
                .body(
                        """

                        <invoke partnerLink='nobody' operation='ask' inputVariable='question' outputVariable='answer'/>
                        <invoke partnerLink='partner' operation='unknown' inputVariable='question'/>
                        <assign><copy><from variable='missing'/><to variable='text'/></copy></assign>
                        <assign><copy><from>$gone.body</from><to>$order.none</to></copy></assign>
                        <throw faultName='p:f' faultVariable='lost'/>
                        <assign><copy><from>1 +</from><to variable='text'/></copy></assign>
                        <assign><copy><from>x:f($text)</from><to variable='text'/></copy></assign>
                        """)
                .load();
        assertThat(definition.problems().stream().map(ProcessDefinitionTest::withoutPlace))
                .containsExactly(
                        "[SA00010] partner link 'nobody' is not declared here; declare it or correct the name",
                        "[SA00010] port type '{urn:test:partner}Partner' of partner link 'partner' has no operation 'unknown'; correct the name",
                        "[BPEL-VARIABLE] variable 'missing' is not declared here; declare it or correct the name",
                        "[BPEL-VARIABLE] variable 'gone' in '$gone.body' is not declared here; declare it or correct the name",
                        "[BPEL-VARIABLE] variable 'order' has no part 'none', used in '$order.none'",
                        "[BPEL-VARIABLE] variable 'lost' is not declared here; declare it or correct the name",
                        "[XPATH-SYNTAX] '1 +' is not XPath 1.0: it ends too early, at character 4",
                        "[XPATH-FUNCTION] function 'x:f' in 'x:f($text)' is neither of XPath 1.0 nor of WS-BPEL; check its name"
                                + " and the namespace of its prefix",
                        "[XPATH-PREFIX] prefix 'x' in 'x:f($text)' is not declared; declare it");
        assertThat(definition.problems())
                .allSatisfy(problem -> assertThat(problem.file()).isEqualTo("p.bpel"));
        assertThatThrownBy(definition::model).isInstanceOf(IllegalStateException.class);
    }

    private static String withoutPlace(Problem problem) {
        return "[" + problem.code() + "] " + problem.message();
    }

    @Test
    void shouldGiveTolerantModelWhenProblemsAlsoHaveFaults() {
        ProcessDefinition definition = process()
                .body("<assign><copy><from>1 +</from><to variable='text'/></copy></assign>")
                .load();
        assertThat(definition.isValid()).isFalse();
        assertThat(definition.tolerantModel()).isPresent();
        assertThat(process().body("<rethrow/>").load().tolerantModel()).isEmpty();
    }

    @Test
    void shouldNotUseDocumentWhenItIsOnlyBesideTheProcess() {
        ProcessFixture notImported = process()
                .file(
                        "other.wsdl",
                        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:o'><message name='m'/></definitions>")
                .with("variables", "<variable name='v' messageType='o:m' xmlns:o='urn:o'/>");
        assertThat(notImported.codes()).containsExactly("SA00010");
        assertThat(notImported.load().wsdl().messages())
                .anyMatch(message -> message.name().getLocalPart().equals("m"));
    }

    @Test
    void shouldLoadEachProcessWhenArchiveHasSeveral() {
        Map<String, byte[]> entries = new HashMap<>();
        for (String name : List.of("Flow.bpel", "While.bpel", "process.wsdl", "partner.wsdl", "partner.xsd")) {
            entries.put("bundle/" + name, ProcessFixture.resource("/processes/" + name));
        }
        assertThat(Stream.of("bundle/Flow.bpel", "bundle/While.bpel")
                        .map(name -> ProcessDefinition.load(name, entries)))
                .allMatch(ProcessDefinition::isValid)
                .extracting(ProcessDefinition::file)
                .containsExactly("bundle/Flow.bpel", "bundle/While.bpel");
    }

    @Test
    void shouldReportProblemWhenProcessIsMissingOrBroken() {
        assertThat(ProcessDefinition.load("none.bpel", Map.of()).problems())
                .extracting(Problem::code)
                .containsExactly("XML-MISSING");
        Map<String, byte[]> broken = Map.of("a.bpel", "<process>\n<x></process>".getBytes(StandardCharsets.UTF_8));
        assertThat(ProcessDefinition.load("a.bpel", broken).problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo("XML-SYNTAX");
                    assertThat(problem.line()).isEqualTo(2);
                });
        assertThat(ProcessDefinition.load(Path.of("no-such-file.bpel"), List.of())
                        .isValid())
                .isFalse();
    }
}

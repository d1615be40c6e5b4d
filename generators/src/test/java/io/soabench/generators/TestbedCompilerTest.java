package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.generators.output.Hashes;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.BurstSeries;
import io.soabench.model.testbed.BurstState;
import io.soabench.model.testbed.Bursts;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Connections;
import io.soabench.model.testbed.FunctionalCheck;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceUnavailable;
import io.soabench.model.testbed.Stage;
import io.soabench.model.testbed.Stages;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.Unit;
import io.soabench.plan.AnswerSample;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Json;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.MockPlan;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.Recorder;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.StagePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.WorkloadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestbedCompilerTest {

    @TempDir
    Path temp;

    private ModelFixture model;
    private Path compiled;

    @BeforeEach
    void begin() {
        model = new ModelFixture(temp.resolve("model"));
        compiled = temp.resolve("out/compiled");
    }

    private Plan compile() {
        return compile(Set.of());
    }

    private Plan compile(Set<Path> sources) {
        return new TestbedCompiler()
                .compile(model.testbed, sources, ModelFixture.types(), compiled, OptionalLong.empty());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldWriteAllFilesWhenModelIsRight() throws IOException {
        compile();

        assertThat(names(compiled))
                .containsExactly(
                        "MANIFEST.sha256",
                        "jmeter/FlowNoDep-office-engine.jmx",
                        "jmeter/FlowNoDep-web-engine.jmx",
                        "jmeter/Sequential-office-engine.jmx",
                        "jmeter/Sequential-web-engine.jmx",
                        "jmeter/office-here.csv",
                        "jmeter/web-here.csv",
                        "mocks/quotes-1/answers/quote.fault.xml",
                        "mocks/quotes-1/answers/quote.xml",
                        "mocks/quotes-1/mock.json",
                        "mocks/quotes-1/service.aar",
                        "mocks/quotes-1/wsdl/quote.wsdl",
                        "plan.json",
                        "plan.schema.json",
                        "processes/engine/FlowNoDep/addresses.txt",
                        "processes/engine/FlowNoDep/bpel/flow-no-dep.bpel",
                        "processes/engine/FlowNoDep/wsdl/flow-no-dep.wsdl",
                        "processes/engine/FlowNoDep/wsdl/quote.wsdl",
                        "processes/engine/Sequential/addresses.txt",
                        "processes/engine/Sequential/bpel/sequential.bpel",
                        "processes/engine/Sequential/wsdl/quote.wsdl",
                        "processes/engine/Sequential/wsdl/sequential.wsdl",
                        "repetitions/1/mocks/quotes-1/behaviour.trace",
                        "repetitions/1/workloads/office/here.trace",
                        "repetitions/1/workloads/web/here.trace",
                        "repetitions/2/mocks/quotes-1/behaviour.trace",
                        "repetitions/2/workloads/office/here.trace",
                        "repetitions/2/workloads/web/here.trace",
                        "requests/FlowNoDep/default.xml",
                        "requests/Sequential/default.xml");
    }

    @Test
    void shouldGiveEachRepetitionALoadOfItsOwnThatOthersDoNotChange() throws IOException {
        compile();
        List<String> those =
                List.of("workloads/office/here.trace", "workloads/web/here.trace", "mocks/quotes-1/behaviour.trace");
        Map<String, String> twice = new TreeMap<>();
        for (String each : those) {
            for (int n = 1; n <= 2; n++) {
                twice.put(n + each, Files.readString(compiled.resolve("repetitions/" + n + "/" + each)));
            }
            assertThat(twice.get("2" + each)).as(each).isNotEqualTo(twice.get("1" + each));
        }

        model.suite.setRepeat(3);
        Plan plan = compile();

        for (String each : those) {
            assertThat(compiled.resolve("repetitions/1/" + each)).hasContent(twice.get("1" + each));
            assertThat(compiled.resolve("repetitions/2/" + each)).hasContent(twice.get("2" + each));
            assertThat(compiled.resolve("repetitions/3/" + each)).content().isNotEqualTo(twice.get("2" + each));
        }
        assertThat(plan.cases().get(0).clients().get(0).traceOf(3))
                .isEqualTo("repetitions/3/workloads/office/here.trace");
    }

    @Test
    void shouldMeasureTwinsInBlocksAndBlocksInRounds() {
        model.suite.getTwins().add(model.engine);
        model.suite.setRepeat(6);

        Plan plan = compile();

        assertThat(plan.cases()).hasSize(8);
        assertThat(plan.cases().stream().filter(CasePlan::isTwin)).hasSize(4).allSatisfy(twin -> {
            CasePlan original = plan.caseOf(twin.twinOf());
            assertThat(twin.id()).isEqualTo(original.id() + "-aa");
            assertThat(twin.block()).isEqualTo(original.block());
            assertThat(original.twin(twin.id())).isEqualTo(twin);
            assertThat(twin.objectives()).isEmpty();
        });
        List<CasePlan> run =
                plan.order().stream().map(each -> plan.caseOf(each.caseId())).toList();
        Set<List<String>> rounds = new HashSet<>();
        Set<Boolean> twinsFirst = new HashSet<>();
        for (int round = 0; round < 6; round++) {
            List<String> blocks = new ArrayList<>();
            for (int i = 8 * round; i < 8 * (round + 1); i += 2) {
                assertThat(plan.order().get(i).repetition()).isEqualTo(round + 1);
                assertThat(plan.order().get(i + 1).repetition()).isEqualTo(round + 1);
                assertThat(run.get(i + 1).block()).isEqualTo(run.get(i).block());
                blocks.add(run.get(i).block());
                twinsFirst.add(run.get(i).isTwin());
            }
            assertThat(blocks).as("round %d", round).doesNotHaveDuplicates();
            rounds.add(blocks);
        }
        assertThat(rounds).as("blocks are shuffled").hasSizeGreaterThan(1);
        assertThat(twinsFirst).as("cases of a block are shuffled").hasSize(2);
        model.suite.setRepeat(7);
        assertThat(compile().order().subList(0, plan.order().size())).isEqualTo(plan.order());
    }

    @Test
    void shouldNameTheBaselineOfASuiteInEachOfItsCasesAndElseNothing() throws IOException {
        compile();
        assertThat(compiled.resolve("plan.json")).content().doesNotContain("baseline");
        model.suite.setBaseline(model.engine);

        Plan plan = compile();

        assertThat(plan.cases()).isNotEmpty().allSatisfy(each -> {
            assertThat(each.onBaseline()).isTrue();
            assertThat(each.withBaseline("").hasBaseline()).isFalse();
        });
        assertThat(compiled.resolve("plan.json"))
                .content()
                .contains("\"baseline\" : \"" + model.engine.getName() + "\"");
    }

    @Test
    void shouldNameTheRecorderOfASuiteInEachOfItsCasesAndElseNothing() throws IOException {
        compile();
        assertThat(compiled.resolve("plan.json")).content().doesNotContain("recorder");
        model.suite.setRecorder(io.soabench.model.testbed.Recorder.ASYNC_PROFILER);

        Plan plan = compile();

        assertThat(plan.cases())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.schedule().recorder()).isEqualTo(Recorder.ASYNC_PROFILER));
        assertThat(compiled.resolve("plan.json")).content().contains("\"recorder\" : \"ASYNC_PROFILER\"");
    }

    @Test
    void shouldMeetAllRequestsOfARepetitionWithItsBehaviours() throws IOException {
        compile();

        Set<String> sent = new TreeSet<>();
        for (String workload : List.of("office", "web")) {
            for (String line :
                    Files.readAllLines(compiled.resolve("repetitions/2/workloads/" + workload + "/here.trace"))) {
                if (!line.startsWith("#")) {
                    String[] fields = line.split("\t", -1);
                    sent.add(workload + "." + fields[0] + "." + fields[1]);
                }
            }
        }
        assertThat(Files.readAllLines(compiled.resolve("repetitions/2/mocks/quotes-1/behaviour.trace")).stream()
                        .skip(4)
                        .map(line -> line.split("\t", -1)[0]))
                .containsExactlyInAnyOrderElementsOf(sent);
    }

    @Test
    void shouldWriteThePlanThatItReturns() {
        Plan plan = compile();

        assertThat(Json.read(compiled.resolve("plan.json"), Plan.class)).isEqualTo(plan);
        assertThat(plan.cases()).hasSize(4);
        assertThat(plan.order()).hasSize(8).doesNotHaveDuplicates();
        assertThat(plan.processOf("Sequential").calls().calls()).hasValue(5);
        assertThat(plan.caseOf("Sequential-office-engine").servers()).containsExactly("mocks", "engine");
        assertThat(Json.read(compiled.resolve("mocks/quotes-1/mock.json"), MockPlan.class)
                        .uiid()
                        .id())
                .containsExactly("{urn:soabench:quote}request", "{urn:soabench:quote}id");
    }

    @Test
    void shouldListTheHashOfEveryOtherFileInTheManifest() throws IOException {
        compile();

        List<String> expected = new ArrayList<>();
        for (String name : names(compiled)) {
            if (!name.equals("MANIFEST.sha256")) {
                expected.add(Hashes.of(compiled.resolve(name)) + "  " + name);
            }
        }
        assertThat(Files.readAllLines(compiled.resolve("MANIFEST.sha256"))).isEqualTo(expected);
    }

    @Test
    void shouldPutTheUiidIntoRequestsWhereTheProcessExpectsIt() throws IOException {
        compile();

        assertThat(compiled.resolve("requests/Sequential/default.xml"))
                .hasContent(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" \
                        xmlns:ns1="urn:soabench:sequential"><soapenv:Body><ns1:order><ns1:id>${uiid}</ns1:id><ns1:symbol/>\
                        <ns1:note/></ns1:order></soapenv:Body></soapenv:Envelope>
                        """);
    }

    @Test
    void shouldGiveABehaviourToEveryRequestOfEveryWorkload() throws IOException {
        compile();

        int requests = Files.readAllLines(compiled.resolve("repetitions/1/workloads/office/here.trace"))
                        .size()
                + Files.readAllLines(compiled.resolve("repetitions/1/workloads/web/here.trace"))
                        .size()
                - 4;
        List<String> behaviours = Files.readAllLines(compiled.resolve("repetitions/1/mocks/quotes-1/behaviour.trace"));
        assertThat(behaviours).hasSize(requests + 4);
        assertThat(behaviours.get(2)).isEqualTo("office.1.10001\t0 0 0 0 0");
        assertThat(behaviours.get(3)).matches("web\\.1\\.\\d+\\t0 0 0 0 0");
        assertThat(behaviours)
                .as("no request has the identifier of a check")
                .filteredOn(line -> line.startsWith(
                        behaviours.get(3).substring(0, behaviours.get(3).indexOf('\t') + 1)))
                .hasSize(1);
        assertThat(behaviours.subList(4, behaviours.size()))
                .allMatch(line -> line.matches("(office|web)\\.\\d+\\.\\d+\\t\\d+!?( \\d+!?){4}"));
    }

    @Test
    void shouldCheckEachRequestOfAWorkloadWhenTheModelHasNoChecks() {
        assertThat(compile().caseOf("Sequential-office-engine").checks())
                .containsExactly(
                        CheckPlan.before("Sequential", "requests/Sequential/default.xml", "", "office.1.10001"));
    }

    @Test
    void shouldWriteTheChecksOfTheModel() throws IOException {
        String before = compile().origin().modelHash();
        Files.writeString(
                model.folder.resolve("ask.xml"),
                "<o:order xmlns:o=\"urn:soabench:sequential\"><o:id/><o:symbol>X</o:symbol></o:order>");
        Files.writeString(
                model.folder.resolve("right.xml"),
                "<o:offer xmlns:o=\"urn:soabench:sequential\"><o:id>${uiid}</o:id><o:price>0</o:price></o:offer>");
        FunctionalCheck check = ModelFixture.MAKE.createFunctionalCheck();
        check.setRequest("ask.xml");
        check.setAnswer("right.xml");
        model.sequential.getChecks().add(check);

        Plan plan = compile();

        assertThat(plan.caseOf("Sequential-office-engine").checks())
                .containsExactly(CheckPlan.before(
                        "Sequential",
                        "checks/Sequential/1-request.xml",
                        "checks/Sequential/1-answer.xml",
                        "office.1.10001"));
        assertThat(plan.origin().modelHash()).isNotEqualTo(before);
        assertThat(compiled.resolve("checks/Sequential/1-request.xml"))
                .content()
                .contains("<soapenv:Body><o:order ")
                .contains("<o:id>${uiid}</o:id><o:symbol>X</o:symbol>");
        assertThat(compiled.resolve("checks/Sequential/1-answer.xml"))
                .content()
                .contains("<o:id>${uiid}</o:id><o:price>0</o:price>");
    }

    @Test
    void shouldCompareAnswersToTheLoadWhenACheckHasTheSameRequest() throws IOException {
        compile();
        Files.copy(compiled.resolve("requests/Sequential/default.xml"), model.folder.resolve("ask.xml"));
        Files.writeString(
                model.folder.resolve("right.xml"),
                "<o:offer xmlns:o=\"urn:soabench:sequential\"><o:id>${uiid}</o:id><o:price>0</o:price></o:offer>");
        FunctionalCheck check = ModelFixture.MAKE.createFunctionalCheck();
        check.setRequest("ask.xml");
        check.setAnswer("right.xml");
        model.sequential.getChecks().add(check);

        Plan plan = compile();

        AnswerSample answers = plan.caseOf("Sequential-web-engine").answers();
        assertThat(answers.most()).isEqualTo(AnswerSample.MOST);
        assertThat(answers.right()).singleElement().satisfies(right -> {
            assertThat(right.process()).isEqualTo("Sequential");
            assertThat(right.chunk()).isEqualTo("default");
            assertThat(right.of("web.1.7")).contains("<o:id>web.1.7</o:id><o:price>0</o:price>");
        });
        assertThat(plan.caseOf("Sequential-office-engine").answers().key())
                .as("another load has another sample")
                .isNotEqualTo(answers.key());
        assertThat(plan.caseOf("FlowNoDep-web-engine").answers())
                .as("of a process without checks nothing is known")
                .isEqualTo(AnswerSample.NONE);
    }

    @Test
    void shouldNotCompareAnswersToOtherRequestsThanThoseOfChecks() throws IOException {
        Files.writeString(
                model.folder.resolve("ask.xml"),
                "<o:order xmlns:o=\"urn:soabench:sequential\"><o:id/><o:symbol>another</o:symbol></o:order>");
        Files.writeString(
                model.folder.resolve("right.xml"),
                "<o:offer xmlns:o=\"urn:soabench:sequential\"><o:id>${uiid}</o:id><o:price>0</o:price></o:offer>");
        FunctionalCheck check = ModelFixture.MAKE.createFunctionalCheck();
        check.setRequest("ask.xml");
        check.setAnswer("right.xml");
        model.sequential.getChecks().add(check);

        assertThat(compile().cases())
                .allSatisfy(each -> assertThat(each.answers()).isEqualTo(AnswerSample.NONE));
    }

    @Test
    void shouldRefuseAModelWhoseCheckCannotBeRead() throws IOException {
        Files.writeString(model.folder.resolve("torn.xml"), "<torn>");
        FunctionalCheck check = ModelFixture.MAKE.createFunctionalCheck();
        check.setRequest("torn.xml");
        check.setAnswer("missing.xml");
        model.sequential.getChecks().add(check);

        assertThatThrownBy(this::compile)
                .isInstanceOf(CompilationRefused.class)
                .hasMessageContaining("the answer of a check of process \"Sequential\", \"missing.xml\", is not found");
        Files.writeString(model.folder.resolve("missing.xml"), "<there/>");
        assertThatThrownBy(this::compile)
                .isInstanceOf(CompilationRefused.class)
                .hasMessageContaining(
                        "[data-invalid] the request of a check of process \"Sequential\", \"torn.xml\", is not well-formed XML");
    }

    @Test
    void shouldPlanWhatTheProfileSaysAndSendTheSameRequestsFirst() throws IOException {
        Plan without = compile();
        String trace = Files.readString(compiled.resolve("repetitions/1/workloads/web/here.trace"));
        String manifest = Files.readString(compiled.resolve("MANIFEST.sha256"));
        Profile brief = ModelFixture.MAKE.createProfile();
        brief.setName("brief");
        brief.setRepeat(1);
        brief.setMeasure(ModelFixture.quantity("1", Unit.SECOND));
        brief.setDefault(true);
        model.testbed.getElements().add(brief);

        Plan plan = compile();

        assertThat(without.origin().profile()).isEmpty();
        assertThat(plan.origin().profile()).isEqualTo("brief");
        assertThat(plan.cases()).allSatisfy(each -> {
            assertThat(each.schedule().repetitions()).isEqualTo(1);
            assertThat(each.schedule().warmUpMs()).isEqualTo(2000);
            assertThat(each.schedule().measureMs()).isEqualTo(1000);
        });
        assertThat(plan.order()).hasSameSizeAs(plan.cases());
        assertThat(trace).startsWith(Files.readString(compiled.resolve("repetitions/1/workloads/web/here.trace")));
        assertThat(compiled.resolve("MANIFEST.sha256")).content().isNotEqualTo(manifest);
        assertThat(compiled.resolve("jmeter/Sequential-web-engine.jmx"))
                .content()
                .contains("<stringProp name=\"Argument.name\">soabench.durationS</stringProp>\n            "
                        + "<stringProp name=\"Argument.value\">3</stringProp>");
    }

    @Test
    void shouldCompileAllRepetitionsThatAPrecisionMayTakeAndTheSameFirstOnes() throws IOException {
        model.suite.setRepeat(7);
        Plan given = compile();
        List<String> traces = new ArrayList<>();
        for (int n = 1; n <= 7; n++) {
            traces.add(Files.readString(compiled.resolve("repetitions/" + n + "/workloads/web/here.trace")));
        }
        model.suite.setRepeat(null);
        model.suite.setHalfWidth(ModelFixture.quantity("2.5", Unit.PERCENT));
        model.suite.setMostRepetitions(7);

        Plan chosen = compile();

        assertThat(given.cases())
                .allSatisfy(each -> assertThat(each.schedule().precision()).isNull());
        assertThat(chosen.cases()).allSatisfy(each -> {
            assertThat(each.schedule().precision()).isEqualTo(PrecisionGoal.of(0.025, 5, 7));
            assertThat(each.schedule().repetitions()).isEqualTo(7);
        });
        assertThat(chosen.order()).isEqualTo(given.order());
        for (int n = 1; n <= 7; n++) {
            assertThat(compiled.resolve("repetitions/" + n + "/workloads/web/here.trace"))
                    .hasContent(traces.get(n - 1));
        }
    }

    @Test
    void shouldSimulateTheLongestWarmUpWhenItMayEndEarly() throws IOException {
        compile();
        String trace = Files.readString(compiled.resolve("repetitions/1/workloads/web/here.trace"));
        model.suite.setUntilSteady(true);

        Plan plan = compile();

        assertThat(plan.cases()).allSatisfy(each -> {
            assertThat(each.schedule().warmUp()).isEqualTo(CaseSchedule.WarmUp.UNTIL_STEADY);
            assertThat(each.schedule().warmUpMs()).isEqualTo(2000);
        });
        assertThat(compiled.resolve("repetitions/1/workloads/web/here.trace")).hasContent(trace);
    }

    @Test
    void shouldLeaveTheAddressesOfPartnersToTheDriver() throws IOException {
        compile();

        assertThat(compiled.resolve("processes/engine/Sequential/addresses.txt"))
                .content()
                .contains("http://${server.mocks.address}:${server.mocks.port.http}/services/quotes-1");
    }

    @Test
    void shouldDealTheLoadWhenACaseHasSeveralClientHosts() {
        model.client(model.host("there"));
        model.client(model.host("elsewhere"));

        Plan plan = compile();

        assertThat(plan.caseOf("Sequential-office-engine").clients())
                .containsExactly(
                        new ClientPlan("here", "repetitions/${repetition}/workloads/office/here.trace", 4, Map.of()),
                        new ClientPlan("there", "repetitions/${repetition}/workloads/office/there.trace", 3, Map.of()),
                        new ClientPlan(
                                "elsewhere",
                                "repetitions/${repetition}/workloads/office/elsewhere.trace",
                                3,
                                Map.of()));
        assertThat(compiled.resolve("repetitions/1/workloads/office/there.trace"))
                .content()
                .startsWith(
                        "# soabench workload trace 1\n# workload=office kind=closed clients=3 chunks=default\n2\t1\t");
        assertThat(compiled.resolve("jmeter/Sequential-office-engine-here.jmx"))
                .content()
                .contains("<stringProp name=\"Argument.name\">soabench.threads</stringProp>\n            "
                        + "<stringProp name=\"Argument.value\">4</stringProp>");
    }

    @Test
    void shouldReplaceTheFolderWhenCompiledAgain() throws IOException {
        compile();
        Files.writeString(compiled.resolve("stray.txt"), "left from somewhere");

        compile();

        assertThat(names(compiled)).doesNotContain("stray.txt").contains("plan.json");
    }

    @Test
    void shouldCallAServiceDirectlyWhenACaseNamesOne() {
        model.matrix.setAllProcesses(false);
        model.matrix.getProcesses().add(model.quotes);

        Plan plan = compile();

        assertThat(plan.caseOf("quotes-office-mocks").servers()).containsExactly("mocks");
        assertThat(plan.processOf("quotes").endpoint())
                .isEqualTo("http://${server.mocks.address}:${server.mocks.port.http}/services/quotes-1");
        assertThat(compiled.resolve("requests/quotes/default.xml")).content().contains(":id>${uiid}</");
        assertThat(compiled.resolve("repetitions/1/mocks/quotes-1/behaviour.trace"))
                .content()
                .containsPattern("\\noffice\\.1\\.1\\t\\d+!?\\n");
    }

    @Test
    void shouldCallTheNamedOperationOfAServiceThatHasSeveral() throws IOException {
        Path wsdl = model.folder.resolve("wsdl/quote.wsdl");
        Files.writeString(
                wsdl,
                Files.readString(wsdl)
                        .replace(
                                "</portType>",
                                "<operation name=\"more\"><input message=\"q:request\"/><output message=\"q:quote\"/></operation></portType>")
                        .replace(
                                "</binding>",
                                "<operation name=\"more\"><soap:operation soapAction=\"urn:more\"/><input><soap:body use=\"literal\"/></input>"
                                        + "<output><soap:body use=\"literal\"/></output></operation></binding>"));
        model.matrix.setAllProcesses(false);
        model.matrix.getProcesses().add(model.quotes);
        model.quotes.setOperation("more");

        Plan plan = compile();

        assertThat(plan.processOf("quotes").soapAction()).isEqualTo("urn:more");
        assertThat(compiled.resolve("mocks/quotes-1/answers")).isDirectoryContaining("glob:**/more.xml");
    }

    @Test
    void shouldChangeTheHashOfTheModelWhenAnyFileChanges() throws IOException {
        String before = compile().origin().modelHash();
        Path wsdl = model.folder.resolve("wsdl/sequential.wsdl");
        Files.writeString(wsdl, Files.readString(wsdl) + "<!-- changed -->");

        assertThat(compile().origin().modelHash()).isNotEqualTo(before);
    }

    /** A comment changes nothing that is run, so an interrupted run goes on with it. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "seed 42 host h                  | true",
                "seed 42\thost h // the only one | true",
                "/* of // mine */ seed 42 host h | true",
                "seed 43 host h                  | false",
                "seed 4 2 host h                 | false",
                "seed 42 host h \"//\"            | false"
            })
    void shouldKeepTheHashOfTheModelWhenOnlyCommentsAndLayoutChange(String text, boolean same) throws IOException {
        Path file = model.folder.resolve("quickstart.testbed");
        Files.writeString(file, "seed 42\nhost h\n");
        String before = compile(Set.of(file)).origin().modelHash();

        Files.writeString(file, text);

        assertThat(compile(Set.of(file)).origin().modelHash().equals(before)).isEqualTo(same);
    }

    @Test
    void shouldCompileABlackBoxProcessWithoutServers() {
        BlackBoxProcess legacy = ModelFixture.MAKE.createBlackBoxProcess();
        legacy.setName("Legacy");
        legacy.setWsdl("wsdl/sequential.wsdl");
        legacy.setEndpoint("http://127.0.0.1:9080/legacy");
        model.testbed.getElements().add(legacy);
        model.matrix.getEngines().clear();

        Plan plan = compile();

        CasePlan planned = plan.caseOf("Legacy-office");
        assertThat(planned.server()).isEmpty();
        assertThat(planned.servers()).isEmpty();
        assertThat(plan.processOf("Legacy").calls()).isNull();
        assertThat(plan.processOf("Legacy").answerElement()).isEqualTo("{urn:soabench:sequential}offer");
        assertThat(compiled.resolve("jmeter/Legacy-office.jmx"))
                .content()
                .contains("${__P(soabench.endpoint,http://127.0.0.1:9080/legacy)}");
        assertThat(compiled.resolve("processes")).doesNotExist();
    }

    @Test
    void shouldDescribeEventsWithTheirTimeOrRequest() {
        ServiceUnavailable event = ModelFixture.MAKE.createServiceUnavailable();
        event.setService(model.quotes);
        event.setTime(ModelFixture.quantity("1.5", Unit.SECOND));
        event.setSuite(model.suite);
        model.testbed.getElements().add(event);

        assertThat(compile().caseOf("Sequential-web-engine").events())
                .containsExactly(new EventPlan(
                        "Quick.service-unavailable.1",
                        EventPlan.Kind.SERVICE_UNAVAILABLE,
                        "service-unavailable",
                        1500,
                        -1,
                        Map.of("service", "quotes", "instance", "1"),
                        "at 1.5 s",
                        "quotes[1] becomes unavailable"));
    }

    private ServiceUnavailable unavailable(String atS) {
        ServiceUnavailable event = ModelFixture.MAKE.createServiceUnavailable();
        event.setService(model.quotes);
        event.setTime(ModelFixture.quantity(atS, Unit.SECOND));
        event.setSuite(model.suite);
        model.testbed.getElements().add(event);
        return event;
    }

    @Test
    void shouldGiveAPortOfItsOwnToAnInstanceThatBecomesUnavailable() throws IOException {
        model.quotes.setInstances(3);
        unavailable("1.5").setInstance(2);
        unavailable("2.5").setInstance(2);
        unavailable("2").setInstance(3);
        model.sequential.getPartners().get(0).setInstance(2);

        Plan plan = compile();

        assertThat(plan.serviceOf("quotes").instances())
                .containsExactly(
                        ServiceInstance.sharing(1, "quotes-1"),
                        new ServiceInstance(2, "quotes-2", "own-1"),
                        new ServiceInstance(3, "quotes-3", "own-2"));
        assertThat(plan.serverOf("mocks").ports()).isEqualTo(Map.of("http", 0, "own-1", 0, "own-2", 0));
        assertThat(plan.serverOf("engine").ports()).isEqualTo(Map.of("http", 0));
        MockPlan two = Json.read(compiled.resolve("mocks/quotes-2/mock.json"), MockPlan.class);
        assertThat(two.port()).isEqualTo("${server.mocks.port.own-1}");
        assertThat(compiled.resolve("mocks/quotes-1/mock.json"))
                .content()
                .contains("\"port\" : \"\"", "\"laterPort\" : \"\"");
        assertThat(compiled.resolve("processes/engine/Sequential/addresses.txt"))
                .content()
                .contains("http://${server.mocks.address}:${server.mocks.port.own-1}/services/quotes-2");
        assertThat(compiled.resolve("processes/engine/FlowNoDep/addresses.txt"))
                .content()
                .contains("http://${server.mocks.address}:${server.mocks.port.http}/services/quotes-1");
        assertThat(Json.read(compiled.resolve("plan.json"), Plan.class)).isEqualTo(plan);
    }

    private NewServiceInstance appears(Service like) {
        NewServiceInstance event = ModelFixture.MAKE.createNewServiceInstance();
        event.setType(model.quote);
        event.setLike(like);
        event.setServer(model.mocks);
        event.setRequest(40);
        event.setSuite(model.suite);
        model.testbed.getElements().add(event);
        return event;
    }

    @Test
    void shouldCompileAnInstanceThatAppears() throws IOException {
        appears(model.quotes);
        appears(null);

        Plan plan = compile();

        assertThat(plan.caseOf("Sequential-web-engine").events())
                .contains(new EventPlan(
                        "Quick.new-service-instance.1",
                        EventPlan.Kind.NEW_SERVICE_INSTANCE,
                        "new-service-instance",
                        -1,
                        40,
                        Map.of(
                                "service",
                                "quotes-new",
                                "instance",
                                "1",
                                "type",
                                "Quote",
                                "like",
                                "quotes",
                                "server",
                                "mocks"),
                        "at request 40",
                        "quotes-new[1], a new Quote, appears"));
        assertThat(plan.serviceOf("quotes-new"))
                .isEqualTo(new ServicePlan(
                        "quotes-new",
                        "Quote",
                        "mocks",
                        plan.serviceOf("quotes").uiid(),
                        plan.serviceOf("quotes").qos(),
                        List.of(new ServiceInstance(1, "quotes-new-1", "own-1")),
                        "{urn:soabench:quote}Quote"));
        assertThat(plan.serviceOf("Quote-new").instances())
                .containsExactly(new ServiceInstance(1, "Quote-new-1", "own-2"));
        MockPlan mock = Json.read(compiled.resolve("mocks/quotes-new-1/mock.json"), MockPlan.class);
        assertThat(mock.service()).isEqualTo("quotes-new");
        assertThat(mock.port()).isEmpty();
        assertThat(mock.laterPort()).isEqualTo("${server.mocks.port.own-1}");
        assertThat(compiled.resolve("mocks/quotes-new-1/service.aar")).exists();
    }

    @Test
    void shouldGiveANewInstanceBehavioursOfItsOwn() throws IOException {
        appears(model.quotes);
        appears(null);

        Set<String> checks = compile().cases().stream()
                .flatMap(each -> each.checks().stream())
                .map(CheckPlan::uiid)
                .collect(Collectors.toSet());

        List<String> known = Files.readAllLines(compiled.resolve("repetitions/1/mocks/quotes-1/behaviour.trace"));
        List<String> added = Files.readAllLines(compiled.resolve("repetitions/1/mocks/quotes-new-1/behaviour.trace"));
        List<String> instant = Files.readAllLines(compiled.resolve("repetitions/1/mocks/Quote-new-1/behaviour.trace"));
        List<String> requests = known.stream()
                .filter(line -> !line.startsWith("#") && !checks.contains(line.substring(0, line.indexOf('\t'))))
                .toList();
        assertThat(added.subList(2, added.size()))
                .extracting(line -> line.substring(0, line.indexOf('\t')))
                .containsExactlyElementsOf(requests.stream()
                        .map(line -> line.substring(0, line.indexOf('\t')))
                        .toList());
        assertThat(added.get(2)).isNotEqualTo(requests.get(0)).matches("office\\.1\\.1\\t(\\d+!? ){4}\\d+!?");
        assertThat(instant.get(2)).isEqualTo("office.1.1\t0 0 0 0 0");
    }

    @Test
    void shouldStartTheServerOfAnInstanceThatAppears() {
        Server other = ModelFixture.MAKE.createServer();
        other.setName("more-mocks");
        other.setType(model.mocks.getType());
        other.setHost(model.host);
        model.testbed.getElements().add(other);
        appears(model.quotes).setServer(other);

        Plan plan = compile();

        assertThat(plan.caseOf("Sequential-web-engine").servers()).containsExactly("mocks", "more-mocks", "engine");
        assertThat(plan.serviceOf("quotes-new").server()).isEqualTo("more-mocks");
        assertThat(plan.serverOf("more-mocks").ports()).containsOnlyKeys("http", "own-1");
        assertThat(plan.serverOf("mocks").ports()).containsOnlyKeys("http");
    }

    @Test
    void shouldRefuseAServerThatCannotCloseAnInstance() {
        unavailable("1");

        assertThatThrownBy(() -> new TestbedCompiler()
                        .compile(model.testbed, Set.of(), ModelFixture.rigid(), compiled, OptionalLong.empty()))
                .isInstanceOf(CompilationRefused.class)
                .hasMessageContaining(
                        "quickstart.testbed:1:1: [event-impossible] an event opens or closes an instance of service \"quotes\" at run"
                                + " time, which server \"mocks\" of type \"axis2\" cannot do; serve it on another one");
    }

    @Test
    void shouldStateObjectivesAndMetricsInCanonicalUnits() {
        Plan plan = compile();

        assertThat(plan.cases().get(0).objectives())
                .containsExactly(new ObjectivePlan(
                        "response-time",
                        StatisticFunction.parse("p99"),
                        Target.CASE,
                        Comparison.LESS,
                        0.25,
                        MetricUnit.SECOND,
                        "p99 response-time < 250 ms"));
        assertThat(plan.metrics())
                .containsExactly(new MetricPlan(
                        "response-time",
                        Target.all(Target.Kind.PROCESS),
                        List.of(StatisticFunction.parse("p99"), StatisticFunction.parse("confidence 95 %"))));
        assertThat(plan.caseOf("Sequential-web-engine").schedule().drainMs()).isEqualTo(30_000);
        assertThat(plan.serverOf("engine").parameters()).containsEntry("heap", "268435456");
        assertThat(plan.serverOf("engine").ports()).containsEntry("http", 0);
    }

    @Test
    void shouldTakeATotalFromTheCounterBehindIt() {
        model.countedMetric();

        Plan plan = compile();

        assertThat(plan.metrics())
                .contains(
                        new MetricPlan(
                                "threads",
                                Target.all(Target.Kind.ENGINE),
                                List.of(StatisticFunction.MAX, StatisticFunction.CHART_OVER_TIME)),
                        new MetricPlan(
                                "threads-created", Target.all(Target.Kind.ENGINE), List.of(StatisticFunction.TOTAL)));
        assertThat(plan.cases().get(0).objectives())
                .contains(
                        new ObjectivePlan(
                                "threads-created",
                                StatisticFunction.TOTAL,
                                Target.CASE,
                                Comparison.LESS,
                                50,
                                MetricUnit.NUMBER,
                                "total threads < 50"),
                        new ObjectivePlan(
                                "threads-created",
                                StatisticFunction.TOTAL,
                                Target.CASE,
                                Comparison.LESS,
                                50,
                                MetricUnit.NUMBER,
                                "threads-created < 50"));
    }

    /** Clients that come and go have the requests that they would have if they were always there. */
    @Test
    void shouldTellTheTraceWhenClientsAreThere() throws IOException {
        ClientClass clients = model.office.getClasses().get(0);
        int number = clients.getClients();
        assertThat(number).isGreaterThan(1);
        compile();
        Path trace = compiled.resolve("repetitions/1/workloads/office/here.trace");
        List<String> constant = Files.readAllLines(trace);
        clients.setClients(null);
        Stages stages = ModelFixture.MAKE.createStages();
        for (int each : new int[] {1, number}) {
            Stage stage = ModelFixture.MAKE.createStage();
            stage.setLength(ModelFixture.quantity("1", Unit.SECOND));
            stage.setClients(each);
            stages.getStages().add(stage);
        }
        clients.setShape(stages);

        Plan plan = compile();

        List<String> changing = Files.readAllLines(trace);
        assertThat(changing).filteredOn(line -> !line.startsWith("# stays=")).isEqualTo(constant);
        assertThat(changing).filteredOn(line -> line.startsWith("# stays=")).hasSize(number);
        assertThat(changing).contains("# stays=1 warm-up..end", "# stays=" + number + " 1000000..end");
        WorkloadPlan office = plan.workloadOf("office");
        assertThat(office.clients()).isEqualTo(number);
        assertThat(office.stages().get(0)).isEqualTo(new StagePlan("1: at 1 client", 0, 1000, 1, 1));
        assertThat(office.stages().get(1).to()).isEqualTo(number);
        assertThat(office.description())
                .startsWith("stages 1 s at 1 client, 1 s at " + number + " clients, think time");
        long untilS = plan.caseOf("Sequential-office-engine").schedule().measureMs() / 1000
                + plan.caseOf("Sequential-office-engine").schedule().warmUpMs() / 1000;
        long restS = plan.caseOf("Sequential-office-engine").schedule().warmUpMs() / 1000 + 1;
        assertThat(Files.readString(compiled.resolve("jmeter/Sequential-office-engine.jmx")))
                .contains("\"1 client from 0 s to " + untilS + " s\"")
                .contains("\"" + (number - 1) + " clients from " + restS + " s to " + untilS + " s\"");
    }

    /** JMeter sends the whole part of rate times length in each slice. */
    @Test
    void shouldScheduleTheArrivalsOfTheTraceForJMeter() throws IOException {
        Bursts bursts = ModelFixture.MAKE.createBursts();
        for (String rate : List.of("20", "400")) {
            BurstState state = ModelFixture.MAKE.createBurstState();
            state.setName("s" + rate);
            state.setRate(ModelFixture.quantity(rate, Unit.PER_SECOND));
            state.setDwell(ModelFixture.quantity("100", Unit.MILLISECOND));
            bursts.getStates().add(state);
        }
        ClientClass clients = model.web.getClasses().get(0);
        clients.setRate(null);
        clients.setShape(bursts);

        Plan plan = compile();

        CasePlan of = plan.caseOf("Sequential-web-engine");
        long requests = Files.readAllLines(compiled.resolve(of.clients().get(0).traceOf(1))).stream()
                .filter(line -> !line.startsWith("#"))
                .count();
        Matcher slices = Pattern.compile("rate\\((.+)/s\\) random_arrivals\\((.+) s\\)")
                .matcher(Files.readString(compiled.resolve("jmeter/Sequential-web-engine.jmx")));
        long scheduled = slices.results()
                .mapToLong(slice -> (long) (Double.parseDouble(slice.group(1)) * Double.parseDouble(slice.group(2))))
                .sum();
        assertThat(requests).isGreaterThan(50);
        assertThat(scheduled).isEqualTo(requests);
    }

    /** 300 requests in 150 ms, and 100 ms of rest. */
    @Test
    void shouldPlanBurstsOfRequests() throws IOException {
        BurstSeries series = ModelFixture.MAKE.createBurstSeries();
        series.setNumber(2);
        series.setSize(300);
        series.setTogether(2);
        series.setInterval(ModelFixture.quantity("1", Unit.MILLISECOND));
        series.setPause(ModelFixture.quantity("100", Unit.MILLISECOND));
        ClientClass clients = model.web.getClasses().get(0);
        clients.setRate(null);
        clients.setShape(series);

        Plan plan = compile();

        WorkloadPlan web = plan.workloadOf("web");
        assertThat(web.description()).startsWith("2 bursts of 300 requests, 2 each 1 ms, 100 ms apart, ");
        assertThat(web.stages().subList(0, 4))
                .containsExactly(
                        new StagePlan("burst", 0, 150, 2000, 2000),
                        new StagePlan("pause", 150, 250, 0, 0),
                        new StagePlan("burst", 250, 400, 2000, 2000),
                        new StagePlan("pause", 400, web.stages().get(3).toMs(), 0, 0));
        CasePlan of = plan.caseOf("Sequential-web-engine");
        long warmUpUs = of.schedule().warmUpMs() * 1000;
        List<Long> measured = Files.readAllLines(
                        compiled.resolve(of.clients().get(0).traceOf(1)))
                .stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> Long.parseLong(line.split("\t", -1)[2]) - warmUpUs)
                .filter(us -> us >= 0)
                .toList();
        assertThat(measured).hasSize(600);
        assertThat(measured.subList(299, 301)).containsExactly(149_500L, 250_000L);
        long scheduled = Pattern.compile("rate\\((.+)/s\\) random_arrivals\\((.+) s\\)")
                .matcher(Files.readString(compiled.resolve("jmeter/Sequential-web-engine.jmx")))
                .results()
                .mapToLong(slice -> (long) (Double.parseDouble(slice.group(1)) * Double.parseDouble(slice.group(2))))
                .sum();
        assertThat(scheduled).as("requests of the warm-up, too").isGreaterThanOrEqualTo(600);
    }

    @Test
    void shouldPlanConnectionsAsTheModelSays() throws IOException {
        Plan kept = compile();
        assertThat(Files.readString(compiled.resolve("plan.json"))).doesNotContain("\"connections\"");
        assertThat(kept.workloadOf("office").connected()).isEqualTo(ConnectionPlan.KEPT);

        Connections limited = ModelFixture.MAKE.createConnections();
        limited.setMost(3);
        model.web.getClasses().get(0).setConnections(limited);
        Connections each = ModelFixture.MAKE.createConnections();
        each.setEach(true);
        model.office.getClasses().get(0).setConnections(each);
        Plan plan = compile();

        assertThat(plan.workloadOf("web").connected()).isEqualTo(new ConnectionPlan(ConnectionPlan.Use.LIMITED, 3));
        assertThat(plan.workloadOf("web").description()).endsWith("; connections at most 3");
        assertThat(plan.workloadOf("office").connected()).isEqualTo(new ConnectionPlan(ConnectionPlan.Use.NEW, 0));
        assertThat(plan.withWorkloads(kept.workloads())).isEqualTo(kept);
    }

    /** Every host has its part of a limit, and no connection is lost. */
    @Test
    void shouldShareConnectionsOutAmongHosts() {
        ConnectionPlan limited = new ConnectionPlan(ConnectionPlan.Use.LIMITED, 8);

        assertThat(List.of(limited.share(0, 3), limited.share(1, 3), limited.share(2, 3)))
                .extracting(ConnectionPlan::most)
                .containsExactly(3, 3, 2);
        assertThat(ConnectionPlan.KEPT.share(1, 2)).isEqualTo(ConnectionPlan.KEPT);
    }

    /** A shape begins with the measurement, so each length of the warm-up has a trace of its own. */
    @Test
    void shouldBeginAShapeWithTheMeasurementOfEachSuite() throws IOException {
        Stage stage = ModelFixture.MAKE.createStage();
        stage.setLength(ModelFixture.quantity("1", Unit.SECOND));
        stage.setRamp(true);
        stage.setRate(ModelFixture.quantity("400", Unit.PER_SECOND));
        Stages stages = ModelFixture.MAKE.createStages();
        stages.getStages().add(stage);
        ClientClass clients = model.web.getClasses().get(0);
        clients.setRate(null);
        clients.setShape(stages);
        TestSuite other = EcoreUtil.copy(model.suite);
        other.setName("Other");
        other.setWarmUp(ModelFixture.quantity("3", Unit.SECOND));
        model.testbed.getElements().add(other);

        Plan plan = compile();

        List<List<Long>> measured = new ArrayList<>();
        Set<String> sent = new TreeSet<>();
        for (CasePlan each : plan.cases()) {
            if (!each.workload().equals("web")) {
                assertThat(each.clients().get(0).trace())
                        .isEqualTo("repetitions/${repetition}/workloads/office/here.trace");
                continue;
            }
            long warmUpUs = each.schedule().warmUpMs() * 1000;
            List<Long> arrivals = new ArrayList<>();
            for (String line :
                    Files.readAllLines(compiled.resolve(each.clients().get(0).traceOf(1)))) {
                if (!line.startsWith("#")) {
                    String[] fields = line.split("\t", -1);
                    sent.add("web.1." + fields[1]);
                    arrivals.add(Long.parseLong(fields[2]) - warmUpUs);
                }
            }
            measured.add(arrivals.stream().filter(at -> at >= 0).toList());
        }
        assertThat(measured).hasSize(4);
        assertThat(Set.copyOf(measured)).hasSize(1);
        assertThat(measured.get(0).size()).isGreaterThan(100);
        assertThat(plan.cases().stream()
                        .filter(each -> each.workload().equals("web"))
                        .map(each -> each.clients().get(0).trace()))
                .containsOnly(
                        "repetitions/${repetition}/workloads/web/here.trace",
                        "repetitions/${repetition}/workloads/web.2/here.trace");
        assertThat(Files.readAllLines(compiled.resolve("repetitions/1/mocks/quotes-1/behaviour.trace")).stream()
                        .map(line -> line.split("\t", -1)[0]))
                .containsAll(sent);
        assertThat(plan.workloadOf("web").stages().get(0))
                .isEqualTo(new StagePlan("1: ramp to 400 /s", 0, 1000, 0, 400));
        CasePlan web = plan.cases().stream()
                .filter(each -> each.workload().equals("web"))
                .findFirst()
                .orElseThrow();
        assertThat(Files.readString(compiled.resolve("jmeter/" + web.id() + ".jmx")))
                .contains("rate(0/s) random_arrivals(1 s) rate(400/s)\n", " The schedule has the rates of the model");
        assertThat(plan.workloadOf("office").stages()).isEmpty();
    }

    @Test
    void shouldPlanBatchesOfTheEngineAndExportNoneOfThem() throws IOException {
        ClientClass clients = model.office.getClasses().get(0);
        clients.setClients(null);
        clients.setBatch(5000);

        Plan plan = compile();

        assertThat(plan.workloadOf("office").batch()).isEqualTo(5000);
        assertThat(plan.workloadOf("office").clients()).isEqualTo(1);
        assertThat(plan.workloadOf("office").description())
                .startsWith(
                        "batches of 5,000 instances whose partners are inside the engine, one after the other, think");
        assertThat(plan.workloadOf("web").ordersBatches()).isFalse();
        for (CasePlan each : plan.cases()) {
            assertThat(compiled.resolve("jmeter/" + each.id() + ".jmx").toFile().exists())
                    .as(each.id())
                    .isEqualTo(each.workload().equals("web"));
        }
    }

    @Test
    void shouldRefuseBatchesThatNoEngineTakesWhereTheyAreOrdered() {
        ClientClass clients = model.office.getClasses().get(0);
        clients.setClients(null);
        clients.setBatch(5000);
        Host there = ModelFixture.MAKE.createHost();
        there.setName("there");
        model.testbed.getElements().add(there);
        model.matrix.getClients().clear();
        model.client(there);

        assertThatThrownBy(this::compile)
                .hasMessageContaining(
                        "[batch-impossible] workload \"office\" orders batches from the hosts [there], but engine \"engine\" takes them from its own host only; add: from here");
    }
}

package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.model.testbed.BurstState;
import io.soabench.model.testbed.Bursts;
import io.soabench.model.testbed.LoadShape;
import io.soabench.model.testbed.Replay;
import io.soabench.model.testbed.Unit;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is said in sentences, all at once, and nothing is left behind. */
class CompilationRefusedTest {

    @TempDir
    Path temp;

    private ModelFixture model;

    @BeforeEach
    void begin() {
        model = new ModelFixture(temp.resolve("model"));
    }

    private void compile(Map<String, ServerType> types) {
        new TestbedCompiler()
                .compile(model.testbed, Set.of(), types, temp.resolve("out/compiled"), OptionalLong.empty());
    }

    private List<String> problems(Map<String, ServerType> types) {
        CompilationRefused refused = catchThrowableOfType(CompilationRefused.class, () -> compile(types));
        assertThat(refused).isNotNull();
        // What is refused is found before, too, and in the same words.
        assertThat(new TestbedCompiler()
                        .check(TestbedCompiler.Input.of(model.testbed, Set.of()), types)
                        .issues())
                .isEqualTo(refused.issues());
        return refused.issues().stream().map(issue -> issue.text(model.folder)).toList();
    }

    private List<String> problems() {
        return problems(ModelFixture.types());
    }

    @Test
    void shouldSayWhereAPublishedNumberIsNone() throws IOException {
        model.publish("process,workload,avg_s\nSequential,office,fast\n");

        assertThat(problems())
                .containsExactly(
                        "published.csv:2:19: [published-invalid] \"fast\" is no number; write e.g. 0.607, or nothing and a note");
    }

    @Test
    void shouldReportAllProblemsWhenSeveralFilesAreMissing() {
        model.quote.setWsdl("wsdl/none.wsdl");
        model.flow.setBpel("../none.bpel");

        assertThat(problems())
                .containsExactlyInAnyOrder(
                        "quickstart.testbed:1:1: [file-missing] the WSDL of service type \"Quote\", \"wsdl/none.wsdl\", is not found or cannot"
                                + " be read; correct the path",
                        "quickstart.testbed:1:1: [file-missing] the BPEL file of process \"FlowNoDep\", \"../none.bpel\", is not found or"
                                + " cannot be read; correct the path");
    }

    @Test
    void shouldNameThePrefixWhenAPathUsesAnUnknownOne() {
        model.sequential.setUiidPath("z:order/z:id");

        assertThat(problems())
                .containsExactly(
                        "quickstart.testbed:1:1: [uiid-path] process \"Sequential\", uiid: the prefix \"z\" of \"z:order/z:id\" is not"
                                + " declared at the definitions element of its WSDL document; declare it there or use another");
    }

    @Test
    void shouldSayWhereTheUiidBelongsWhenARequestHasNoSuchElement() {
        model.sequential.setUiidPath("p:order/p:number");

        assertThat(problems())
                .containsExactly(
                        "quickstart.testbed:1:1: [uiid-missing] the default request of process \"Sequential\" has no"
                                + " {urn:soabench:sequential}order/{urn:soabench:sequential}number, where the process expects the"
                                + " UIID; add it, or write ${uiid} where the UIID belongs");
    }

    @Test
    void shouldRefuseNamesWhenTheyWouldLeaveTheFolder() {
        model.quotes.setName("../../quotes");
        model.engine.setName("..");

        assertThat(problems())
                .containsExactlyInAnyOrder(
                        "quickstart.testbed:1:1: [syntax] the name \"../../quotes\" is not fit for a file name; use letters, digits, '.',"
                                + " '-' and '_'",
                        "quickstart.testbed:1:1: [syntax] the name \"..\" is not fit for a file name; use letters, digits, '.', '-' and"
                                + " '_'");
    }

    @Test
    void shouldNameTheInstalledTypesWhenAServerHasAnother() {
        Map<String, ServerType> types = Map.of("axis2", ModelFixture.types().get("axis2"));

        assertThat(problems(types))
                .containsExactly(
                        "quickstart.testbed:1:1: [server-type-not-installed] server \"engine\" is of type \"reference\", but only [axis2] are"
                                + " installed; add the plug-in of that type");
    }

    /** A type of which Maven fetches the program, and whose servers cannot run old versions of it. */
    private static ServerType choosy(ServerType type) {
        return (ServerType) Proxy.newProxyInstance(
                ServerType.class.getClassLoader(),
                new Class<?>[] {Engine.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "programs" -> List.of(new ServerType.Program("engine", "com.example:engine:4.1"));
                    case "unfitVersion" ->
                        arguments[0].equals("3.9")
                                ? Optional.of("has no variables; write 4.0 or a later version")
                                : Optional.empty();
                    default -> method.invoke(type, arguments);
                });
    }

    @Test
    void shouldRefuseAVersionThatATypeCannotRun() {
        Map<String, ServerType> types = new HashMap<>(ModelFixture.types());
        types.computeIfPresent("reference", (name, type) -> choosy(type));
        model.engine.setVersion("4.0");
        compile(types);

        model.engine.setVersion("3.9");

        assertThat(problems(types))
                .containsExactly(
                        "quickstart.testbed:1:1: [server-version] server \"engine\" wants version \"3.9\", which has no variables; write"
                                + " 4.0 or a later version");
    }

    @Test
    void shouldSayWhichServiceIsNotServed() {
        model.mocks.getServices().clear();

        assertThat(problems())
                .containsExactly(
                        "quickstart.testbed:1:1: [service-not-served] no server serves the service \"quotes\", which"
                                + " process \"FlowNoDep\" calls; add it to the \"serves\" of a server",
                        "quickstart.testbed:1:1: [service-not-served] no server serves the service \"quotes\", which"
                                + " process \"Sequential\" calls; add it to the \"serves\" of a server");
    }

    @Test
    void shouldNameTheUnboundPartnerLinkAndTheMissingInstance() {
        model.sequential.getPartners().clear();
        model.flow.getPartners().get(0).setInstance(3);

        assertThat(problems())
                .hasSize(2)
                .anyMatch(
                        each -> each.contains("has a partner link \"quote\"") && each.contains("add: partner quote ->"))
                .anyMatch(each -> each.endsWith("service \"quotes\" has no instance 3; it has 1"));
    }

    @Test
    void shouldRefuseDistributionsThatCannotBe() {
        var uniform = ModelFixture.MAKE.createUniformDistribution();
        uniform.setMin(ModelFixture.quantity("5", Unit.SECOND));
        uniform.setMax(ModelFixture.quantity("2", Unit.SECOND));
        model.office.getClasses().get(0).setThinkTime(uniform);

        assertThat(problems())
                .containsExactly(
                        "quickstart.testbed:1:1: [distribution-impossible] workload \"office\", think time: uniform(5 s, 2 s) has its bounds in the"
                                + " wrong order; swap them");
    }

    @Test
    void shouldRefuseDrawnNumbersThatTheTypeForbids() throws IOException {
        Path wsdl = model.folder.resolve("wsdl/quote.wsdl");
        Files.writeString(
                wsdl,
                Files.readString(wsdl)
                        .replace(
                                "<xsd:element name=\"price\" type=\"xsd:decimal\"/>",
                                "<xsd:element name=\"price\"><xsd:simpleType><xsd:restriction base=\"xsd:int\">"
                                        + "<xsd:minInclusive value=\"300\"/><xsd:maxInclusive value=\"850\"/>"
                                        + "</xsd:restriction></xsd:simpleType></xsd:element>"));
        var answer = ModelFixture.MAKE.createDrawnAnswer();
        answer.setPath("q:quote/q:price");
        answer.setLeast(300L);
        answer.setGreatest(1000L);
        model.quotes.getAnswers().add(answer);

        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith(
                        "quickstart.testbed:1:1: [answers-path] service \"quotes\" draws numbers from 300 to 1000 for"
                                + " \"q:quote/q:price\", but 1000 ")
                .contains("850")
                .endsWith("; draw only numbers that the type allows");

        answer.setGreatest(850L);
        compile(ModelFixture.types());
    }

    @Test
    void shouldNameTheLineWhenAFileOfValuesHasAnother() throws IOException {
        Files.writeString(model.folder.resolve("times.csv"), "# seconds\n0.1\n\nx\n");
        var empirical = ModelFixture.MAKE.createEmpiricalDistribution();
        empirical.setFile("times.csv");
        empirical.setUnit(Unit.SECOND);
        model.office.getClasses().get(0).setThinkTime(empirical);

        assertThat(problems())
                .containsExactly(
                        "quickstart.testbed:1:1: [distribution-file] workload \"office\", think time: file \"times.csv\" has \"x\" in line 4, which is"
                                + " no number");
    }

    @Test
    void shouldKeepTheOldFolderWhenASecondCompilationFails() throws IOException {
        compile(ModelFixture.types());
        Path manifest = temp.resolve("out/compiled/MANIFEST.sha256");
        String before = Files.readString(manifest);
        model.sequential.setUiidPath("p:order/p:number");

        assertThat(problems()).hasSize(1);

        assertThat(Files.readString(manifest)).isEqualTo(before);
        try (Stream<Path> left = Files.list(temp.resolve("out"))) {
            assertThat(left.map(file -> file.getFileName().toString())).containsExactly("compiled");
        }
    }

    private void load(LoadShape shape) {
        model.web.getClasses().get(0).setRate(null);
        model.web.getClasses().get(0).setShape(shape);
    }

    /** The suite of the model measures for seconds; a thousand changes in each are more than a plan can name. */
    @Test
    void shouldRefuseBurstsThatNobodyCanLookAt() {
        Bursts bursts = ModelFixture.MAKE.createBursts();
        for (String name : List.of("calm", "busy")) {
            BurstState state = ModelFixture.MAKE.createBurstState();
            state.setName(name);
            state.setRate(ModelFixture.quantity("5", Unit.PER_SECOND));
            state.setDwell(ModelFixture.quantity("10", Unit.MICROSECOND));
            bursts.getStates().add(state);
        }
        load(bursts);

        assertThat(problems())
                .hasSize(1)
                .first()
                .asString()
                .contains("[too-much]", "workload \"web\" change their state about ", "at most 20000 times");
    }

    @Test
    void shouldSayWhereARecordingIsWrong() throws IOException {
        Files.writeString(model.folder.resolve("arrivals.csv"), "0\nsoon\n2\n1\n");
        Replay replay = ModelFixture.MAKE.createReplay();
        replay.setFile("arrivals.csv");
        replay.setUnit(Unit.SECOND);
        load(replay);

        assertThat(problems())
                .containsExactly(
                        "arrivals.csv:2:1: [replay-invalid] \"soon\" is no time; write a number first in each line, like 12.5",
                        "arrivals.csv:4:1: [replay-invalid] the time 1 is before that of the arrival before, 2; sort the file by time");
    }

    @Test
    void shouldRefuseABlackBoxProcessWithoutAnAddress() {
        var legacy = ModelFixture.MAKE.createBlackBoxProcess();
        legacy.setName("Legacy");
        legacy.setWsdl("wsdl/sequential.wsdl");
        legacy.setEndpoint("localhost:80");
        model.testbed.getElements().add(legacy);

        assertThat(problems())
                .containsExactly(
                        "quickstart.testbed:1:1: [endpoint-invalid] the address \"localhost:80\" of process \"Legacy\" is not one like"
                                + " http://host:port/path; correct it");
    }

    @Test
    void shouldRefuseSoapEncoding() throws IOException {
        Path wsdl = model.folder.resolve("wsdl/quote.wsdl");
        Files.writeString(
                wsdl,
                Files.readString(wsdl)
                        .replace("<output><soap:body use=\"literal\"/>", "<output><soap:body use=\"encoded\"/>"));

        assertThat(problems()).isNotEmpty().anyMatch(each -> each.contains("ncod"));
    }
}

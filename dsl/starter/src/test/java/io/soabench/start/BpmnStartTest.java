package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A BPMN file as its author drew it becomes a testbed that is valid as it is. */
final class BpmnStartTest {

    private static final Path LOAN = Path.of("src/test/resources/bpmn/loan.bpmn");
    private static final String HEAD =
            "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\" targetNamespace=\"urn:t\"><process id=\"p\">";
    private static final String TAIL = "</process></definitions>";

    @TempDir
    Path folder;

    private StartedTestbed made(String content) throws Exception {
        Path file = folder.resolve("own.bpmn");
        Files.writeString(file, content);
        return new Starter().fromBpmn(file, Optional.empty(), folder.resolve("made"));
    }

    private String copy() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("made/bpmn"))) {
            return Files.readString(files.findFirst().orElseThrow());
        }
    }

    @Test
    void shouldMakeAMeasurableCopyOfAFileOfTheModeler() throws Exception {
        StartedTestbed started = new Starter().fromBpmn(LOAN, Optional.empty(), folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(started.runs()).isTrue();
        assertThat(started.testbed())
                .content()
                .contains(
                        "partner checkCredit -> checkCredit",
                        "partner askForPapers -> askForPapers",
                        "partner writeTheContract -> writeTheContract",
                        "partner findTheInterest -> findTheInterest",
                        "case on camunda, operaton for process in (loan)")
                .doesNotContain("sendAReminder");
        assertThat(copy())
                .contains(
                        "<bpmn:serviceTask camunda:asyncBefore=\"true\" camunda:exclusive=\"false\" camunda:expression=\"${checkCredit.call('call', id)}\" id=\"Check\" name=\"Check credit\"/>",
                        "<bpmn:serviceTask camunda:asyncBefore=\"true\" camunda:expression=\"${askForPapers.call('call', id)}\"",
                        "${score >= 600}".replace(">", "&gt;"),
                        "<bpmn:task camunda:asyncBefore=\"true\" id=\"Wait\"")
                .doesNotContain(
                        "com.example", "listener", "laneSet", "collaboration", "Late", "P1D", "groovy", "diagram");
        assertThat(folder.resolve("made/data/request.xml"))
                .content()
                .contains(
                        "<c:score>600</c:score>",
                        "<c:takes_old_new>false</c:takes_old_new>",
                        "<c:takes_w2>true</c:takes_w2>");
        assertThat(folder.resolve("made/data/answer.xml")).content().contains("<c:end>Done</c:end>");
    }

    /** Without an end event a path ends with its last part (BPMN 2.0, 10.5.3), and the client waits for its answer there, too. */
    @Test
    void shouldEndAPathThatHasNoEndEvent() throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id='s'/><sequenceFlow id='f' sourceRef='s' targetRef='t'/><task id='t' name='Last'/>"
                + TAIL);

        assertThat(started.left()).isEmpty();
        assertThat(started.notes()).contains("\"Last\": an end event is added behind it, since its path ends there");
        assertThat(copy()).contains("client.answer(exchange, id, 'end')", "id=\"end\"");
    }

    @Test
    void shouldNotCountTheEmptyProcessOfAPool() throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id='s'/><sequenceFlow id='f' sourceRef='s' targetRef='e'/><endEvent id='e'/></process><process id='pool'>"
                + TAIL);

        assertThat(started.left()).isEmpty();
        assertThat(copy()).contains("id=\"p\"").doesNotContain("id=\"pool\"");
    }

    private static final String POOLS =
            """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:t="urn:t" targetNamespace="urn:t">
            <collaboration id="c"><participant id="P1" name="Customer" processRef="t:buy"/>
            <participant id="P2" name="Shop" processRef="t:sell"/><participant id="P3" name="Bank"/>
            <messageFlow id="m1" sourceRef="order" targetRef="asked"/><messageFlow id="m2" sourceRef="bill" targetRef="P3"/>
            <messageFlow id="m3" sourceRef="sold" targetRef="got"/><messageFlow id="m4" sourceRef="told" targetRef="P3"/>
            <messageFlow id="m5" sourceRef="pack" targetRef="P3"/></collaboration>
            <process id="buy" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="order"/>
            <sendTask id="order" name="Order"/><sequenceFlow id="f2" sourceRef="order" targetRef="got"/>
            <receiveTask id="got"/><sequenceFlow id="f3" sourceRef="got" targetRef="e"/><endEvent id="e"/></process>
            <process id="sell" isExecutable="true">
            <startEvent id="asked"><messageEventDefinition/></startEvent><sequenceFlow id="g1" sourceRef="asked" targetRef="bill"/>
            <task id="bill" name="Bill"/><sequenceFlow id="g2" sourceRef="bill" targetRef="pack"/>
            <subProcess id="pack" name="Pack"><startEvent id="i"/><sequenceFlow id="h" sourceRef="i" targetRef="told"/>
            <endEvent id="told" name="Tell"><messageEventDefinition/></endEvent></subProcess>
            <sequenceFlow id="g3" sourceRef="pack" targetRef="sold"/>
            <endEvent id="sold" name="Sold"><messageEventDefinition/></endEvent></process></definitions>
            """;

    private StartedTestbed made(String content, String process) throws Exception {
        Path file = Files.writeString(folder.resolve("own.bpmn"), content);
        return new Starter().fromBpmn(file, Optional.of(process), folder.resolve("made"));
    }

    @Test
    void shouldCallAMockForEachPoolToWhichTheNamedProcessSends() throws Exception {
        StartedTestbed started = made(POOLS, "sell");

        assertThat(started.left()).isEmpty();
        assertThat(started.notes())
                .contains(
                        "\"Bill\", \"Tell\": a mocked partner takes the place of the pool \"Bank\", to which it sends",
                        "\"Pack\": does not send to the pool \"Bank\", since the file does not say which of its parts does",
                        "process \"buy\" is left out, since -Dprocess names another one");
        assertThat(started.testbed())
                .content()
                .contains("partner bill -> bill", "partner tell -> tell")
                .doesNotContain("partner sold", "partner order");
        assertThat(copy())
                .contains(
                        "${bill.call('call', id)}", "${tell.call('call', id)}", "sourceRef=\"sent\" targetRef=\"told\"")
                .doesNotContain("messageFlow", "participant", "id=\"buy\"", "${sold.");
    }

    @Test
    void shouldTakeTheOtherProcessOfACollaboration() throws Exception {
        StartedTestbed started = made(POOLS, "buy");

        assertThat(started.left()).isEmpty();
        assertThat(started.notes())
                .contains("\"Order\": a mocked partner takes the place of the pool \"Shop\", to which it sends");
        assertThat(copy()).contains("${order.call('call', id)}").doesNotContain("${bill.");
    }

    @Test
    void shouldMeasureEachExecutableProcessWithRequestsOfItsOwn() throws Exception {
        String deciding = POOLS.replace(
                "<endEvent id=\"e\"/>",
                "<exclusiveGateway id=\"e\"/><sequenceFlow id=\"k\" sourceRef=\"e\" targetRef=\"z\">"
                        + "<conditionExpression>${price == 7}</conditionExpression></sequenceFlow><endEvent id=\"z\"/>"
                        + "<sequenceFlow id=\"l\" sourceRef=\"e\" targetRef=\"s2\">"
                        + "<conditionExpression>${price != 7}</conditionExpression></sequenceFlow><task id=\"s2\"/>"
                        + "<sequenceFlow id=\"m\" sourceRef=\"s2\" targetRef=\"e\"/>");

        StartedTestbed started = made(deciding);

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed())
                .hasFileName("own.testbed")
                .content()
                .contains(
                        "testbed own \"What do buy and sell cost on Camunda 7, and on Operaton?\"",
                        "about 4 minutes",
                        "bpmn \"bpmn/buy.bpmn\"",
                        "check \"data/sell-request.xml\" answers \"data/sell-answer.xml\"",
                        "case on camunda, operaton for process in (buy), workload in (steady-buy, arrivals-buy)",
                        "case on camunda, operaton for process in (sell), workload in (steady-sell, arrivals-sell)",
                        "serves order, bill, tell }");
        assertThat(folder.resolve("made/bpmn/buy.bpmn"))
                .content()
                .contains("${order.call(")
                .doesNotContain("${bill.");
        assertThat(folder.resolve("made/bpmn/sell.bpmn"))
                .content()
                .contains("${bill.call(")
                .doesNotContain("${order.");
        assertThat(folder.resolve("made/data/buy-request.xml"))
                .content()
                .contains("<c:request xmlns:c=\"urn:soabench:process:buy\">", "<c:price>7</c:price>");
        assertThat(folder.resolve("made/data/sell-request.xml"))
                .content()
                .contains("<c:request xmlns:c=\"urn:soabench:process:sell\">")
                .doesNotContain("price");
        assertThat(started.notes())
                .contains(
                        "process \"buy\": \"Order\": a mocked partner takes the place of the pool \"Shop\", to which it sends",
                        "process \"sell\": \"Bill\", \"Tell\": a mocked partner takes the place of the pool \"Bank\", to which it sends");
    }

    /** Tasks of one name in two processes have a partner each, since their mocks count the calls of one process. */
    @Test
    void shouldGiveEachProcessPartnersOfItsOwn() throws Exception {
        StartedTestbed started = made(POOLS.replace("name=\"Bill\"", "name=\"Order\""));

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed())
                .content()
                .contains("partner order -> order\n", "partner order -> order-2\n", "serves order, order-2, tell }");
    }

    @Test
    void shouldMeasureTheOthersWhenOneProcessOfAFileCannotBeCopied() throws Exception {
        StartedTestbed started =
                made(POOLS.replace("<sendTask id=\"order\" name=\"Order\"/>", "<complexGateway id=\"order\"/>"));

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed()).hasFileName("sell.testbed");
        assertThat(started.notes())
                .contains(
                        "left out: process \"buy\" of " + folder.resolve("own.bpmn")
                                + " has parts that cannot be measured: complexGateway \"order\"; replace them by gateways and sequence flows");
    }

    @Test
    void shouldSayThatAProcessIsNotExecutable() throws Exception {
        StartedTestbed started = made(POOLS.replace("id=\"buy\" isExecutable=\"true\"", "id=\"buy\""));

        assertThat(started.testbed()).hasFileName("sell.testbed");
        assertThat(started.notes())
                .contains("process \"buy\" is left out, since it is not executable; -Dprocess=buy takes it alone");
    }

    @Test
    void shouldOfferTheFilesOfAFolder() throws Exception {
        Path own = Files.createDirectories(folder.resolve("own"));
        assertThatThrownBy(() -> new Starter().fromBpmn(own, Optional.empty(), folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(own + " is a folder, and a testbed begins with one file; name a BPMN file; none is in it");

        Files.copy(LOAN, own.resolve("loan.bpmn"));
        Files.copy(LOAN, Files.createDirectories(own.resolve("sub")).resolve("b.BPMN"));

        assertThatThrownBy(() -> new Starter().fromBpmn(own, Optional.empty(), folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(own + " is a folder, and a testbed begins with one file; name a BPMN file: loan.bpmn, "
                        + Path.of("sub", "b.BPMN") + " are in it");
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @Test
    void shouldListTheProcessesWhenNoneHasTheName() {
        assertThatThrownBy(() -> made(POOLS, "sel"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageEndingWith("own.bpmn has no process \"sel\"; its processes are buy, sell");
    }

    @Test
    void shouldNoteEachThingThatTheCopyDoesOtherwise() throws Exception {
        assertThat(new Starter()
                        .fromBpmn(LOAN, Optional.empty(), folder.resolve("made"))
                        .notes())
                .containsExactlyInAnyOrder(
                        "\"which customer?\" decides by truth values of the request, which replace its conditions: \"${customer.isOld() && kind == 'gold'}\" by takes_old_new, \"${kind != 'gold'}\" by takes_w2",
                        "\"application received\": starts an instance for each request of the load",
                        "\"Late\": left out, since nothing triggers it",
                        "\"Ask for papers\": a mocked partner takes the place of the person",
                        "\"Write the contract\": a mocked partner takes the place of the called process",
                        "\"Find the interest\": a mocked partner takes the place of the rules",
                        "\"Compute\": does nothing, since its script needs what the copy does not have",
                        "\"A day later\": does not wait for \"P1D\"; the transaction ends there all the same");
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("../../examples"))) {
            return all.filter(file -> file.toString().endsWith(".bpmn")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldMakeAValidTestbedOfEachFileOfTheExamples(Path file) throws Exception {
        assertThat(new Starter()
                        .fromBpmn(file, Optional.empty(), folder.resolve("made"))
                        .left())
                .isEmpty();
    }

    /** The shorter way out of a loop is taken, whatever the order and kind of its conditions. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "${done}; ${!done}; <c:done>true</c:done>",
                "${turns < 3}; ${turns >= 3}; <c:turns>2</c:turns>",
                "#{state eq 'over'}; #{state ne 'over'}; <c:state>over</c:state>",
                "= count > 1.5; = count <= 1.5; <c:count>2.5</c:count>",
                "${a == 1}; ${b}; <c:a>1</c:a>",
                "${empty list}; ${not empty list}; <c:takes_out>true</c:takes_out>",
                "${a == 1}; ${a == 'one'}; <c:takes_out>true</c:takes_out>",
            })
    void shouldChooseValuesWithWhichAnInstanceEnds(String out, String back, String expected) throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id=\"s\"/><sequenceFlow id=\"a\" sourceRef=\"s\" targetRef=\"t\"/><task id=\"t\"/>"
                + "<sequenceFlow id=\"b\" sourceRef=\"t\" targetRef=\"g\"/><exclusiveGateway id=\"g\"/>"
                + "<sequenceFlow id=\"out\" sourceRef=\"g\" targetRef=\"e\"><conditionExpression><![CDATA[" + out
                + "]]></conditionExpression></sequenceFlow>"
                + "<sequenceFlow id=\"back\" sourceRef=\"g\" targetRef=\"t\"><conditionExpression><![CDATA[" + back
                + "]]></conditionExpression></sequenceFlow><endEvent id=\"e\"/>" + TAIL);

        assertThat(started.left()).isEmpty();
        assertThat(folder.resolve("made/data/request.xml")).content().contains(expected);
    }

    @Test
    void shouldKeepSubprocessesAndRepeatThemWithoutData() throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id=\"s\"/><sequenceFlow id=\"a\" sourceRef=\"s\" targetRef=\"sub\"/>"
                + "<transaction id=\"sub\"><multiInstanceLoopCharacteristics/><startEvent id=\"i\"/>"
                + "<sequenceFlow id=\"b\" sourceRef=\"i\" targetRef=\"t\"/><serviceTask id=\"t\" name=\"Ship it!\"/>"
                + "<sequenceFlow id=\"c\" sourceRef=\"t\" targetRef=\"j\"/><endEvent id=\"j\"/>"
                + "<subProcess id=\"never\" triggeredByEvent=\"true\"><startEvent id=\"k\"/></subProcess></transaction>"
                + "<sequenceFlow id=\"d\" sourceRef=\"sub\" targetRef=\"e\"/><endEvent id=\"e\"/>" + TAIL);

        assertThat(started.left()).isEmpty();
        assertThat(copy())
                .contains(
                        "<subProcess id=\"sub\">",
                        "<loopCardinality>${3}</loopCardinality>",
                        "${shipIt.call('call', id)}")
                .doesNotContain("never", "transaction");
        assertThat(started.notes())
                .contains("\"sub\": repeated 3 times in place of once for each element of a collection");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<definitions/>; is no BPMN 2.0 file but begins with <definitions>",
                "<a; cannot be read as XML: ",
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a/>; cannot be read as XML: it has a DOCTYPE; remove that",
                "<?xml version='1.0' encoding='KLINGON'?><definitions/>; cannot be read as XML: not well-formed XML: Unsupported encoding: KLINGON; correct it first",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'/>; has no process",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='a'><task id='t'/><task id='t'/></process></definitions>; has several parts with one id: \"t\"; give each an id of its own",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='1 a'/></definitions>; has ids that XML does not allow: \"1 a\"; begin each with a letter or '_'",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='a'><startEvent id='s'/><sequenceFlow id='f' sourceRef='s' targetRef='x'/><exclusiveGateway id='x'/><sequenceFlow id='g' sourceRef='x' targetRef='j'/><sequenceFlow id='h' sourceRef='x' targetRef='j'/><parallelGateway id='j' name='both'/><sequenceFlow id='i' sourceRef='j' targetRef='e'/><endEvent id='e'/></process></definitions>; never answers a request: \"both\" joins 2 flows, of which a request takes 1; make it an exclusive gateway, or take all its flows",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='a'><startEvent id='s'/><sequenceFlow id='f' sourceRef='s' targetRef='t'/><task id='t'/><sequenceFlow id='g' sourceRef='t' targetRef='t'/><boundaryEvent id='b' attachedToRef='t'><errorEventDefinition/></boundaryEvent><sequenceFlow id='h' sourceRef='b' targetRef='e'/><endEvent id='e'/></process></definitions>; never answers a request: its path leads to no end event; let it lead to one",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='a'/><process id='b'/></definitions>; own.bpmn has no start event, so no request starts an instance; add one; process \"b\" of ",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='a'><complexGateway id='c' name='odd'/><adHocSubProcess id='d'/></process></definitions>; has parts that cannot be measured: complexGateway \"odd\", adHocSubProcess \"d\"",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='a'><startEvent id='s'/></process></definitions>; has no end event that an instance reaches",
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'><process id='a'><task id='t'/><sequenceFlow id='f' sourceRef='t' targetRef='e'/><endEvent id='e'/></process></definitions>; has no start event, so no request starts an instance; add one",
            })
    void shouldRefuseAFileOfWhichNoCopyCanBeMade(String content, String why) throws IOException {
        assertThatThrownBy(() -> made(content))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(why);
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @Test
    void shouldRefuseADeeplyNestedFileInASentence() {
        assertThatThrownBy(() -> made(HEAD + "<subProcess>".repeat(5000) + "</subProcess>".repeat(5000) + TAIL))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("more than 500 nested elements; divide what they say in line 1");
    }

    /** Editors leave out ids, and flows of BPMN need none (BPMN 2.0, 8.2.1). */
    @Test
    void shouldGiveIdsAndKeepTheConditionsOfFlowsWithoutThem() throws Exception {
        StartedTestbed started = made(
                """
                <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process>
                <startEvent id="s"/><sequenceFlow sourceRef="s" targetRef="g"/><exclusiveGateway id="g"/>
                <sequenceFlow sourceRef="g" targetRef="e"><conditionExpression>${x == 1}</conditionExpression></sequenceFlow>
                <sequenceFlow sourceRef="g" targetRef="f"><conditionExpression>${x != 1}</conditionExpression></sequenceFlow>
                <endEvent id="e"/><endEvent id="f"/>
                </process></definitions>
                """);

        assertThat(started.left()).isEmpty();
        assertThat(copy())
                .contains("id=\"Process\"", "id=\"sequenceFlow2\"", "${x == 1}", "${x != 1}")
                .doesNotContain("default=");
    }

    /** BPMN allows a subprocess without a start event (BPMN 2.0, 10.3.5); engines refuse it. */
    @Test
    void shouldAddTheStartOfASubprocess() throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id='s'/><sequenceFlow id='a' sourceRef='s' targetRef='u'/><subProcess id='u' name='Pack'>"
                + "<task id='x'/><task id='y'/><sequenceFlow id='c' sourceRef='x' targetRef='z'/><task id='z'/></subProcess>"
                + "<sequenceFlow id='b' sourceRef='u' targetRef='e'/><endEvent id='e'/>" + TAIL);

        assertThat(started.left()).isEmpty();
        assertThat(started.notes()).contains("\"Pack\": a start event is added in it, since engines need one");
        assertThat(copy())
                .contains(
                        "<startEvent id=\"start\"/>",
                        "<sequenceFlow id=\"begins\" sourceRef=\"start\" targetRef=\"x\"/>",
                        "<sequenceFlow id=\"begins2\" sourceRef=\"start\" targetRef=\"y\"/>")
                .doesNotContain("targetRef=\"z\" sourceRef=\"start\"", "begins3");
    }

    @Test
    void shouldLeaveOutAFlowThatLeadsNowhere() throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id='s'/><sequenceFlow id='a' sourceRef='s' targetRef='g'/><exclusiveGateway id='g' default='b'/>"
                + "<sequenceFlow id='b' sourceRef='g'/><sequenceFlow id='c' sourceRef='g' targetRef='gone'/>"
                + "<sequenceFlow id='d' sourceRef='g' targetRef='e'/><endEvent id='e'/>" + TAIL);

        assertThat(started.left()).isEmpty();
        assertThat(started.notes())
                .contains("\"b\", \"c\": left out, since it does not connect two parts of one scope");
        assertThat(copy()).doesNotContain("gone", "default=", "id=\"b\"");
    }

    @Test
    void shouldGiveErrorsACodeAndEndWithoutAnErrorWhereNoneIsNamed() throws Exception {
        StartedTestbed started = made(
                """
                <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><error id="refused"/><process id="p">
                <startEvent id="s"/><sequenceFlow id="a" sourceRef="s" targetRef="u"/>
                <subProcess id="u"><startEvent id="i"/><sequenceFlow id="b" sourceRef="i" targetRef="j"/>
                <endEvent id="j"><errorEventDefinition/></endEvent></subProcess>
                <sequenceFlow id="c" sourceRef="u" targetRef="e"/><endEvent id="e"/>
                </process></definitions>
                """);

        assertThat(started.left()).isEmpty();
        assertThat(copy())
                .contains("<error errorCode=\"refused\" id=\"refused\"/>")
                .doesNotContain("errorEventDefinition");
    }

    @Test
    void shouldNoteWhereAnInstanceNeverEnds() throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id='s'/><sequenceFlow id='a' sourceRef='s' targetRef='f'/><parallelGateway id='f'/>"
                + "<sequenceFlow id='b' sourceRef='f' targetRef='e'/><endEvent id='e'/>"
                + "<sequenceFlow id='c' sourceRef='f' targetRef='x'/><exclusiveGateway id='x'/>"
                + "<sequenceFlow id='d' sourceRef='x' targetRef='j'/><sequenceFlow id='g' sourceRef='x' targetRef='j'/>"
                + "<parallelGateway id='j'/><sequenceFlow id='h' sourceRef='j' targetRef='e2'/><endEvent id='e2'/>"
                + TAIL);

        assertThat(started.notes())
                .contains(
                        "instances answer, but never end: \"j\" joins 2 flows, of which a request takes 1; make it an exclusive gateway, or take all its flows");
        assertThat(folder.resolve("made/data/answer.xml")).content().contains("<c:end>e</c:end>");
    }

    @Test
    void shouldSayThatOneEndIsReachedTwice() throws Exception {
        StartedTestbed started = made(HEAD
                + "<startEvent id='s'/><sequenceFlow id='a' sourceRef='s' targetRef='f'/><parallelGateway id='f'/>"
                + "<sequenceFlow id='b' sourceRef='f' targetRef='e'/><sequenceFlow id='c' sourceRef='f' targetRef='e'/>"
                + "<endEvent id='e'/>" + TAIL);

        assertThat(started.notes())
                .contains(
                        "one end is reached 2 times by one request (e): the first of them answers the client; join the branches before the end to answer when all are done");
    }

    /** A subprocess that ends with an error is left by the event at its boundary, and so is the way to the answer. */
    @Test
    void shouldExpectTheEndBehindACaughtError() throws Exception {
        StartedTestbed started = made(
                """
                <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><error id="no" errorCode="no"/><process id="p">
                <startEvent id="s"/><sequenceFlow id="a" sourceRef="s" targetRef="u"/>
                <subProcess id="u"><startEvent id="i"/><sequenceFlow id="b" sourceRef="i" targetRef="j"/>
                <endEvent id="j"><errorEventDefinition errorRef="no"/></endEvent></subProcess>
                <sequenceFlow id="c" sourceRef="u" targetRef="good"/><endEvent id="good"/>
                <boundaryEvent id="v" attachedToRef="u"><errorEventDefinition errorRef="no"/></boundaryEvent>
                <sequenceFlow id="d" sourceRef="v" targetRef="bad"/><endEvent id="bad"/>
                </process></definitions>
                """);

        assertThat(started.left()).isEmpty();
        assertThat(folder.resolve("made/data/answer.xml")).content().contains("<c:end>bad</c:end>");
    }

    /** A caught error ends the subprocess, also where a branch of it waits for ever. */
    @Test
    void shouldLeaveABranchThatWaitsByACaughtError() throws Exception {
        StartedTestbed started = made(
                """
                <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><error id="no" errorCode="no"/><process id="p">
                <startEvent id="s"/><sequenceFlow id="a" sourceRef="s" targetRef="u"/>
                <subProcess id="u"><startEvent id="i"/><sequenceFlow id="b" sourceRef="i" targetRef="f"/><parallelGateway id="f"/>
                <sequenceFlow id="k" sourceRef="f" targetRef="x"/><exclusiveGateway id="x"/>
                <sequenceFlow id="l" sourceRef="x" targetRef="j"/><sequenceFlow id="m" sourceRef="x" targetRef="j"/>
                <parallelGateway id="j"/><sequenceFlow id="n" sourceRef="j" targetRef="o"/><endEvent id="o"/>
                <sequenceFlow id="q" sourceRef="f" targetRef="r"/>
                <endEvent id="r"><errorEventDefinition errorRef="no"/></endEvent></subProcess>
                <sequenceFlow id="c" sourceRef="u" targetRef="good"/><endEvent id="good"/>
                <boundaryEvent id="v" attachedToRef="u"><errorEventDefinition errorRef="no"/></boundaryEvent>
                <sequenceFlow id="d" sourceRef="v" targetRef="bad"/><endEvent id="bad"/>
                </process></definitions>
                """);

        assertThat(started.notes()).noneMatch(note -> note.contains("never end"));
        assertThat(folder.resolve("made/data/answer.xml")).content().contains("<c:end>bad</c:end>");
    }
}

package io.soabench.engine.bpel;

import static io.soabench.engine.bpel.ProcessFixture.process;
import static io.soabench.engine.bpel.RuleCase.body;
import static io.soabench.engine.bpel.RuleCase.copy;
import static io.soabench.engine.bpel.RuleCase.empty;
import static io.soabench.engine.bpel.RuleCase.flow;
import static io.soabench.engine.bpel.RuleCase.fromText;
import static io.soabench.engine.bpel.RuleCase.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.bpel.analysis.StaticAnalysis;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of appendix B with a process that breaks it and a similar one that does not. */
final class StaticAnalysisTest {
    private static final String ASK =
            "<invoke partnerLink='partner' operation='ask' inputVariable='question' outputVariable='answer'/>";
    private static final String SETS =
            "<correlationSets><correlationSet name='byId' properties='p:orderId'/></correlationSets>";
    private static final String EXCHANGES =
            "<messageExchanges><messageExchange name='first'/><messageExchange name='second'/></messageExchanges>";
    private static final String WSDL_IMPORT = "importType=\"http://schemas.xmlsoap.org/wsdl/\"";

    /** The rules that are checked where names are looked up. */
    private static final List<String> RULES_OF_NAMES = List.of(
            "SA00002", "SA00004", "SA00005", "SA00010", "SA00011", "SA00012", "SA00013", "SA00014", "SA00019",
            "SA00020", "SA00021", "SA00024", "SA00027", "SA00028", "SA00030", "SA00031", "SA00032", "SA00033",
            "SA00034", "SA00035", "SA00036", "SA00037", "SA00038", "SA00039", "SA00040", "SA00041", "SA00042",
            "SA00043", "SA00046", "SA00047", "SA00048", "SA00050", "SA00053", "SA00054", "SA00058", "SA00061",
            "SA00065", "SA00073", "SA00077", "SA00084", "SA00088", "SA00089", "SA00094", "SA00095");

    private static ProcessFixture catching(String attributes, String activity) {
        return process()
                .with(
                        "faultHandlers",
                        "<faultHandlers><catch " + attributes + ">" + activity + "</catch></faultHandlers>");
    }

    private static ProcessFixture onEvent(String event) {
        return process()
                .with("correlationSets", SETS)
                .with(
                        "receive",
                        "<receive partnerLink='client' operation='order' variable='order' createInstance='yes'>"
                                + "<correlations><correlation set='byId' initiate='yes'/></correlations></receive>")
                .with("eventHandlers", "<eventHandlers>" + event + "</eventHandlers>");
    }

    private static String event(String attributes, String inside, String scope) {
        return "<onEvent partnerLink='client' operation='cancel' " + attributes + ">" + inside + "<scope>" + scope
                + "<empty/></scope></onEvent>";
    }

    static Stream<RuleCase> declarations() {
        return Stream.of(
                rule(
                        "SA00001",
                        process().edit("process.wsdl", "<input message=\"p:event\"/>", "<output message=\"p:event\"/>"),
                        process()),
                rule(
                        "SA00002",
                        process().edit("process.wsdl", "<operation name=\"note\">", "<operation name=\"cancel\">"),
                        process()),
                rule(
                        "SA00004",
                        process().body(copy("<from expressionLanguage='urn:x'>1</from>", "<to variable='text'/>")),
                        process()
                                .body(copy(
                                        "<from expressionLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xpath1.0'>1</from>",
                                        "<to variable='text'/>"))),
                rule(
                        "SA00005",
                        process()
                                .body(
                                        "<invoke partnerLink='partner' portType='p:Orders' operation='tell' inputVariable='question'/>"),
                        process()
                                .body(
                                        "<invoke partnerLink='partner' portType='t:Partner' operation='tell' inputVariable='question'/>")),
                rule(
                        "SA00009",
                        process()
                                .with(
                                        "extensions",
                                        "<extensions><extension namespace='urn:x' mustUnderstand='yes'/></extensions>"),
                        process()
                                .with(
                                        "extensions",
                                        "<extensions><extension namespace='urn:x' mustUnderstand='no'/></extensions>")),
                rule(
                        "SA00010",
                        process().with("variables", "<variable name='v' messageType='p:unknown'/>"),
                        process().with("variables", "<variable name='v' messageType='p:event'/>")),
                rule(
                        "SA00011",
                        process()
                                .with(
                                        "imports",
                                        imports("namespace='urn:other' location='process.wsdl' " + WSDL_IMPORT)),
                        process()
                                .with(
                                        "imports",
                                        imports("namespace='urn:test:process' location='process.wsdl' "
                                                + WSDL_IMPORT))),
                rule(
                        "SA00012",
                        process().with("imports", imports("location='process.wsdl' " + WSDL_IMPORT)),
                        process()),
                rule(
                        "SA00013",
                        process()
                                .with(
                                        "imports",
                                        imports(
                                                "namespace='urn:test:process' location='process.wsdl' importType='http://www.w3.org/2001/XMLSchema'")),
                        process()),
                rule(
                        "SA00014",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<xsd:element name=\"offer\">",
                                        "<xsd:element name=\"order\" type=\"xsd:string\"/><xsd:element name=\"offer\">"),
                        process()),
                rule(
                        "SA00016",
                        process().with("partnerLinks", "<partnerLink name='none' partnerLinkType='p:Client'/>"),
                        process()
                                .with(
                                        "partnerLinks",
                                        "<partnerLink name='none' partnerLinkType='p:Client' partnerRole='process'/>")),
                rule(
                        "SA00017",
                        process()
                                .with(
                                        "partnerLinks",
                                        "<partnerLink name='l' partnerLinkType='p:Client' myRole='process' initializePartnerRole='yes'/>"),
                        process()
                                .with(
                                        "partnerLinks",
                                        "<partnerLink name='l' partnerLinkType='p:Client' partnerRole='process' initializePartnerRole='yes'/>")),
                rule(
                        "SA00018",
                        process()
                                .with(
                                        "partnerLinks",
                                        "<partnerLink name='client' partnerLinkType='p:Client' myRole='process'/>"),
                        process()
                                .body(
                                        "<scope><partnerLinks><partnerLink name='client' partnerLinkType='p:Client' myRole='process'/></partnerLinks><empty/></scope>")),
                rule(
                        "SA00019",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<vprop:property name=\"wholeOrder\" element=\"p:order\"/>",
                                        "<vprop:property name=\"wholeOrder\"/>"),
                        process()),
                rule(
                        "SA00020",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "messageType=\"p:event\" part=\"first\"/>",
                                        "messageType=\"p:event\"/>"),
                        process()),
                rule(
                        "SA00021",
                        process().body(copy("<from variable='answer' property='p:orderId'/>", "<to variable='text'/>")),
                        process().body(copy("<from variable='order' property='p:orderId'/>", "<to variable='text'/>"))),
                rule(
                        "SA00022",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "messageType=\"p:event\" part=\"first\"/>",
                                        "messageType=\"p:order\" part=\"body\"/>"),
                        process()),
                rule(
                        "SA00023",
                        process().with("variables", "<variable name='text' type='xsd:int'/>"),
                        process()
                                .body(
                                        "<scope><variables><variable name='text' type='xsd:int'/></variables><empty/></scope>")),
                rule(
                        "SA00024",
                        process().with("variables", "<variable name='a.b' type='xsd:int'/>"),
                        process().with("variables", "<variable name='a-b' type='xsd:int'/>")),
                rule(
                        "SA00025",
                        process().with("variables", "<variable name='v' type='xsd:int' element='p:order'/>"),
                        process().with("variables", "<variable name='v' element='p:order'/>")),
                rule(
                        "SA00044",
                        process()
                                .with(
                                        "correlationSets",
                                        SETS.replace(
                                                "</correlationSets>",
                                                "<correlationSet name='byId' properties='p:orderId'/></correlationSets>")),
                        process().with("correlationSets", SETS)),
                rule(
                        "SA00045",
                        process()
                                .with("correlationSets", SETS)
                                .edit(
                                        "process.wsdl",
                                        "<vprop:property name=\"orderId\" type=\"xsd:string\"/>",
                                        "<vprop:property name=\"orderId\"/>"),
                        process().with("correlationSets", SETS)),
                rule(
                        "SA00045",
                        process().with("correlationSets", SETS.replace("p:orderId", "p:wholeOrder")),
                        process().with("correlationSets", SETS)));
    }

    private static String imports(String first) {
        return "<import " + first + "/><import namespace='urn:test:partner' location='partner.wsdl' " + WSDL_IMPORT
                + "/>";
    }

    static Stream<RuleCase> data() {
        return Stream.of(
                body("SA00027", fromText("/a/b"), fromText("$orderElement/p:id")),
                rule(
                        "SA00028",
                        process().body(joined("bpel:getVariableProperty('order','p:orderId')")),
                        process().body(joined("$a and not($b)"))),
                rule(
                        "SA00029",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<vprop:query>p:id</vprop:query>",
                                        "<vprop:query>$x/p:id</vprop:query>"),
                        process()),
                body(
                        "SA00042",
                        keeping(copy("<from variable='text'/>", "<to variable='orderElement'/>")),
                        keeping(copy("<from variable='order' part='body'/>", "<to variable='orderElement'/>"))),
                body(
                        "SA00042",
                        keeping(copy("<from>$order.body/p:id/text()</from>", "<to variable='orderElement'/>")),
                        keeping(copy("<from>$order.body</from>", "<to variable='orderElement'/>"))),
                body(
                        "SA00042",
                        keeping(copy("<from>string($order.body/p:id)</from>", "<to>$orderElement/p:id</to>")),
                        keeping(copy("<from>$order.body/p:id</from>", "<to>$orderElement/p:id</to>"))),
                body(
                        "SA00042",
                        keeping(copy("<from>$order.body/p:id</from>", "<to>$orderElement/@id</to>")),
                        keeping(copy("<from>$order.body/*</from>", "<to>$orderElement/p:id</to>"))),
                body(
                        "SA00094",
                        keeping(copy("<from>$order.body/p:id</from>", "<to variable='orderElement'/>")),
                        keeping(copy("<from>$order.body/p:id</from>", "<to>$orderElement/p:count</to>"))),
                body(
                        "SA00094",
                        keeping(copy("<from>$offer.body</from>", "<to>$orderElement</to>")),
                        keeping(copy("<from>$order.body</from>", "<to>$orderElement</to>"))),
                body(
                        "SA00094",
                        keeping(copy("<from variable='offer' part='body'/>", "<to variable='orderElement'/>")),
                        copy("<from variable='offer' part='body'/>", "<to variable='orderElement'/>")),
                body(
                        "SA00030",
                        fromText("bpel:getVariableProperty($text, 'p:orderId')"),
                        fromText("bpel:getVariableProperty('order', 'p:orderId')")),
                body(
                        "SA00031",
                        fromText("bpel:getVariableProperty('order', 'x:orderId')"),
                        fromText("bpel:getVariableProperty('order', 'p:orderId')")),
                body(
                        "SA00032",
                        copy(
                                "<from variable='text' partnerLink='partner' endpointReference='partnerRole'/>",
                                "<to variable='text'/>"),
                        copy("<from variable='text'/>", "<to variable='text'/>")),
                body(
                        "SA00033",
                        copy("<from>1</from>", "<to>concat($text, 'a')</to>"),
                        copy("<from>1</from>", "<to>$text</to>")),
                body(
                        "SA00034",
                        copy("<from variable='text' part='body'/>", "<to variable='text'/>"),
                        copy("<from variable='order' part='body'/>", "<to variable='orderElement'/>")),
                body(
                        "SA00035",
                        copy("<from partnerLink='partner' endpointReference='myRole'/>", "<to variable='text'/>"),
                        copy("<from partnerLink='client' endpointReference='myRole'/>", "<to variable='text'/>")),
                body(
                        "SA00036",
                        copy("<from partnerLink='client' endpointReference='partnerRole'/>", "<to variable='text'/>"),
                        copy("<from partnerLink='partner' endpointReference='partnerRole'/>", "<to variable='text'/>")),
                body(
                        "SA00037",
                        copy("<from variable='text'/>", "<to partnerLink='client'/>"),
                        copy("<from variable='text'/>", "<to partnerLink='partner'/>")),
                body(
                        "SA00038",
                        copy("<from><literal>a<b xmlns=''/></literal></from>", "<to variable='text'/>"),
                        copy("<from><literal> <b xmlns=''/> </literal></from>", "<to variable='text'/>")),
                body(
                        "SA00039",
                        fromText("bpel:doXslTransform($text, $orderElement)"),
                        fromText("bpel:doXslTransform('a.xsl', $orderElement)")),
                body(
                        "SA00040",
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, 'p')"),
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, 'p', 1)")),
                body(
                        "SA00041",
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, $text, 1)"),
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, 'p', 1)")),
                body(
                        "SA00043",
                        copy("<from variable='order'/>", "<to variable='offer'/>"),
                        copy("<from variable='order'/>", "<to variable='order'/>")),
                body("SA00073", joined("$a = 1"), joined("$a or $b")),
                body("SA00074", forEach("-1", "3", "", ""), forEach("0", "3", "", "")),
                body("SA00074", forEach("3 - 5", "3", "", ""), forEach("5 - 3", "2 * 3", "", "")),
                body("SA00074", forEach("1", "3 div 2", "", ""), forEach("1", "4 div 2", "", "")),
                body("SA00075", forEach("1", "3", "2 + 2", ""), forEach("1", "3", "2 + 1", "")),
                body("SA00075", forEach("1", "3", "4", ""), forEach("1", "3", "3", "")),
                body(
                        "SA00076",
                        forEach("1", "3", "", "<variables><variable name='i' type='xsd:int'/></variables>"),
                        forEach("1", "3", "", "<variables><variable name='j' type='xsd:int'/></variables>")));
    }

    private static String keeping(String assign) {
        return assign.replace("<copy>", "<copy keepSrcElementName='yes'>");
    }

    private static String joined(String condition) {
        return flow(
                "a b",
                empty("", "a") + empty("", "b") + "<empty><targets><joinCondition>" + condition
                        + "</joinCondition><target linkName='a'/><target linkName='b'/></targets></empty>");
    }

    private static String forEach(String start, String last, String branches, String declarations) {
        String completion = branches.isEmpty()
                ? ""
                : "<completionCondition><branches>" + branches + "</branches></completionCondition>";
        return "<forEach counterName='i' parallel='no'><startCounterValue>" + start
                + "</startCounterValue><finalCounterValue>" + last + "</finalCounterValue>" + completion + "<scope>"
                + declarations + "<empty/></scope></forEach>";
    }

    static Stream<RuleCase> messages() {
        String correlation = "<correlations><correlation set='byId'%s/></correlations>";
        ProcessFixture correlated = process().with("correlationSets", SETS);
        return Stream.of(
                rule(
                        "SA00046",
                        correlated.body("<invoke partnerLink='partner' operation='tell' inputVariable='question'>"
                                + correlation.formatted(" pattern='request'") + "</invoke>"),
                        correlated.body("<invoke partnerLink='partner' operation='tell' inputVariable='question'>"
                                + correlation.formatted("") + "</invoke>")),
                body(
                        "SA00047",
                        "<invoke partnerLink='partner' operation='tell'/>",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'/>"),
                body(
                        "SA00048",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='answer'/>",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'/>"),
                rule(
                        "SA00050",
                        process()
                                .edit(
                                        "partner.wsdl",
                                        "<message name=\"question\">",
                                        "<message name=\"question\"><part name=\"more\" type=\"xsd:string\"/>")
                                .body(
                                        "<invoke partnerLink='partner' operation='tell'><toParts><toPart part='more' fromVariable='text'/></toParts></invoke>"),
                        process()
                                .body(
                                        "<invoke partnerLink='partner' operation='tell'><toParts><toPart part='body' fromVariable='text'/></toParts></invoke>")),
                body(
                        "SA00051",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'><toParts><toPart part='body' fromVariable='text'/></toParts></invoke>",
                        "<invoke partnerLink='partner' operation='tell'><toParts><toPart part='body' fromVariable='text'/></toParts></invoke>"),
                body(
                        "SA00052",
                        "<invoke partnerLink='partner' operation='ask' inputVariable='question' outputVariable='answer'><fromParts><fromPart part='body' toVariable='text'/></fromParts></invoke>",
                        "<invoke partnerLink='partner' operation='ask' inputVariable='question'><fromParts><fromPart part='body' toVariable='text'/></fromParts></invoke>"),
                body(
                        "SA00053",
                        "<invoke partnerLink='partner' operation='ask' inputVariable='question'><fromParts><fromPart part='none' toVariable='text'/></fromParts></invoke>",
                        "<invoke partnerLink='partner' operation='ask' inputVariable='question'><fromParts><fromPart part='body' toVariable='text'/></fromParts></invoke>"),
                rule(
                        "SA00054",
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order'><toParts><toPart part='body' fromVariable='text'/><toPart part='none' fromVariable='text'/></toParts></reply>"),
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order'><toParts><toPart part='body' fromVariable='text'/></toParts></reply>")),
                body(
                        "SA00055",
                        "<receive partnerLink='client' operation='note' variable='event'><fromParts><fromPart part='first' toVariable='text'/></fromParts></receive>",
                        "<receive partnerLink='client' operation='note'><fromParts><fromPart part='first' toVariable='text'/></fromParts></receive>"),
                body(
                        "SA00058",
                        "<receive partnerLink='client' operation='note' variable='order'/>",
                        "<receive partnerLink='client' operation='cancel' variable='orderElement'/>"),
                rule(
                        "SA00059",
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order' variable='offer'><toParts><toPart part='body' fromVariable='text'/></toParts></reply>"),
                        process()),
                body(
                        "SA00063",
                        "<pick><onMessage partnerLink='client' operation='note' variable='event'><fromParts><fromPart part='first' toVariable='text'/></fromParts><empty/></onMessage></pick>",
                        "<pick><onMessage partnerLink='client' operation='note' variable='event'><empty/></onMessage></pick>"),
                rule(
                        "SA00060",
                        process().with("messageExchanges", EXCHANGES).body(twoRequests("", "messageExchange='second'")),
                        process()
                                .with("messageExchanges", EXCHANGES)
                                .with(
                                        "receive",
                                        "<receive partnerLink='client' operation='order' variable='order' createInstance='yes' messageExchange='first'/>")
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order' variable='offer' messageExchange='first'/>")
                                .body(twoRequests("", "messageExchange='second'"))),
                rule(
                        "SA00060",
                        sideBySide("", "", "byId", "byOther"),
                        sideBySide("messageExchange='first'", "messageExchange='second'", "byId", "byOther")),
                // the same set at both: only one may wait at a time
                rule("SA00060", sideBySide("", "", "byId", "byOther"), sideBySide("", "", "byId", "byId")),
                rule(
                        "SA00061",
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order' variable='offer' messageExchange='first'/>"),
                        process()
                                .with("messageExchanges", EXCHANGES)
                                .with(
                                        "receive",
                                        "<receive partnerLink='client' operation='order' variable='order' createInstance='yes' messageExchange='first'/>")
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order' variable='offer' messageExchange='first'/>")));
    }

    /** Returns two requests for the same operation in branches of a flow. */
    private static ProcessFixture sideBySide(String one, String two, String setOfOne, String setOfTwo) {
        String request = "<sequence><receive partnerLink='client' operation='order' variable='order' %s>"
                + "<correlations><correlation set='%s'/></correlations></receive>"
                + "<reply partnerLink='client' operation='order' variable='offer' %s/></sequence>";
        String start = "<receive partnerLink='client' operation='note' variable='event' createInstance='yes'/>";
        return process()
                .with("messageExchanges", EXCHANGES)
                .with(
                        "correlationSets",
                        SETS.replace(
                                "</correlationSets>",
                                "<correlationSet name='byOther' properties='p:orderId'/></correlationSets>"))
                .with(
                        "activity",
                        "<sequence>" + start + "<flow>" + request.formatted(one, setOfOne, one)
                                + request.formatted(two, setOfTwo, two) + "</flow></sequence>");
    }

    private static String twoRequests(String between, String exchange) {
        return "<receive partnerLink='client' operation='order' variable='order' " + exchange + "/>" + between
                + "<reply partnerLink='client' operation='order' variable='offer' " + exchange + "/>";
    }

    static Stream<RuleCase> starts() {
        String receive = "<receive partnerLink='client' operation='%s' variable='%s' createInstance='yes'>%s</receive>";
        String join = "<correlations><correlation set='byId' initiate='%s'/></correlations>";
        ProcessFixture correlated = process().with("correlationSets", SETS);
        return Stream.of(
                rule(
                        "SA00015",
                        process().with("receive", "<receive partnerLink='client' operation='order' variable='order'/>"),
                        process()),
                rule(
                        "SA00056",
                        process().with("receive", "<empty/>" + receive.formatted("order", "order", "")),
                        process().with("body", "<empty/>")),
                rule(
                        "SA00057",
                        correlated.with(
                                "receive",
                                "<flow>" + receive.formatted("order", "order", join.formatted("yes"))
                                        + receive.formatted("note", "event", join.formatted("join")) + "</flow>"),
                        correlated.with(
                                "receive",
                                "<flow>" + receive.formatted("order", "order", join.formatted("join"))
                                        + receive.formatted("note", "event", join.formatted("join")) + "</flow>")),
                rule(
                        "SA00062",
                        process().with("receive", startPick("<onAlarm><for>'PT1S'</for><empty/></onAlarm>")),
                        process().with("receive", startPick(""))));
    }

    private static String startPick(String alarm) {
        return "<pick createInstance='yes'><onMessage partnerLink='client' operation='order' variable='order'><empty/></onMessage>"
                + alarm + "</pick>";
    }

    static Stream<RuleCase> links() {
        return Stream.of(
                body(
                        "SA00064",
                        flow("a a", empty("", "a") + empty("a", "")),
                        flow("a b", empty("", "a b") + empty("a", "") + empty("b", ""))),
                body("SA00065", "<flow>" + empty("", "a") + "</flow>", "<flow>" + empty("", "") + "</flow>"),
                body("SA00066", flow("a", empty("", "a")), flow("a", empty("", "a") + empty("a", ""))),
                body(
                        "SA00067",
                        flow("a b", empty("", "a b") + empty("a b", "")),
                        flow("a b", empty("", "a b") + empty("a", "") + empty("b", ""))),
                body(
                        "SA00068",
                        flow("a", empty("", "a a") + empty("a", "")),
                        flow("a", empty("", "a") + empty("a", ""))),
                body(
                        "SA00069",
                        flow("a", empty("", "a") + empty("a a", "")),
                        flow("a", empty("", "a") + empty("a", ""))),
                body(
                        "SA00070",
                        flow(
                                "a",
                                empty("", "a") + "<while><condition>true()</condition>" + empty("a", "") + "</while>"),
                        "<while><condition>true()</condition>" + flow("a", empty("", "a") + empty("a", ""))
                                + "</while>"),
                body(
                        "SA00071",
                        flow(
                                "a",
                                empty("", "a") + "<scope><faultHandlers><catchAll>" + empty("a", "")
                                        + "</catchAll></faultHandlers><empty/></scope>"),
                        flow(
                                "a",
                                empty("a", "") + "<scope><faultHandlers><catchAll>" + empty("", "a")
                                        + "</catchAll></faultHandlers><empty/></scope>")),
                body(
                        "SA00072",
                        flow("a b", empty("a", "b") + empty("b", "a")),
                        flow("a b", empty("a", "b") + empty("b", "") + empty("", "a"))),
                body(
                        "SA00082",
                        flow(
                                "a b",
                                "<scope><flow>" + empty("", "a") + empty("b", "") + "</flow></scope><scope><flow>"
                                        + empty("a", "") + empty("", "b") + "</flow></scope>"),
                        flow(
                                "a b",
                                "<scope><flow>" + empty("", "a") + empty("", "b") + "</flow></scope><scope><flow>"
                                        + empty("a", "") + empty("b", "") + "</flow></scope>")));
    }

    static Stream<RuleCase> handlers() {
        String inner = "<scope name='inner'><compensationHandler><empty/></compensationHandler><empty/></scope>";
        return Stream.of(
                rule(
                        "SA00003",
                        catching("faultName='bpel:selectionFailure'", "<empty/>")
                                .with("attributes", "exitOnStandardFault='yes'"),
                        catching("faultName='bpel:joinFailure'", "<empty/>")
                                .with("attributes", "exitOnStandardFault='yes'")),
                rule("SA00006", process().body("<rethrow/>"), catching("faultName='p:f'", "<rethrow/>")),
                rule(
                        "SA00007",
                        process().body("<compensateScope target='inner'/>" + inner),
                        catching("faultName='p:f'", "<compensateScope target='inner'/>")
                                .body(inner)),
                rule("SA00008", process().body("<compensate/>"), catching("faultName='p:f'", "<compensate/>")),
                rule(
                        "SA00077",
                        catching("faultName='p:f'", "<compensateScope target='outer'/>")
                                .body(inner),
                        catching("faultName='p:f'", "<compensateScope target='inner'/>")
                                .body(inner)),
                rule(
                        "SA00078",
                        catching("faultName='p:f'", "<compensateScope target='inner'/>")
                                .body("<scope name='inner'><empty/></scope>"),
                        catching("faultName='p:f'", "<compensateScope target='inner'/>")
                                .body(inner)),
                rule(
                        "SA00079",
                        catching("faultName='p:f'", inner),
                        catching("faultName='p:f'", "<scope>" + inner + "</scope>")),
                rule(
                        "SA00080",
                        process().with("faultHandlers", "<faultHandlers/>"),
                        catching("faultName='p:f'", "<empty/>")),
                rule(
                        "SA00081",
                        catching("faultVariable='f'", "<empty/>"),
                        catching("faultVariable='f' faultElement='t:refusal'", "<empty/>")),
                rule(
                        "SA00093",
                        process()
                                .with(
                                        "faultHandlers",
                                        "<faultHandlers><catch faultName='p:f'><empty/></catch><catch faultName='p:f'><exit/></catch></faultHandlers>"),
                        process()
                                .with(
                                        "faultHandlers",
                                        "<faultHandlers><catch faultName='p:f'><empty/></catch><catch faultName='p:g'><exit/></catch></faultHandlers>")),
                body(
                        "SA00091",
                        "<scope isolated='yes'><scope isolated='yes'><empty/></scope></scope>",
                        "<scope isolated='yes'><scope><empty/></scope></scope>"),
                body(
                        "SA00091",
                        compensating("isolated='yes'", "<compensateScope target='a'/>", undone("a", "isolated='yes'")),
                        compensating("", "<compensateScope target='a'/>", undone("a", "isolated='yes'"))),
                body(
                        "SA00091",
                        compensating(
                                "isolated='yes'", "<compensate/>", undone("a", "") + undone("b", "isolated='yes'")),
                        compensating(
                                "isolated='yes'",
                                "<compensateScope target='a'/>",
                                undone("a", "") + undone("b", "isolated='yes'"))),
                body(
                        "SA00091",
                        compensating(
                                "isolated='yes'",
                                "<compensate/>",
                                "<while><condition>false()</condition><scope>" + undone("a", "isolated='yes'")
                                        + "</scope></while>"),
                        compensating(
                                "isolated='yes'",
                                "<compensate/>",
                                "<scope><compensationHandler><empty/></compensationHandler>"
                                        + undone("a", "isolated='yes'") + "</scope>")),
                body(
                        "SA00091",
                        compensating(
                                "isolated='yes'",
                                "<compensate/>",
                                "<scope><compensationHandler><scope isolated='yes'><empty/></scope></compensationHandler><empty/></scope>"),
                        compensating(
                                "isolated='yes'",
                                "<compensate/>",
                                "<scope><faultHandlers><catchAll><scope isolated='yes'><empty/></scope></catchAll></faultHandlers><empty/></scope>")),
                body("SA00092", inner + inner, inner + "<scope>" + inner + "</scope>"));
    }

    /** Returns a scope with a fault handler that compensates inside a scope of its own. */
    private static String compensating(String attributes, String how, String content) {
        return "<scope><faultHandlers><catchAll><scope " + attributes + "><sequence><empty/>" + how
                + "</sequence></scope></catchAll></faultHandlers><sequence>" + content + "</sequence></scope>";
    }

    private static String undone(String name, String attributes) {
        return "<scope name='" + name + "' " + attributes
                + "><compensationHandler><empty/></compensationHandler><empty/></scope>";
    }

    static Stream<RuleCase> events() {
        String byId = "<correlations><correlation set='byId'/></correlations>";
        String parts = "<fromParts><fromPart part='body' toVariable='v'/></fromParts>";
        return Stream.of(
                rule(
                        "SA00083",
                        process().with("eventHandlers", "<eventHandlers/>"),
                        onEvent(event("variable='v' messageType='p:order'", byId, ""))),
                rule(
                        "SA00084",
                        onEvent("<onEvent partnerLink='nobody' operation='cancel'>" + byId
                                + "<scope><empty/></scope></onEvent>"),
                        onEvent(
                                event(
                                        "variable='v' messageType='p:order'",
                                        byId,
                                        "<partnerLinks><partnerLink name='client' partnerLinkType='p:Client' myRole='process'/></partnerLinks>"))),
                rule(
                        "SA00085",
                        onEvent(event("messageType='p:order'", byId + parts, "")),
                        onEvent(event("", byId + parts, ""))),
                rule(
                        "SA00086",
                        onEvent(event(
                                "variable='v' messageType='p:order'",
                                byId,
                                "<variables><variable name='v' messageType='p:order'/></variables>")),
                        onEvent(event(
                                "variable='v' messageType='p:order'",
                                byId,
                                "<variables><variable name='w' messageType='p:order'/></variables>"))),
                rule(
                        "SA00087",
                        onEvent(event("variable='v' messageType='p:offer'", byId, "")),
                        onEvent(event("variable='v' element='p:order'", byId, ""))),
                rule(
                        "SA00088",
                        onEvent(event(
                                "variable='v' messageType='p:order'",
                                "<correlations><correlation set='other'/></correlations>",
                                "")),
                        onEvent(
                                event(
                                        "variable='v' messageType='p:order'",
                                        "<correlations><correlation set='other' initiate='yes'/></correlations>",
                                        "<correlationSets><correlationSet name='other' properties='p:orderId'/></correlationSets>"))),
                rule(
                        "SA00089",
                        onEvent(event("variable='v' messageType='p:order' messageExchange='x'", byId, "")),
                        onEvent(event(
                                "variable='v' messageType='p:order' messageExchange='x'",
                                byId,
                                "<messageExchanges><messageExchange name='x'/></messageExchanges>"))),
                rule(
                        "SA00090",
                        onEvent(event("variable='v'", byId, "")),
                        onEvent(event("variable='v' messageType='p:order'", byId, ""))),
                rule(
                        "SA00095",
                        onEvent(event("variable='v' messageType='p:order'", byId, ""))
                                .body(fromText("$v.body")),
                        onEvent("<onEvent partnerLink='client' operation='cancel' variable='v' messageType='p:order'>"
                                + byId + "<scope>" + fromText("$v.body/p:id") + "</scope></onEvent>")));
    }

    static Stream<RuleCase> cases() {
        return Stream.of(declarations(), data(), messages(), starts(), links(), handlers(), events())
                .flatMap(cases -> cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldReportRuleWhenProcessBreaksIt(RuleCase given) {
        assertThat(given.bad().load().problems()).as(given.bad().text()).anySatisfy(problem -> {
            assertThat(problem.code()).isEqualTo(given.rule());
            assertThat(problem.line()).isPositive();
            assertThat(problem.message()).isNotBlank();
        });
        assertThat(given.bad().load().isValid()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldAcceptProcessWhenNeighbourOfViolationIsCorrect(RuleCase given) {
        assertThat(given.good().load().problems()).as(given.good().text()).isEmpty();
    }

    @Test
    void shouldHaveCaseForEveryRuleOfTheText() {
        List<String> tested = cases().map(RuleCase::rule).toList();
        assertThat(tested).containsAll(StaticAnalysis.codes()).containsAll(RULES_OF_NAMES);
    }

    /** Appendix B has no rule 49; rule 26 leaves nothing to check, since all functions accepted are idempotent. */
    @Test
    void shouldHaveCaseForEveryRuleOfTheStandard() {
        assertThat(cases().map(RuleCase::rule).distinct().sorted())
                .isEqualTo(IntStream.rangeClosed(1, 95)
                        .filter(number -> number != 26 && number != 49)
                        .mapToObj("SA%05d"::formatted)
                        .toList());
    }

    /**
     * Each handler compensates twice. If scopes were visited for each path, the innermost scope would be visited 2 to
     * the power of 40 times.
     */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLookAtEachScopeOnceWhenManyCompensateIt() {
        String nested = "<empty/>";
        for (int depth = 0; depth < 40; depth++) {
            nested = "<scope><compensationHandler><sequence><compensate/><compensate/></sequence></compensationHandler>"
                    + nested + "</scope>";
        }

        assertThat(process()
                        .body(compensating("isolated='yes'", "<compensate/>", nested))
                        .codes())
                .doesNotContain("SA00091");
    }

    @Test
    void shouldAcceptFixtureWhenUnchanged() {
        assertThat(process().body(ASK).codes()).isEmpty();
    }
}

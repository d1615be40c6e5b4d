package io.soabench.engine.bpel;

import static io.soabench.engine.bpel.ProcessFixture.process;
import static io.soabench.engine.bpel.RuleCase.body;
import static io.soabench.engine.bpel.RuleCase.copy;
import static io.soabench.engine.bpel.RuleCase.empty;
import static io.soabench.engine.bpel.RuleCase.ends;
import static io.soabench.engine.bpel.RuleCase.flow;
import static io.soabench.engine.bpel.RuleCase.fromText;
import static io.soabench.engine.bpel.RuleCase.rule;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The limits of the rules of appendix B: a process that just breaks a rule, and a similar one that just does not.
 * {@link StaticAnalysisTest} tests the subject of each rule; here are the places, words and nestings that a check could
 * miss.
 */
final class NearMissTest {
    private static final String WSDL_IMPORT = "importType='http://schemas.xmlsoap.org/wsdl/'";
    private static final String XSD_IMPORT = "importType='http://www.w3.org/2001/XMLSchema'";
    private static final String SETS =
            "<correlationSets><correlationSet name='byId' properties='p:orderId'/></correlationSets>";
    private static final String BY_ID = "<correlations><correlation set='byId'%s/></correlations>";
    private static final String HANDLED = "<compensationHandler><empty/></compensationHandler>";

    private static RuleCase wsdl(String rule, String from, String bad, String good) {
        return rule(rule, process().edit("process.wsdl", from, bad), process().edit("process.wsdl", from, good));
    }

    private static String scope(String declarations) {
        return "<scope>" + declarations + "<empty/></scope>";
    }

    private static String catchAll(String activity) {
        return "<faultHandlers><catchAll>" + activity + "</catchAll></faultHandlers>";
    }

    private static String forEach(String start, String last, String branches, String body) {
        String completion = branches.isEmpty()
                ? ""
                : "<completionCondition><branches>" + branches + "</branches></completionCondition>";
        return "<forEach counterName='i' parallel='no'><startCounterValue>" + start
                + "</startCounterValue><finalCounterValue>" + last + "</finalCounterValue>" + completion + "<scope>"
                + body + "</scope></forEach>";
    }

    private static ProcessFixture correlated() {
        return process()
                .with("correlationSets", SETS)
                .with(
                        "receive",
                        "<receive partnerLink='client' operation='order' variable='order' createInstance='yes'>"
                                + BY_ID.formatted(" initiate='yes'") + "</receive>");
    }

    private static ProcessFixture onEvent(String event) {
        return correlated().with("eventHandlers", "<eventHandlers>" + event + "</eventHandlers>");
    }

    private static String event(String operation, String attributes, String inside, String scope) {
        return "<onEvent partnerLink='client' operation='" + operation + "' " + attributes + ">" + inside + "<scope>"
                + scope + "</scope></onEvent>";
    }

    private static String imports(String more) {
        return "<import namespace='urn:test:process' location='process.wsdl' " + WSDL_IMPORT + "/>"
                + "<import namespace='urn:test:partner' location='partner.wsdl' " + WSDL_IMPORT + "/>" + more;
    }

    private static String schema(String attributes, String content) {
        return "<xsd:schema xmlns:xsd='http://www.w3.org/2001/XMLSchema' " + attributes + ">" + content
                + "</xsd:schema>";
    }

    static Stream<RuleCase> declarations() {
        String notification = "<operation name=\"told\"><output message=\"p:order\"/></operation>";
        String overloaded = "<operation name=\"cancel\"><input message=\"p:event\"/></operation>";
        return Stream.of(
                // One that no partner link uses counts, too, since the process imports it.
                wsdl(
                        "SA00001",
                        "<portType name=\"Orders\">",
                        "<portType name=\"Other\">" + notification + "</portType><portType name=\"Orders\">",
                        "<portType name=\"Other\">" + overloaded + "</portType><portType name=\"Orders\">"),
                // Output before input.
                wsdl(
                        "SA00001",
                        "<input message=\"p:order\"/>\n      <output message=\"p:offer\"/>",
                        "<output message=\"p:offer\"/><input message=\"p:order\"/>",
                        "<input message=\"p:order\"/><output message=\"p:offer\"/>"),
                wsdl(
                        "SA00002",
                        "<portType name=\"Orders\">",
                        "<portType name=\"Orders\">" + overloaded,
                        "<portType name=\"Other\">" + overloaded + "</portType><portType name=\"Orders\">"),
                rule(
                        "SA00004",
                        process().with("attributes", "queryLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xpath3.0'"),
                        process().with("attributes", "queryLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0'")),
                body(
                        "SA00004",
                        "<wait><for expressionLanguage='urn:x'>'PT1S'</for></wait>",
                        "<wait><for expressionLanguage='urn:oasis:names:tc:wsbpel:2.0:sublang:xquery1.0'>'PT1S'</for></wait>"),
                body(
                        "SA00005",
                        "<receive partnerLink='client' portType='t:Orders' operation='note' variable='event'/>",
                        "<receive partnerLink='client' portType='p:Orders' operation='note' variable='event'/>"),
                rule(
                        "SA00009",
                        process()
                                .with(
                                        "extensions",
                                        "<extensions><extension namespace='urn:x' mustUnderstand='no'/><extension namespace='urn:y' mustUnderstand='yes'/></extensions>"),
                        process()
                                .with(
                                        "extensions",
                                        "<extensions><extension namespace='urn:x' mustUnderstand='no'/><extension namespace='urn:y' mustUnderstand='no'/></extensions>")),
                rule(
                        "SA00010",
                        process().with("imports", imports("").replaceFirst("<import [^>]*partner.wsdl[^>]*>", "")),
                        process().with("imports", imports(""))),
                rule(
                        "SA00010",
                        process().with("variables", "<variable name='v' element='p:Order'/>"),
                        process().with("variables", "<variable name='v' element='p:order'/>")),
                body(
                        "SA00010",
                        scope(
                                "<faultHandlers><catch faultVariable='f' faultElement='t:Refusal'><empty/></catch></faultHandlers>"),
                        scope(
                                "<faultHandlers><catch faultVariable='f' faultElement='t:refusal'><empty/></catch></faultHandlers>")),
                body(
                        "SA00010",
                        scope(
                                "<partnerLinks><partnerLink name='l' partnerLinkType='t:Client' myRole='process'/></partnerLinks>"),
                        scope(
                                "<partnerLinks><partnerLink name='l' partnerLinkType='p:Client' myRole='process'/></partnerLinks>")),
                body(
                        "SA00010",
                        scope(SETS.replace("p:orderId", "p:orderId p:orderID")),
                        scope(SETS.replace("p:orderId", "p:orderId p:orderId"))),
                rule(
                        "SA00011",
                        process()
                                .file("s.xsd", schema("targetNamespace='urn:s'", ""))
                                .with(
                                        "imports",
                                        imports("<import namespace='urn:s/' location='s.xsd' " + XSD_IMPORT + "/>")),
                        process()
                                .file("s.xsd", schema("targetNamespace='urn:s'", ""))
                                .with(
                                        "imports",
                                        imports("<import namespace='urn:s' location='s.xsd' " + XSD_IMPORT + "/>"))),
                rule(
                        "SA00012",
                        process()
                                .file("s.xsd", schema("targetNamespace='urn:s'", ""))
                                .with("imports", imports("<import location='s.xsd' " + XSD_IMPORT + "/>")),
                        process()
                                .file("s.xsd", schema("", ""))
                                .with("imports", imports("<import location='s.xsd' " + XSD_IMPORT + "/>"))),
                rule(
                        "SA00013",
                        process()
                                .file("s.xsd", schema("targetNamespace='urn:s'", ""))
                                .with(
                                        "imports",
                                        imports("<import namespace='urn:s' location='s.xsd' " + WSDL_IMPORT + "/>")),
                        process()
                                .file("s.xsd", schema("targetNamespace='urn:s'", ""))
                                .with(
                                        "imports",
                                        imports("<import namespace='urn:s' location='s.xsd' " + XSD_IMPORT + "/>"))),
                wsdl(
                        "SA00014",
                        "<xsd:element name=\"offer\">",
                        "<xsd:simpleType name=\"code\"><xsd:restriction base=\"xsd:string\"/></xsd:simpleType>"
                                + "<xsd:complexType name=\"code\"/><xsd:element name=\"offer\">",
                        "<xsd:simpleType name=\"code\"><xsd:restriction base=\"xsd:string\"/></xsd:simpleType>"
                                + "<xsd:element name=\"code\"/><xsd:element name=\"offer\">"),
                body(
                        "SA00016",
                        scope("<partnerLinks><partnerLink name='l' partnerLinkType='p:Client'/></partnerLinks>"),
                        scope(
                                "<partnerLinks><partnerLink name='l' partnerLinkType='p:Client' myRole='process'/></partnerLinks>")),
                rule(
                        "SA00017",
                        process()
                                .with(
                                        "partnerLinks",
                                        "<partnerLink name='l' partnerLinkType='p:Client' myRole='process' initializePartnerRole='no'/>"),
                        process()
                                .with(
                                        "partnerLinks",
                                        "<partnerLink name='l' partnerLinkType='p:Client' partnerRole='process' initializePartnerRole='no'/>")),
                body(
                        "SA00018",
                        scope(
                                "<partnerLinks><partnerLink name='l' partnerLinkType='p:Client' myRole='process'/>"
                                        + "<partnerLink name='l' partnerLinkType='p:Partner' partnerRole='service'/></partnerLinks>"),
                        scope(
                                "<partnerLinks><partnerLink name='l' partnerLinkType='p:Client' myRole='process'/>"
                                        + "<partnerLink name='L' partnerLinkType='p:Partner' partnerRole='service'/></partnerLinks>")),
                wsdl(
                        "SA00019",
                        "<vprop:property name=\"wholeOrder\" element=\"p:order\"/>",
                        "<vprop:property name=\"wholeOrder\" element=\"p:order\" type=\"xsd:string\"/>",
                        "<vprop:property name=\"wholeOrder\" type=\"xsd:string\"/>"),
                wsdl(
                        "SA00020",
                        "element=\"t:question\"><vprop:query>",
                        "element=\"t:question\" part=\"body\"><vprop:query>",
                        "element=\"t:question\"><vprop:query>"),
                wsdl(
                        "SA00020",
                        "element=\"t:question\"><vprop:query>",
                        "element=\"t:question\" type=\"xsd:string\"><vprop:query>",
                        "type=\"xsd:string\"><vprop:query>"),
                body(
                        "SA00021",
                        copy("<from variable='orderElement' property='p:orderId'/>", "<to variable='text'/>"),
                        copy("<from variable='order' property='p:orderId'/>", "<to variable='text'/>")),
                body(
                        "SA00021",
                        fromText("bpel:getVariableProperty('orderElement', 'p:orderId')"),
                        fromText("bpel:getVariableProperty('order', 'p:orderId')")),
                wsdl(
                        "SA00022",
                        "<vprop:propertyAlias propertyName=\"p:orderId\" element=\"t:question\">",
                        "<vprop:propertyAlias propertyName=\"p:orderId\" element=\"t:question\"/>"
                                + "<vprop:propertyAlias propertyName=\"p:orderId\" element=\"t:question\">",
                        "<vprop:propertyAlias propertyName=\"p:wholeOrder\" element=\"t:question\"/>"
                                + "<vprop:propertyAlias propertyName=\"p:orderId\" element=\"t:question\">"),
                body(
                        "SA00023",
                        scope(
                                "<variables><variable name='v' type='xsd:int'/><variable name='v' type='xsd:int'/></variables>"),
                        scope(
                                "<variables><variable name='v' type='xsd:int'/><variable name='V' type='xsd:int'/></variables>")),
                body(
                        "SA00024",
                        forEach("1", "2", "", "<empty/>").replace("'i'", "'i.j'"),
                        forEach("1", "2", "", "<empty/>").replace("'i'", "'i-j'")),
                body(
                        "SA00024",
                        scope(
                                "<faultHandlers><catch faultVariable='f.g' faultElement='t:refusal'><empty/></catch></faultHandlers>"),
                        scope(
                                "<faultHandlers><catch faultVariable='f_g' faultElement='t:refusal'><empty/></catch></faultHandlers>")),
                rule(
                        "SA00024",
                        onEvent(event(
                                "cancel", "variable='v.w' messageType='p:order'", BY_ID.formatted(""), "<empty/>")),
                        onEvent(event(
                                "cancel", "variable='vw' messageType='p:order'", BY_ID.formatted(""), "<empty/>"))),
                body(
                        "SA00025",
                        scope("<variables><variable name='v'/></variables>"),
                        scope("<variables><variable name='v' type='xsd:anyType'/></variables>")),
                body(
                        "SA00044",
                        scope(SETS.replace(
                                "</correlationSets>",
                                "<correlationSet name='byId' properties='p:orderId'/></correlationSets>")),
                        scope(SETS.replace(
                                "</correlationSets>",
                                "<correlationSet name='byID' properties='p:orderId'/></correlationSets>"))),
                rule(
                        "SA00045",
                        process()
                                .with("correlationSets", SETS)
                                .edit(
                                        "process.wsdl",
                                        "<vprop:property name=\"orderId\" type=\"xsd:string\"/>",
                                        "<vprop:property name=\"orderId\" type=\"xsd:anyType\"/>"),
                        process()
                                .with("correlationSets", SETS)
                                .edit(
                                        "process.wsdl",
                                        "<vprop:property name=\"orderId\" type=\"xsd:string\"/>",
                                        "<vprop:property name=\"orderId\" type=\"xsd:anySimpleType\"/>")));
    }

    static Stream<RuleCase> data() {
        String keeping = "<assign><copy keepSrcElementName='yes'>%s</copy></assign>";
        return Stream.of(
                body(
                        "SA00027",
                        fromText("p:id"),
                        copy("<from variable='order' part='body'><query>p:id</query></from>", "<to variable='text'/>")),
                body("SA00027", fromText("concat(., 'a')"), fromText("$orderElement[. = 'a']")),
                body(
                        "SA00028",
                        joined("$a and bpel:getVariableProperty('order','p:orderId') = 'x'"),
                        joined("$a and true()")),
                rule(
                        "SA00029",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<vprop:query>p:id</vprop:query>",
                                        "<vprop:query xmlns:b='http://docs.oasis-open.org/wsbpel/2.0/process/executable'>p:id[. = b:getVariableProperty('order', 'p:orderId')]</vprop:query>"),
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<vprop:query>p:id</vprop:query>",
                                        "<vprop:query>p:id[. = 'order']</vprop:query>")),
                body(
                        "SA00030",
                        fromText("bpel:getVariableProperty('order', concat('p:', 'orderId'))"),
                        fromText("concat('p:', bpel:getVariableProperty('order', 'p:orderId'))")),
                body(
                        "SA00031",
                        fromText("bpel:getVariableProperty('order', 'p:order Id')"),
                        fromText("bpel:getVariableProperty(\"order\", \"p:orderId\")")),
                body(
                        "SA00032",
                        copy("<from>1</from>", "<to variable='order' part='body' property='p:orderId'/>"),
                        copy("<from>1</from>", "<to variable='order' property='p:orderId'/>")),
                body(
                        "SA00033",
                        copy("<from>1</from>", "<to>'$text'</to>"),
                        copy("<from>1</from>", "<to>$orderElement/p:id[. = '$text']</to>")),
                body(
                        "SA00033",
                        copy("<from>1</from>", "<to>$orderElement/p:id + 1</to>"),
                        copy("<from>1</from>", "<to>$orderElement/p:id[position() = 0 + 1]</to>")),
                body(
                        "SA00034",
                        copy("<from>1</from>", "<to variable='orderElement' part='body'/>"),
                        copy("<from>1</from>", "<to variable='event' part='first'/>")),
                body(
                        "SA00035",
                        "<scope><partnerLinks><partnerLink name='client' partnerLinkType='p:Client' partnerRole='process'/></partnerLinks>"
                                + copy(
                                        "<from partnerLink='client' endpointReference='myRole'/>",
                                        "<to variable='text'/>")
                                + "</scope>",
                        "<scope><partnerLinks><partnerLink name='partner' partnerLinkType='p:Client' myRole='process'/></partnerLinks>"
                                + copy(
                                        "<from partnerLink='partner' endpointReference='myRole'/>",
                                        "<to variable='text'/>")
                                + "</scope>"),
                body(
                        "SA00036",
                        "<scope><partnerLinks><partnerLink name='partner' partnerLinkType='p:Client' myRole='process'/></partnerLinks>"
                                + copy(
                                        "<from partnerLink='partner' endpointReference='partnerRole'/>",
                                        "<to variable='text'/>")
                                + "</scope>",
                        "<scope><partnerLinks><partnerLink name='client' partnerLinkType='p:Client' partnerRole='process'/></partnerLinks>"
                                + copy(
                                        "<from partnerLink='client' endpointReference='partnerRole'/>",
                                        "<to variable='text'/>")
                                + "</scope>"),
                body(
                        "SA00037",
                        "<scope><partnerLinks><partnerLink name='partner' partnerLinkType='p:Client' myRole='process'/></partnerLinks>"
                                + copy("<from variable='text'/>", "<to partnerLink='partner'/>") + "</scope>",
                        "<scope><partnerLinks><partnerLink name='client' partnerLinkType='p:Client' partnerRole='process'/></partnerLinks>"
                                + copy("<from variable='text'/>", "<to partnerLink='client'/>") + "</scope>"),
                body(
                        "SA00038",
                        copy("<from><literal><b xmlns=''/><b xmlns=''/></literal></from>", "<to variable='text'/>"),
                        copy(
                                "<from><literal><!-- a --><b xmlns=''/><!-- b --></literal></from>",
                                "<to variable='text'/>")),
                body(
                        "SA00039",
                        fromText("bpel:doXslTransform(concat('a', '.xsl'), $orderElement)"),
                        fromText("bpel:doXslTransform(\"a.xsl\", $orderElement)")),
                body(
                        "SA00040",
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, 'p', 1, 'q')"),
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, 'p', 1, 'q', 2)")),
                body(
                        "SA00041",
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, 'p', 1, $text, 2)"),
                        fromText("bpel:doXslTransform('a.xsl', $orderElement, 'p', 1, 'q', $text)")),
                body(
                        "SA00042",
                        keeping.formatted("<from><literal>text</literal></from><to variable='orderElement'/>"),
                        keeping.formatted("<from><literal><p:order/></literal></from><to variable='orderElement'/>")),
                body(
                        "SA00094",
                        keeping.formatted("<from><literal><p:offer/></literal></from><to variable='orderElement'/>"),
                        keeping.formatted("<from><literal><p:order/></literal></from><to variable='orderElement'/>")),
                rule(
                        "SA00043",
                        process()
                                .with("variables", "<variable name='o' messageType='t:question'/>")
                                .body(copy("<from variable='order'/>", "<to variable='o'/>")),
                        process()
                                .with("variables", "<variable name='o' messageType='t:question'/>")
                                .body(copy("<from variable='question'/>", "<to variable='o'/>"))),
                body("SA00073", joined("$a and 1"), joined("$a and (not($b) or $b)")),
                body("SA00073", joined("$a and $text = 'x'"), joined("($a) or not($b)")),
                body("SA00074", forEach("0", "4294967296", "", "<empty/>"), forEach("0", "4294967295", "", "<empty/>")),
                body("SA00074", forEach("1.5", "3", "", "<empty/>"), forEach("1.0", "3", "", "<empty/>")),
                body("SA00074", forEach("'a'", "3", "", "<empty/>"), forEach("number('1')", "3", "", "<empty/>")),
                body("SA00075", forEach("5", "3", "1", "<empty/>"), forEach("5", "5", "1", "<empty/>")),
                body("SA00075", forEach("0", "0", "2", "<empty/>"), forEach("0", "1", "2", "<empty/>")),
                body(
                        "SA00076",
                        forEach(
                                "1",
                                "3",
                                "",
                                "<variables><variable name='i' type='xsd:unsignedInt'/></variables><empty/>"),
                        forEach(
                                "1",
                                "3",
                                "",
                                scope("<variables><variable name='i' type='xsd:unsignedInt'/></variables>"))));
    }

    private static String joined(String condition) {
        return flow(
                "a b",
                empty("", "a") + empty("", "b") + "<empty><targets><joinCondition>" + condition
                        + "</joinCondition><target linkName='a'/><target linkName='b'/></targets></empty>");
    }

    static Stream<RuleCase> messages() {
        String ask =
                "<invoke partnerLink='partner' operation='ask' inputVariable='question' outputVariable='answer'>%s</invoke>";
        String twoParts = "<message name=\"question\"><part name=\"more\" type=\"xsd:string\"/>";
        String receiving = "<receive partnerLink='client' operation='note'><fromParts>%s</fromParts></receive>";
        ProcessFixture sets = process().with("correlationSets", SETS);
        return Stream.of(
                rule(
                        "SA00046",
                        sets.body(ask.formatted(BY_ID.formatted(" initiate='join'"))),
                        process().body(ask.formatted(""))),
                body(
                        "SA00047",
                        "<invoke partnerLink='partner' operation='ask' inputVariable='question'/>",
                        ask.formatted("")),
                rule(
                        "SA00047",
                        process().body("<receive partnerLink='client' operation='note'/>"),
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<part name=\"first\" type=\"xsd:string\"/><part name=\"second\" type=\"xsd:int\"/>",
                                        "")
                                .edit(
                                        "process.wsdl",
                                        "<vprop:propertyAlias propertyName=\"p:orderId\" messageType=\"p:event\" part=\"first\"/>",
                                        "")
                                .body("<receive partnerLink='client' operation='note'/>")),
                rule(
                        "SA00048",
                        process()
                                .with("variables", "<variable name='q' element='t:answer'/>")
                                .body("<invoke partnerLink='partner' operation='tell' inputVariable='q'/>"),
                        process()
                                .with("variables", "<variable name='q' element='t:question'/>")
                                .body("<invoke partnerLink='partner' operation='tell' inputVariable='q'/>")),
                body(
                        "SA00048",
                        ask.formatted("").replace("outputVariable='answer'", "outputVariable='question'"),
                        ask.formatted("")),
                rule(
                        "SA00050",
                        process()
                                .edit("partner.wsdl", "<message name=\"question\">", twoParts)
                                .body(
                                        "<invoke partnerLink='partner' operation='tell'><toParts><toPart part='body' fromVariable='text'/></toParts></invoke>"),
                        process()
                                .edit("partner.wsdl", "<message name=\"question\">", twoParts)
                                .body(
                                        "<invoke partnerLink='partner' operation='tell'><toParts><toPart part='body' fromVariable='text'/><toPart part='more' fromVariable='text'/></toParts></invoke>")),
                body(
                        "SA00053",
                        receiving.formatted("<fromPart part='First' toVariable='text'/>"),
                        receiving.formatted("<fromPart part='first' toVariable='text'/>")),
                body(
                        "SA00054",
                        "<invoke partnerLink='partner' operation='tell'><toParts><toPart part='body' fromVariable='text'/><toPart part='Body' fromVariable='text'/></toParts></invoke>",
                        "<invoke partnerLink='partner' operation='tell'><toParts><toPart part='body' fromVariable='text'/></toParts></invoke>"),
                body(
                        "SA00005",
                        "<invoke partnerLink='partner' portType='t:partner' operation='tell' inputVariable='question'/>",
                        "<invoke partnerLink='partner' portType='t:Partner' operation='tell' inputVariable='question'/>"),
                rule(
                        "SA00005",
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' portType='t:Partner' operation='order' variable='offer'/>"),
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' portType='p:Orders' operation='order' variable='offer'/>")),
                rule(
                        "SA00021",
                        sets.body(ask.formatted(BY_ID.formatted(" initiate='yes' pattern='response'"))),
                        sets.body(ask.formatted(BY_ID.formatted(" initiate='yes' pattern='request'")))),
                rule(
                        "SA00050",
                        process()
                                .with("reply", "<reply partnerLink='client' operation='order'><toParts/></reply>")
                                .edit(
                                        "process.wsdl",
                                        "<message name=\"offer\"><part",
                                        "<message name=\"offer\"><part name=\"more\" type=\"xsd:string\"/><part")
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order'><toParts><toPart part='more' fromVariable='text'/></toParts></reply>"),
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<message name=\"offer\"><part",
                                        "<message name=\"offer\"><part name=\"more\" type=\"xsd:string\"/><part")
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order'><toParts><toPart part='more' fromVariable='text'/><toPart part='body' fromVariable='text'/></toParts></reply>")),
                body(
                        "SA00051",
                        "<invoke partnerLink='partner' operation='ask' inputVariable='question' outputVariable='answer'><toParts><toPart part='body' fromVariable='text'/></toParts></invoke>",
                        "<invoke partnerLink='partner' operation='ask' outputVariable='answer'><toParts><toPart part='body' fromVariable='text'/></toParts></invoke>"),
                body(
                        "SA00052",
                        "<invoke partnerLink='partner' operation='ask' outputVariable='answer'><toParts><toPart part='body' fromVariable='text'/></toParts><fromParts><fromPart part='body' toVariable='text'/></fromParts></invoke>",
                        "<invoke partnerLink='partner' operation='ask'><toParts><toPart part='body' fromVariable='text'/></toParts><fromParts><fromPart part='body' toVariable='text'/></fromParts></invoke>"),
                rule(
                        "SA00055",
                        process()
                                .with(
                                        "receive",
                                        "<receive partnerLink='client' operation='order' variable='order' createInstance='yes'><fromParts><fromPart part='body' toVariable='orderElement'/></fromParts></receive>"),
                        process()
                                .with(
                                        "receive",
                                        "<receive partnerLink='client' operation='order' createInstance='yes'><fromParts><fromPart part='body' toVariable='orderElement'/></fromParts></receive>")),
                rule(
                        "SA00059",
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order' faultName='p:refused' variable='text'><toParts><toPart part='body' fromVariable='text'/></toParts></reply>"),
                        process()
                                .with(
                                        "reply",
                                        "<reply partnerLink='client' operation='order' faultName='p:refused'><toParts><toPart part='body' fromVariable='text'/></toParts></reply>")),
                // One name is enough to tell two apart.
                rule("SA00060", twice("", ""), twice("messageExchange='x'", "")),
                rule(
                        "SA00058",
                        process()
                                .with("variables", "<variable name='e' type='xsd:string'/>")
                                .body("<receive partnerLink='client' operation='note' variable='e'/>"),
                        process()
                                .with("variables", "<variable name='e' messageType='p:event'/>")
                                .body("<receive partnerLink='client' operation='note' variable='e'/>")),
                body(
                        "SA00058",
                        "<pick><onMessage partnerLink='client' operation='cancel' variable='offer'><empty/></onMessage></pick>",
                        "<pick><onMessage partnerLink='client' operation='cancel' variable='order'><empty/></onMessage></pick>"),
                rule(
                        "SA00061",
                        exchanging(scope("<messageExchanges><messageExchange name='x'/></messageExchanges>")
                                + receiveAndReply("")),
                        exchanging(
                                receiveAndReply("<messageExchanges><messageExchange name='x'/></messageExchanges>"))),
                body(
                        "SA00063",
                        "<pick><onMessage partnerLink='client' operation='note' variable='event'><fromParts><fromPart part='second' toVariable='text'/></fromParts><empty/></onMessage></pick>",
                        "<pick><onMessage partnerLink='client' operation='note'><fromParts><fromPart part='second' toVariable='text'/></fromParts><empty/></onMessage></pick>"));
    }

    private static ProcessFixture exchanging(String activities) {
        return process()
                .with(
                        "activity",
                        "<sequence><receive partnerLink='client' operation='note' variable='event' createInstance='yes'/>"
                                + activities + "</sequence>");
    }

    /**
     * Returns the same request twice at once, distinguished by correlation sets, with the exchanges that it belongs to.
     */
    private static ProcessFixture twice(String one, String other) {
        String request = "<sequence><receive partnerLink='client' operation='order' variable='order' %1$s>"
                + "<correlations><correlation set='%2$s'/></correlations></receive>"
                + "<reply partnerLink='client' operation='order' variable='offer' %1$s/></sequence>";
        return exchanging("<flow>" + request.formatted(one, "byId") + request.formatted(other, "other") + "</flow>")
                .with("messageExchanges", "<messageExchanges><messageExchange name='x'/></messageExchanges>")
                .with(
                        "correlationSets",
                        "<correlationSets><correlationSet name='byId' properties='p:orderId'/>"
                                + "<correlationSet name='other' properties='p:orderId'/></correlationSets>");
    }

    private static String receiveAndReply(String exchanges) {
        return "<scope>" + exchanges + "<sequence>"
                + "<receive partnerLink='client' operation='order' variable='order' messageExchange='x'/>"
                + "<reply partnerLink='client' operation='order' variable='offer' messageExchange='x'/></sequence></scope>";
    }

    static Stream<RuleCase> starts() {
        String receive = "<receive partnerLink='client' operation='%s' variable='%s' createInstance='yes'>%s</receive>";
        String start = receive.formatted("order", "order", "");
        String two = "<correlationSets><correlationSet name='byId' properties='p:orderId'/>"
                + "<correlationSet name='other' properties='p:orderId'/></correlationSets>";
        String join = "<correlations><correlation set='%s' initiate='join'/>%s</correlations>";
        String both = "<flow>" + receive.formatted("order", "order", join.formatted("byId", "")) + "%s</flow>";
        return Stream.of(
                rule(
                        "SA00015",
                        process().with("receive", start.replace("'yes'", "'no'")),
                        process()
                                .with(
                                        "receive",
                                        "<pick createInstance='yes'><onMessage partnerLink='client' operation='order' variable='order'><empty/></onMessage></pick>")),
                rule(
                        "SA00056",
                        process().with("receive", "<flow><empty/>" + start + "</flow>"),
                        process()
                                .with(
                                        "receive",
                                        flow(
                                                "a",
                                                start.replace("</receive>", ends("", "a") + "</receive>")
                                                        + empty("a", "")))),
                rule(
                        "SA00056",
                        process().with("receive", "<if><condition>true()</condition>" + start + "</if>"),
                        process().with("receive", "<scope><flow><sequence>" + start + "</sequence></flow></scope>")),
                rule(
                        "SA00062",
                        process().with("receive", pick("<onAlarm><until>'2026-01-01'</until><empty/></onAlarm>")),
                        process()
                                .with(
                                        "receive",
                                        pick(
                                                "<onMessage partnerLink='client' operation='cancel' variable='order'><empty/></onMessage>"))),
                rule(
                        "SA00057",
                        process()
                                .with("correlationSets", two)
                                .with(
                                        "receive",
                                        both.formatted(
                                                receive.formatted("note", "event", join.formatted("other", "")))),
                        process()
                                .with("correlationSets", two)
                                .with(
                                        "receive",
                                        both.formatted(receive.formatted(
                                                "note",
                                                "event",
                                                join.formatted(
                                                        "byId", "<correlation set='other' initiate='join'/>"))))),
                rule(
                        "SA00057",
                        process()
                                .with("correlationSets", two)
                                .with("receive", both.formatted(receive.formatted("note", "event", ""))),
                        process()
                                .with("correlationSets", two)
                                .with(
                                        "receive",
                                        both.formatted(
                                                receive.formatted("note", "event", join.formatted("byId", ""))))));
    }

    private static String pick(String more) {
        return "<pick createInstance='yes'><onMessage partnerLink='client' operation='order' variable='order'><empty/></onMessage>"
                + more + "</pick>";
    }

    static Stream<RuleCase> links() {
        return Stream.of(
                body(
                        "SA00064",
                        flow("a b a", empty("", "a") + empty("a", "b") + empty("b", "")),
                        flow("a", empty("", "a") + empty("a", "") + flow("a", empty("", "a") + empty("a", "")))),
                body(
                        "SA00065",
                        "<flow>" + flow("a", empty("", "a") + empty("a", "")) + empty("a", "") + "</flow>",
                        flow("a", "<flow>" + empty("", "a") + "</flow>" + empty("a", ""))),
                body("SA00066", flow("a", empty("a", "")), flow("a", empty("a", "") + empty("", "a"))),
                body(
                        "SA00067",
                        flow(
                                "a b",
                                "<sequence><sources><source linkName='a'/><source linkName='b'/></sources><empty/></sequence>"
                                        + "<empty><targets><target linkName='a'/><target linkName='b'/></targets></empty>"),
                        flow(
                                "a b",
                                "<sequence>" + ends("", "a") + empty("", "b") + "</sequence>"
                                        + "<empty><targets><target linkName='a'/><target linkName='b'/></targets></empty>")),
                body(
                        "SA00066",
                        flow("a", empty("", "a") + empty("", "a") + empty("a", "")),
                        flow("a", empty("", "a") + empty("a", ""))),
                body(
                        "SA00066",
                        flow("a", empty("", "a") + empty("a", "") + empty("a", "")),
                        flow("a", empty("", "a") + empty("a", ""))),
                body(
                        "SA00068",
                        flow(
                                "a b",
                                "<sequence><sources><source linkName='a'/><source linkName='b'/><source linkName='a'/></sources><empty/></sequence>"
                                        + empty("a", "") + empty("b", "")),
                        flow(
                                "a b",
                                "<sequence><sources><source linkName='a'/><source linkName='b'/></sources><empty/></sequence>"
                                        + empty("a", "") + empty("b", ""))),
                body(
                        "SA00069",
                        flow(
                                "a b",
                                "<sequence><targets><target linkName='a'/><target linkName='b'/><target linkName='a'/></targets><empty/></sequence>"
                                        + empty("", "a") + empty("", "b")),
                        flow(
                                "a b",
                                "<sequence><targets><target linkName='a'/><target linkName='b'/></targets><empty/></sequence>"
                                        + empty("", "a") + empty("", "b"))),
                body(
                        "SA00070",
                        flow("a", forEach("1", "2", "", empty("", "a")) + empty("a", "")),
                        flow(
                                "a",
                                forEach("1", "2", "", flow("b", empty("", "b") + empty("b", "")))
                                        + empty("", "a")
                                        + empty("a", ""))),
                body(
                        "SA00070",
                        flow(
                                "a",
                                "<repeatUntil>" + empty("", "a") + "<condition>true()</condition></repeatUntil>"
                                        + empty("a", "")),
                        flow("a", "<if><condition>true()</condition>" + empty("", "a") + "</if>" + empty("a", ""))),
                body(
                        "SA00070",
                        flow(
                                "a",
                                "<scope><compensationHandler>" + empty("", "a")
                                        + "</compensationHandler><empty/></scope>" + empty("a", "")),
                        flow(
                                "a",
                                "<scope><compensationHandler><empty/></compensationHandler>" + empty("", "a")
                                        + "</scope>" + empty("a", ""))),
                body(
                        "SA00070",
                        flow(
                                "a",
                                "<scope><eventHandlers><onAlarm><for>'PT1S'</for><scope>" + empty("", "a")
                                        + "</scope></onAlarm></eventHandlers><empty/></scope>" + empty("a", "")),
                        flow(
                                "a",
                                "<scope><eventHandlers><onAlarm><for>'PT1S'</for><scope><empty/></scope></onAlarm></eventHandlers>"
                                        + empty("", "a") + "</scope>" + empty("a", ""))),
                body(
                        "SA00071",
                        flow("a", "<scope>" + catchAll(empty("", "a")) + empty("a", "") + "</scope>"),
                        flow("a", "<scope>" + catchAll(empty("", "a")) + "<empty/></scope>" + empty("a", ""))),
                body(
                        "SA00071",
                        flow(
                                "a",
                                empty("", "a") + "<scope><terminationHandler>" + empty("a", "")
                                        + "</terminationHandler><empty/></scope>"),
                        flow(
                                "a",
                                empty("a", "") + "<scope><terminationHandler>" + empty("", "a")
                                        + "</terminationHandler><empty/></scope>")),
                body(
                        "SA00072",
                        flow("a", "<sequence>" + empty("a", "") + empty("", "a") + "</sequence>"),
                        flow("a", "<sequence>" + empty("", "a") + empty("a", "") + "</sequence>")),
                body(
                        "SA00072",
                        flow("a", "<sequence>" + ends("a", "") + empty("", "a") + "</sequence>"),
                        flow("a", "<sequence>" + ends("", "a") + "<empty/></sequence>" + empty("a", ""))),
                body(
                        "SA00082",
                        flow(
                                "a b",
                                "<scope>" + HANDLED + "<flow>" + empty("", "a") + empty("b", "")
                                        + "</flow></scope><scope>" + HANDLED + "<sequence>" + empty("a", "")
                                        + empty("", "b") + "</sequence></scope>"),
                        flow(
                                "a b",
                                "<flow>" + empty("", "a") + empty("b", "") + "</flow><scope>" + HANDLED + "<flow>"
                                        + empty("a", "") + empty("", "b") + "</flow></scope>")));
    }

    static Stream<RuleCase> handlers() {
        String inner = "<scope name='inner'>" + HANDLED + "<empty/></scope>";
        String standard = "<faultHandlers><catch faultName='bpel:%s'><empty/></catch></faultHandlers>";
        return Stream.of(
                body(
                        "SA00003",
                        "<scope exitOnStandardFault='yes'>" + scope(standard.formatted("missingReply")) + "</scope>",
                        "<scope exitOnStandardFault='yes'><scope exitOnStandardFault='no'>"
                                + standard.formatted("missingReply") + "<empty/></scope></scope>"),
                body(
                        "SA00003",
                        "<scope exitOnStandardFault='yes'><invoke partnerLink='partner' operation='tell' inputVariable='question'>"
                                + "<catch faultName='bpel:correlationViolation'><empty/></catch></invoke></scope>",
                        "<scope exitOnStandardFault='yes'><invoke partnerLink='partner' operation='tell' inputVariable='question'>"
                                + "<catchAll><empty/></catchAll></invoke></scope>"),
                body(
                        "SA00003",
                        "<scope exitOnStandardFault='yes'>" + standard.formatted("selectionFailure")
                                + "<empty/></scope>",
                        "<scope exitOnStandardFault='yes'>"
                                + standard.formatted("selectionFailure").replace("bpel:", "p:") + "<empty/></scope>"),
                // Handlers of a scope within a handler catch nothing themselves.
                body(
                        "SA00006",
                        scope(catchAll("<scope><terminationHandler><rethrow/></terminationHandler><empty/></scope>")),
                        scope(catchAll("<scope><terminationHandler>" + scope(catchAll("<rethrow/>"))
                                + "</terminationHandler><empty/></scope>"))),
                body(
                        "SA00006",
                        scope(
                                catchAll(
                                        "<scope><scope><compensationHandler><rethrow/></compensationHandler><empty/></scope></scope>")),
                        scope(
                                catchAll(
                                        "<scope><scope><compensationHandler><empty/></compensationHandler><rethrow/></scope></scope>"))),
                body(
                        "SA00006",
                        "<scope><compensationHandler><rethrow/></compensationHandler><empty/></scope>",
                        "<scope><compensationHandler>"
                                + scope(catchAll("<if><condition>true()</condition><rethrow/></if>"))
                                + "</compensationHandler><empty/></scope>"),
                body(
                        "SA00006",
                        "<scope><eventHandlers><onAlarm><for>'PT1S'</for><scope><rethrow/></scope></onAlarm></eventHandlers><empty/></scope>",
                        scope(
                                catchAll(
                                        "<scope><eventHandlers><onAlarm><for>'PT1S'</for><scope><rethrow/></scope></onAlarm></eventHandlers><empty/></scope>"))),
                body(
                        "SA00006",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'><compensationHandler><rethrow/></compensationHandler></invoke>",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'><catchAll><rethrow/></catchAll></invoke>"),
                body(
                        "SA00007",
                        "<scope><eventHandlers><onAlarm><for>'PT1S'</for><scope><compensateScope target='inner'/></scope></onAlarm></eventHandlers>"
                                + inner + "</scope>",
                        "<scope><terminationHandler><compensateScope target='inner'/></terminationHandler>" + inner
                                + "</scope>"),
                body(
                        "SA00008",
                        "<scope><eventHandlers><onAlarm><for>'PT1S'</for><scope><compensate/></scope></onAlarm></eventHandlers><empty/></scope>",
                        "<scope><compensationHandler><scope><eventHandlers><onAlarm><for>'PT1S'</for><scope><compensate/></scope></onAlarm></eventHandlers><empty/></scope></compensationHandler><empty/></scope>"),
                body(
                        "SA00077",
                        "<scope>" + catchAll("<compensateScope target='inner'/>") + "<scope>" + inner
                                + "</scope></scope>",
                        "<scope>" + catchAll("<compensateScope target='inner'/>") + "<flow>" + inner
                                + "</flow></scope>"),
                body(
                        "SA00077",
                        "<scope name='outer'><compensationHandler><compensateScope target='outer'/></compensationHandler><empty/></scope>",
                        "<scope name='outer'><compensationHandler><compensateScope target='inner'/></compensationHandler>"
                                + inner + "</scope>"),
                body(
                        "SA00078",
                        "<scope>" + catchAll("<compensateScope target='a'/>")
                                + "<scope name='a'><terminationHandler><empty/></terminationHandler><empty/></scope></scope>",
                        "<scope>" + catchAll("<compensateScope target='a'/>") + "<scope name='a'>"
                                + catchAll("<empty/>") + "<empty/></scope></scope>"),
                body(
                        "SA00079",
                        "<scope><terminationHandler><scope>" + HANDLED
                                + "<empty/></scope></terminationHandler><empty/></scope>",
                        "<scope><terminationHandler><scope><sequence><scope>" + HANDLED
                                + "<empty/></scope></sequence></scope></terminationHandler><empty/></scope>"),
                body(
                        "SA00079",
                        "<scope>"
                                + catchAll(
                                        "<sequence><invoke partnerLink='partner' operation='tell' inputVariable='question'>"
                                                + HANDLED + "</invoke></sequence>")
                                + "<empty/></scope>",
                        "<scope>"
                                + catchAll(
                                        "<scope><invoke partnerLink='partner' operation='tell' inputVariable='question'>"
                                                + HANDLED + "</invoke></scope>")
                                + "<empty/></scope>"),
                // Scopes of the handler itself are none that it can compensate; from a scope in it the others can be.
                body(
                        "SA00077",
                        "<scope>"
                                + catchAll("<sequence><scope><sequence>" + inner
                                        + "</sequence></scope><compensateScope target='inner'/></sequence>")
                                + "<empty/></scope>",
                        "<scope>"
                                + catchAll(
                                        "<scope><sequence><empty/><compensateScope target='inner'/></sequence></scope>")
                                + inner + "</scope>"),
                body(
                        "SA00077",
                        "<scope>" + catchAll("<compensateScope target='call'/>")
                                + "<invoke name='Call' partnerLink='partner' operation='tell' inputVariable='question'>"
                                + HANDLED
                                + "</invoke></scope>",
                        "<scope>" + catchAll("<compensateScope target='call'/>")
                                + "<invoke name='call' partnerLink='partner' operation='tell' inputVariable='question'>"
                                + HANDLED
                                + "</invoke></scope>"),
                body(
                        "SA00092",
                        inner + "<invoke name='inner' partnerLink='partner' operation='tell' inputVariable='question'>"
                                + HANDLED + "</invoke>",
                        inner
                                + "<invoke name='inner' partnerLink='partner' operation='tell' inputVariable='question'/>"),
                body(
                        "SA00091",
                        "<scope isolated='yes'>" + catchAll("<scope isolated='yes'><empty/></scope>")
                                + "<empty/></scope>",
                        "<scope isolated='no'>" + catchAll("<scope isolated='yes'><empty/></scope>")
                                + "<empty/></scope>"),
                body(
                        "SA00091",
                        "<scope isolated='yes'>"
                                + forEach("1", "2", "", "<empty/>").replace("<scope>", "<scope isolated='yes'>")
                                + "</scope>",
                        forEach("1", "2", "", "<empty/>").replace("<scope>", "<scope isolated='yes'>")),
                body("SA00080", scope("<faultHandlers/>"), scope(catchAll("<empty/>"))),
                body(
                        "SA00081",
                        scope("<faultHandlers><catch faultElement='t:refusal'><empty/></catch></faultHandlers>"),
                        scope(
                                "<faultHandlers><catch faultVariable='f' faultMessageType='t:refusal'><empty/></catch></faultHandlers>")),
                body(
                        "SA00081",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'><catch faultName='t:x' faultVariable='f'><empty/></catch></invoke>",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'><catch faultName='t:x'><empty/></catch></invoke>"),
                body(
                        "SA00091",
                        "<scope isolated='yes'><sequence><flow><scope isolated='yes'><empty/></scope></flow></sequence></scope>",
                        "<sequence><scope isolated='yes'><empty/></scope><scope isolated='yes'><empty/></scope></sequence>"),
                body(
                        "SA00092",
                        inner + "<sequence><flow>" + inner + "</flow></sequence>",
                        inner + inner.replace("'inner'", "'Inner'")),
                body(
                        "SA00093",
                        scope("<faultHandlers><catch faultVariable='f' faultElement='t:refusal'><empty/></catch>"
                                + "<catch faultVariable='g' faultElement='t:refusal'><empty/></catch></faultHandlers>"),
                        scope(
                                "<faultHandlers><catch faultVariable='f' faultElement='t:refusal'><empty/></catch>"
                                        + "<catch faultVariable='f' faultMessageType='t:refusal'><empty/></catch></faultHandlers>")),
                body(
                        "SA00093",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'><catch faultName='t:x'><empty/></catch><catch faultName='t:x'><empty/></catch></invoke>",
                        "<invoke partnerLink='partner' operation='tell' inputVariable='question'><catch faultName='t:x'><empty/></catch><catch faultName='t:x' faultVariable='f' faultElement='t:refusal'><empty/></catch></invoke>"));
    }

    static Stream<RuleCase> events() {
        String byId = BY_ID.formatted("");
        return Stream.of(
                body(
                        "SA00083",
                        scope("<eventHandlers/>"),
                        scope(
                                "<eventHandlers><onAlarm><for>'PT1S'</for><scope><empty/></scope></onAlarm></eventHandlers>")),
                rule(
                        "SA00084",
                        onEvent(event(
                                        "cancel",
                                        "variable='v' messageType='p:order'",
                                        byId,
                                        scope(
                                                "<partnerLinks><partnerLink name='inside' partnerLinkType='p:Client' myRole='process'/></partnerLinks>"))
                                .replace("partnerLink='client'", "partnerLink='inside'")),
                        onEvent(event(
                                        "cancel",
                                        "variable='v' messageType='p:order'",
                                        byId,
                                        "<partnerLinks><partnerLink name='inside' partnerLinkType='p:Client' myRole='process'/></partnerLinks><empty/>")
                                .replace("partnerLink='client'", "partnerLink='inside'"))),
                rule(
                        "SA00085",
                        onEvent(event(
                                "cancel",
                                "variable='v' messageType='p:order'",
                                byId + "<fromParts><fromPart part='body' toVariable='v'/></fromParts>",
                                "<empty/>")),
                        onEvent(event(
                                "cancel",
                                "",
                                byId + "<fromParts><fromPart part='body' toVariable='v'/></fromParts>",
                                "<empty/>"))),
                rule(
                        "SA00086",
                        onEvent(event(
                                "cancel",
                                "",
                                byId + "<fromParts><fromPart part='body' toVariable='v'/></fromParts>",
                                "<variables><variable name='v' element='p:order'/></variables><empty/>")),
                        onEvent(event(
                                "cancel",
                                "",
                                byId + "<fromParts><fromPart part='body' toVariable='v'/></fromParts>",
                                scope("<variables><variable name='v' element='p:order'/></variables>")))),
                rule(
                        "SA00087",
                        onEvent(event("note", "variable='v' element='p:order'", byId, "<empty/>")),
                        onEvent(event("note", "variable='v' messageType='p:event'", byId, "<empty/>"))),
                rule(
                        "SA00087",
                        onEvent(event("cancel", "variable='v' element='p:offer'", byId, "<empty/>")),
                        onEvent(event("cancel", "variable='v' element='p:order'", byId, "<empty/>"))),
                rule(
                        "SA00088",
                        onEvent(event(
                                "cancel",
                                "variable='v' messageType='p:order'",
                                BY_ID.formatted(" initiate='yes'").replace("byId", "own"),
                                scope(SETS.replace("byId", "own")))),
                        onEvent(event(
                                "cancel",
                                "variable='v' messageType='p:order'",
                                BY_ID.formatted(" initiate='yes'").replace("byId", "own"),
                                SETS.replace("byId", "own") + "<empty/>"))),
                rule(
                        "SA00089",
                        onEvent(event(
                                "cancel",
                                "variable='v' messageType='p:order' messageExchange='x'",
                                byId,
                                scope("<messageExchanges><messageExchange name='x'/></messageExchanges>"))),
                        onEvent(event(
                                        "cancel",
                                        "variable='v' messageType='p:order' messageExchange='x'",
                                        byId,
                                        "<empty/>"))
                                .with(
                                        "messageExchanges",
                                        "<messageExchanges><messageExchange name='x'/></messageExchanges>")),
                rule(
                        "SA00090",
                        onEvent(event(
                                "cancel", "variable='v' messageType='p:order' element='p:order'", byId, "<empty/>")),
                        onEvent(event("cancel", "variable='v' element='p:order'", byId, "<empty/>"))),
                rule(
                        "SA00095",
                        onEvent(event("cancel", "variable='v' messageType='p:order'", byId, "<empty/>")
                                + event("note", "variable='w' messageType='p:event'", byId, fromText("$v.body/p:id"))),
                        onEvent(event("cancel", "variable='v' messageType='p:order'", byId, fromText("$v.body/p:id"))
                                + event("note", "variable='w' messageType='p:event'", byId, fromText("$w.first")))));
    }

    static Stream<RuleCase> cases() {
        return Stream.of(declarations(), data(), messages(), starts(), links(), handlers(), events())
                .flatMap(cases -> cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldReportRuleThatIsOnlyJustBroken(RuleCase given) {
        assertThat(given.bad().load().isValid()).as(given.bad().text()).isFalse();
        assertThat(given.bad().codes()).as(given.bad().text()).contains(given.rule());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldAcceptTwinThatOnlyJustKeepsTheRule(RuleCase given) {
        assertThat(given.good().load().problems()).as(given.good().text()).isEmpty();
    }

    @Test
    void shouldHaveCaseForEveryRule() {
        assertThat(cases().map(RuleCase::rule))
                .containsAll(StaticAnalysisTest.cases().map(RuleCase::rule).toList());
    }
}

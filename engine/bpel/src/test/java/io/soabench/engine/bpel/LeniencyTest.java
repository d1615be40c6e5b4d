package io.soabench.engine.bpel;

import static io.soabench.engine.bpel.ProcessFixture.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.contracts.source.Leniency;
import io.soabench.contracts.source.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deviations from the standard. The refusal of each contains the word that accepts it, and no other word accepts it.
 */
final class LeniencyTest {
    private static final String WSDL = "importType='http://schemas.xmlsoap.org/wsdl/'";
    private static final String PROCESS = "<import namespace='urn:test:process' location='process.wsdl' " + WSDL + "/>";
    private static final String PARTNER = "<import namespace='urn:test:partner' location='partner.wsdl' " + WSDL + "/>";

    /** A process that only one word makes acceptable. */
    record Case(Leniency word, String name, String code, ProcessFixture process) {
        @Override
        public String toString() {
            return word.word() + ": " + name;
        }
    }

    private static String wsdl(String target, String content) {
        return "<definitions targetNamespace='" + target + "' xmlns='http://schemas.xmlsoap.org/wsdl/'"
                + " xmlns:p='urn:test:process' xmlns:xsd='http://www.w3.org/2001/XMLSchema'"
                + " xmlns:vprop='http://docs.oasis-open.org/wsbpel/2.0/varprop'>" + content + "</definitions>";
    }

    /** Returns the fixture with an interface that imports one more document. */
    private static ProcessFixture importing(String namespace, String content) {
        return process()
                .edit(
                        "process.wsdl",
                        "<import namespace=\"urn:test:partner\"",
                        "<import namespace=\"" + namespace
                                + "\" location=\"more.wsdl\"/><import namespace=\"urn:test:partner\"")
                .file("more.wsdl", wsdl(namespace, content));
    }

    private static ProcessFixture exchange(String activity) {
        return process()
                .with(
                        "receive",
                        "<receive partnerLink='client' operation='order' variable='order' createInstance='yes' messageExchange='m'/>")
                .with(
                        "reply",
                        activity
                                + "<reply partnerLink='client' operation='order' variable='offer' messageExchange='m'/>");
    }

    private static ProcessFixture correlated(String invoke) {
        return process()
                .with(
                        "correlationSets",
                        "<correlationSets><correlationSet name='byId' properties='p:orderId'/></correlationSets>")
                .body(invoke);
    }

    private static String copy(String from) {
        return "<assign><copy>" + from + "<to variable='text'/></copy></assign>";
    }

    static Stream<Case> cases() {
        String message = "<message name='note'><part name='a' type='xsd:int'/></message>";
        String schema = "<types><xsd:schema targetNamespace='urn:test:process' elementFormDefault='%s'>"
                + "<xsd:element name='offer'><xsd:complexType><xsd:sequence><xsd:element name='id' type='xsd:string'/>"
                + "</xsd:sequence></xsd:complexType></xsd:element></xsd:schema></types>";
        String tell = "<invoke partnerLink='partner' operation='tell' inputVariable='question'><correlations>"
                + "<correlation set='byId' initiate='yes' pattern='%s'/></correlations></invoke>";
        return Stream.of(
                new Case(
                        Leniency.TRANSITIVE_IMPORTS,
                        "message",
                        "SA00010",
                        importing("urn:more", message)
                                .with("attributes", "xmlns:m='urn:more'")
                                .with("variables", "<variable name='note' messageType='m:note'/>")),
                new Case(
                        Leniency.TRANSITIVE_IMPORTS,
                        "alias",
                        "SA00021",
                        importing(
                                        "urn:more",
                                        "<vprop:propertyAlias propertyName='p:orderId' messageType='p:note' part='a'/>")
                                .edit(
                                        "process.wsdl",
                                        "<message name=\"offer\">",
                                        "<message name=\"note\"><part name=\"a\" type=\"xsd:string\"/></message><message name=\"offer\">")
                                .with("variables", "<variable name='note' messageType='p:note'/>")
                                .body(copy("<from>bpel:getVariableProperty('note', 'p:orderId')</from>"))),
                new Case(
                        Leniency.SAME_DEFINITIONS,
                        "message",
                        "SA00014",
                        importing(
                                "urn:test:process",
                                "<message name='offer'><!-- the same --><part name='body' element='p:offer'/></message>")),
                new Case(
                        Leniency.SAME_DEFINITIONS,
                        "element",
                        "SA00014",
                        importing("urn:test:process", schema.formatted("qualified"))),
                new Case(
                        Leniency.SAME_DEFINITIONS,
                        "alias",
                        "SA00022",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "</definitions>",
                                        "<vprop:propertyAlias propertyName=\"p:orderId\" messageType=\"p:event\" part=\"first\"/></definitions>")),
                new Case(
                        Leniency.IMPORT_NAMESPACES,
                        "other",
                        "SA00011",
                        process().with("imports", PROCESS + PARTNER.replace("urn:test:partner", "urn:other"))),
                new Case(
                        Leniency.IMPORT_NAMESPACES,
                        "none",
                        "SA00012",
                        process().with("imports", PROCESS + PARTNER.replace("namespace='urn:test:partner'", ""))),
                new Case(
                        Leniency.IMPORT_NAMESPACES,
                        "wsdl",
                        "WSDL-IMPORT",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "<import namespace=\"urn:test:partner\"",
                                        "<import namespace=\"urn:other\"")),
                new Case(
                        Leniency.BOOLEAN_WORDS,
                        "true",
                        "BPEL-VALUE",
                        process().with("attributes", "suppressJoinFailure='true'")),
                new Case(
                        Leniency.BOOLEAN_WORDS,
                        "createInstance",
                        "BPEL-VALUE",
                        process()
                                .with(
                                        "receive",
                                        "<receive partnerLink='client' operation='order' variable='order' createInstance='true'/>")),
                new Case(
                        Leniency.CHILD_ORDER,
                        "while",
                        "BPEL-CONTENT",
                        process().body("<while><empty/><condition>false()</condition></while>")),
                new Case(
                        Leniency.CHILD_ORDER,
                        "declarations",
                        "BPEL-CONTENT",
                        process()
                                .body("<scope><variables><variable name='v' type='xsd:int'/></variables><partnerLinks>"
                                        + "<partnerLink name='l' partnerLinkType='p:Partner' partnerRole='service'/></partnerLinks>"
                                        + "<empty/></scope>")),
                new Case(Leniency.UNDECLARED_EXCHANGES, "process", "SA00061", exchange("")),
                new Case(
                        Leniency.OLD_SYNTAX,
                        "query",
                        "BPEL-ATTRIBUTE",
                        process().body(copy("<from variable='order' part='body' query='p:id'/>"))),
                new Case(
                        Leniency.OLD_SYNTAX,
                        "pattern",
                        "BPEL-VALUE",
                        correlated(
                                "<invoke partnerLink='partner' operation='ask' inputVariable='question' outputVariable='answer'>"
                                        + "<correlations><correlation set='byId' initiate='yes' pattern='out'/></correlations></invoke>")),
                new Case(
                        Leniency.OLD_SYNTAX,
                        "language of the process",
                        "SA00004",
                        process().with("attributes", "queryLanguage='http://www.w3.org/TR/1999/REC-xpath-19991116'")),
                new Case(
                        Leniency.OLD_SYNTAX,
                        "language of an expression",
                        "SA00004",
                        process()
                                .body(
                                        copy(
                                                "<from expressionLanguage='http://www.w3.org/TR/1999/REC-xpath-19991116'>1</from>"))),
                new Case(
                        Leniency.OTHER_PORT_TYPES,
                        "receive",
                        "SA00005",
                        process()
                                .with(
                                        "receive",
                                        "<receive partnerLink='client' portType='t:Partner' operation='order' variable='order' createInstance='yes'/>")),
                new Case(
                        Leniency.SINGLE_PARTS,
                        "alias",
                        "SA00020",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "messageType=\"p:offer\" part=\"body\"",
                                        "messageType=\"p:offer\"")
                                .body(copy("<from>bpel:getVariableProperty('offer', 'p:orderId')</from>"))),
                new Case(
                        Leniency.NEEDLESS_ATTRIBUTES,
                        "name",
                        "BPEL-ATTRIBUTE",
                        process()
                                .body(
                                        "<if><condition>true()</condition><empty/><else name='otherwise'><empty/></else></if>")),
                new Case(Leniency.NEEDLESS_ATTRIBUTES, "pattern", "SA00046", correlated(tell.formatted("request"))),
                new Case(
                        Leniency.NEEDLESS_ATTRIBUTES,
                        "type of an alias",
                        "SA00020",
                        typedAlias("xsd:string")
                                .body(copy("<from>bpel:getVariableProperty('event', 'p:orderId')</from>"))),
                new Case(
                        Leniency.BARE_DECLARATIONS,
                        "element and type",
                        "WSDL-TYPES",
                        process()
                                .edit(
                                        "process.wsdl",
                                        "</xsd:schema>",
                                        "</xsd:schema><xsd:simpleType name='Word'><xsd:restriction base='xsd:string'/>"
                                                + "</xsd:simpleType><xsd:element name='word' type='p:Word'/>")
                                .with("variables", "<variable name='word' element='p:word'/>")
                                .body("<assign><copy><from>'a'</from><to>$word</to></copy></assign>")),
                new Case(
                        Leniency.UNUSED_DOCUMENTS,
                        "message",
                        "WSDL-MISSING",
                        process()
                                .file(
                                        "beside.wsdl",
                                        wsdl(
                                                "urn:beside",
                                                "<message name='m'><part name='a' element='p:none'/></message>"))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldNameTheWordThatHelpsAndAcceptItAlone(Case one) {
        List<Problem> strict = one.process().load().problems();
        assertThat(strict).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.code()).isEqualTo(one.code());
            assertThat(problem.message()).endsWith(", or accept '" + one.word().word() + "'");
        });

        ProcessDefinition accepted = one.process().load(Set.of(one.word()));
        assertThat(accepted.problems()).isEmpty();
        assertThat(accepted.model().activities()).isNotEmpty();
        assertThat(accepted.warnings()).hasSameSizeAs(strict).allSatisfy(warning -> {
            assertThat(warning.code()).isEqualTo(one.code());
            assertThat(warning.message())
                    .endsWith("; accepted as '" + one.word().word() + "'");
        });

        Set<Leniency> others = EnumSet.complementOf(EnumSet.of(one.word()));
        assertThat(one.process().load(others).problems()).isEqualTo(strict);
    }

    private static ProcessFixture typedAlias(String type) {
        return process()
                .edit(
                        "process.wsdl",
                        "messageType=\"p:event\" part=\"first\"",
                        "messageType=\"p:event\" part=\"first\" type=\"" + type + "\"");
    }

    static Stream<ProcessFixture> unclear() {
        return Stream.of(
                typedAlias("xsd:int"),
                // An import of a document makes its mistakes those of the process.
                importing("urn:more", "<message name='m'><part name='a' element='p:none'/></message>"),
                // What does not exist is not there, wherever declarations may stand.
                process()
                        .edit("process.wsdl", "<types>", "<types><xsd:annotation/>")
                        .with("variables", "<variable name='word' element='p:word'/>"),
                // Two messages of one name that differ.
                importing("urn:test:process", "<message name='offer'><part name='other' element='p:offer'/></message>"),
                // The same element where it means something else.
                importing(
                        "urn:test:process",
                        "<types><xsd:schema targetNamespace='urn:test:process'><xsd:element name='offer'>"
                                + "<xsd:complexType><xsd:sequence><xsd:element name='id' type='xsd:string'/></xsd:sequence>"
                                + "</xsd:complexType></xsd:element></xsd:schema></types>"),
                process().edit("process.wsdl", "messageType=\"p:event\" part=\"first\"", "messageType=\"p:event\""),
                process().with("attributes", "suppressJoinFailure='maybe'"),
                // Two conditions: which one counts?
                process().body("<while><condition>true()</condition><empty/><condition>false()</condition></while>"),
                process().body(copy("<from variable='order' part='body' query='p:id'><query>p:count</query></from>")),
                correlated("<invoke partnerLink='partner' operation='tell' inputVariable='question'><correlations>"
                        + "<correlation set='byId' initiate='yes' pattern='response'/></correlations></invoke>"));
    }

    @ParameterizedTest
    @MethodSource("unclear")
    void shouldRefuseWhatHasNoClearMeaningWhateverIsAccepted(ProcessFixture process) {
        assertThat(process.load(EnumSet.allOf(Leniency.class)).problems()).isNotEmpty();
    }

    @Test
    void shouldReadTheTreeInTheOrderOfTheGrammarWhenChildrenAreNot() {
        ProcessFixture swapped = process()
                .body("<if><empty name='yes'/><else><empty name='no'/></else><condition>true()</condition></if>");

        assertThat(swapped.load(Set.of(Leniency.CHILD_ORDER)).model().activities().stream()
                        .map(activity -> activity.info().name())
                        .filter(name -> !name.isEmpty()))
                .contains("yes", "no");
    }

    @Test
    void shouldLeaveOutBrokenDocumentsAndKeepTheOthersWhenTheyAreNotImported() {
        String service =
                "<binding name='B' type='q:Orders' xmlns:q='urn:test:process'/><service name='S'><port name='P'"
                        + " binding='q:B' xmlns:q='urn:%s'/></service>";
        ProcessFixture three = process()
                .file("a.wsdl", wsdl("urn:a", service.formatted("a")))
                .file("b.wsdl", wsdl("urn:b", "<message name='m'><part name='a' element='p:none'/></message>"))
                .file(
                        "c.wsdl",
                        wsdl("urn:c", "<import namespace='urn:b' location='b.wsdl'/>" + service.formatted("c")));

        ProcessDefinition loaded = three.load(Set.of(Leniency.UNUSED_DOCUMENTS));

        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.warnings()).extracting(Problem::file).containsExactly("b.wsdl");
        assertThat(loaded.wsdl().files()).contains("process.wsdl", "a.wsdl").doesNotContain("b.wsdl", "c.wsdl");
        assertThat(three.load().problems()).extracting(Problem::file).containsOnly("b.wsdl");
    }

    @Test
    void shouldReadWordsOrSayWhichAreUnknown() {
        assertThat(Leniency.read("")).isEmpty();
        assertThat(Leniency.read("child-order, boolean-words"))
                .containsExactlyInAnyOrder(Leniency.CHILD_ORDER, Leniency.BOOLEAN_WORDS);
        assertThat(Leniency.read("all")).containsExactlyInAnyOrder(Leniency.values());
        assertThatThrownBy(() -> Leniency.read("child-order,loose"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown word 'loose'; use some of transitive-imports, ")
                .hasMessageEndingWith(", all");
    }

    @Test
    void shouldSayOneProblemOnceWithAllItsPlaces() {
        Problem first = new Problem("A", "a.bpel", 3, 5, "it is wrong");
        Problem second = new Problem("A", "a.bpel", 9, 1, "it is wrong");
        Problem other = new Problem("A", "a.bpel", 4, 1, "it is bad");

        assertThat(Problem.merged(List.of(second, other, first)))
                .containsExactly(new Problem("A", "a.bpel", 3, 5, "it is wrong (also at a.bpel:9:1)"), other);
    }
}

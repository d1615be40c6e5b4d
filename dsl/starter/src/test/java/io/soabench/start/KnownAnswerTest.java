package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which answer is checked from the first run on. */
final class KnownAnswerTest {

    private static final Path QUICKSTART = Path.of("../../examples/quickstart");
    private static final String FORM = "    // check \"data/request.xml\" answers \"data/answer.xml\"\n";
    private static final String CHECK = "\n    check \"data/request.xml\" answers \"data/answer.xml\"\n";

    @TempDir
    Path folder;

    private StartedTestbed made(String bpel, String wsdl) throws Exception {
        Path from = folder.resolve("from");
        Files.createDirectories(from.resolve("bpel"));
        Files.createDirectories(from.resolve("wsdl"));
        Files.copy(QUICKSTART.resolve("wsdl/quote.wsdl"), from.resolve("wsdl/quote.wsdl"));
        Files.writeString(from.resolve("wsdl/flow-no-dep.wsdl"), wsdl);
        Path process = Files.writeString(from.resolve("bpel/flow-no-dep.bpel"), bpel);
        return new Starter().fromBpel(process, folder.resolve("made"));
    }

    private static String bpel() throws IOException {
        return Files.readString(QUICKSTART.resolve("bpel/flow-no-dep.bpel"));
    }

    private static String wsdl() throws IOException {
        return Files.readString(QUICKSTART.resolve("wsdl/flow-no-dep.wsdl"));
    }

    private String answer() throws IOException {
        return Files.readString(folder.resolve("made/data/answer.xml"))
                .replaceAll(">\\s+<", "><")
                .replaceAll("(</?)\\w+:", "$1")
                .replaceAll(" xmlns[^>]*", "")
                .strip();
    }

    @Test
    void shouldCheckThatTheIdentifierComesBackAndWhatElseIsAnswered() throws Exception {
        StartedTestbed started = made(bpel(), wsdl());

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed()).content().contains(CHECK).doesNotContain(FORM);
        assertThat(answer()).isEqualTo("<offer><id>${uiid}</id><price>${any}</price></offer>");
    }

    /** What is changed in the process, and what is known then; nothing: only the form of the answer is written. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // A text that nobody changes.
                "<p:id/><p:price/></p:offer> | <p:id>7</p:id><p:price/></p:offer> | <copy><from>$order.body/p:id</from><to>$offer.body/p:id</to></copy> | '' | <offer><id>7</id><price>${any}</price></offer>",
                // The identifier is changed before it is answered, taken from elsewhere, or written later, perhaps.
                "<from>$order.body/p:id</from><to>$offer.body/p:id</to> | <from>concat($order.body/p:id, 'x')</from><to>$offer.body/p:id</to> | '' | '' | <offer><id>${any}</id><price>${any}</price></offer>",
                "<from>$order.body/p:id</from><to>$offer.body/p:id</to> | <from>$order.body/p:symbol</from><to>$offer.body/p:id</to> | '' | '' | <offer><id>${any}</id><price>${any}</price></offer>",
                "<copy><from>$order.body/p:id</from><to>$offer.body/p:id</to></copy> | </assign><assign><copy><from>$order.body/p:id</from><to>$offer.body/p:id</to></copy> | '' | '' | <offer><id>${any}</id><price>${any}</price></offer>",
                "<assign name=\"ask\"> | <assign><copy><from>'x'</from><to>$order.body/p:id</to></copy></assign><assign name=\"ask\"> | '' | '' | <offer><id>${any}</id><price>${any}</price></offer>",
                "<copy><from>$order.body/p:id</from><to>$offer.body/p:id</to></copy> | <copy><from>$order.body/p:id</from><to>$offer.body/p:id</to></copy><copy><from>'x'</from><to>$offer.body/p:id</to></copy> | '' | '' | <offer><id>${any}</id><price>${any}</price></offer>",
                // A query says the same.
                "<from>$order.body/p:id</from><to>$offer.body/p:id</to> | <from variable=\"order\" part=\"body\"><query>p:id</query></from><to variable=\"offer\" part=\"body\"><query>p:id</query></to> | '' | '' | <offer><id>${uiid}</id><price>${any}</price></offer>",
                // Which elements are answered, is open.
                "<from>$order.body/p:id</from><to>$offer.body/p:id</to> | <from>$order.body/*[1]</from><to>$offer.body/p:id</to> | '' | '' | nothing",
                "<from>$order.body/p:id</from><to>$offer.body/p:id</to> | <from>$order.body/p:id</from><to>$offer.body/*[1]</to> | '' | '' | nothing",
                "<from>$order.body/p:id</from><to>$offer.body/p:id</to> | <from>$order.body</from><to>$offer.body/p:id</to> | '' | '' | nothing",
                "<copy><from>$order.body/p:id</from><to>$offer.body/p:id</to></copy> | <copy keepSrcElementName=\"yes\"><from>$order.body/p:id</from><to>$offer.body/p:id</to></copy> | '' | '' | nothing",
                "<assign name=\"ask\"> | <assign><copy><from><literal><p:offer/></literal></from><to variable=\"offer\" part=\"body\"/></copy></assign><assign name=\"ask\"> | '' | '' | nothing",
                "<p:id/><p:price/></p:offer> | ${any}<p:id/><p:price/></p:offer> | '' | '' | nothing",
            })
    void shouldKnowNoMoreThanTheProcessSays(String before, String after, String gone, String none, String known)
            throws Exception {
        String text = bpel();
        assertThat(text).contains(before).contains(gone);
        StartedTestbed started = made(text.replace(before, after).replace(gone.isEmpty() ? "\0" : gone, none), wsdl());

        assertThat(started.left()).isEmpty();
        if (known.equals("nothing")) {
            assertThat(started.testbed()).content().contains(FORM).doesNotContain(CHECK);
        } else {
            assertThat(started.testbed()).content().contains(CHECK);
            assertThat(answer()).isEqualTo(known);
        }
    }

    /** With the copy of an element its attributes come, too. */
    @Test
    void shouldNotTakeForATextWhatMayHaveAttributes() throws Exception {
        String open = "<xsd:element name=\"id\"><xsd:complexType><xsd:simpleContent><xsd:extension base=\"xsd:string\">"
                + "<xsd:attribute name=\"by\"/></xsd:extension></xsd:simpleContent></xsd:complexType></xsd:element>";
        String wsdl = wsdl();
        assertThat(wsdl).contains("<xsd:element name=\"id\" type=\"xsd:string\"/>");

        StartedTestbed started =
                made(bpel(), wsdl.replaceFirst("<xsd:element name=\"id\" type=\"xsd:string\"/>", open));

        assertThat(started.testbed()).content().contains(FORM).doesNotContain(CHECK);
    }

    /** Two ways to the same answer, as by two partner links; the identifier must come back on each of them. */
    @ParameterizedTest
    @CsvSource({"$order.body/p:id,${uiid}", "$order.body/p:symbol,${any}"})
    void shouldKnowWhatTwoWaysHaveInCommon(String second, String known) throws Exception {
        String whole = "<copy><from><literal><p:offer><p:id/><p:price>1</p:price></p:offer></literal></from>"
                + "<to variable=\"offer\" part=\"body\"/></copy>";
        String way = "<onMessage partnerLink=\"%s\" operation=\"offer\" variable=\"order\"><sequence><assign>" + whole
                + "<copy><from>%s</from><to>$offer.body/p:id</to></copy></assign>"
                + "<reply partnerLink=\"%s\" operation=\"offer\" variable=\"offer\"/></sequence></onMessage>";

        StartedTestbed started = made(
                process(
                        "<partnerLink name=\"web\" partnerLinkType=\"p:Client\" myRole=\"process\"/>"
                                + "<partnerLink name=\"phone\" partnerLinkType=\"p:Client\" myRole=\"process\"/>",
                        "<pick createInstance=\"yes\">" + way.formatted("web", "$order.body/p:id", "web")
                                + way.formatted("phone", second, "phone") + "</pick>"),
                wsdl());

        assertThat(started.left())
                .as("one operation that starts it by two links")
                .isEmpty();
        assertThat(started.notes())
                .contains(
                        "\"offer\" is called by partner link \"web\" here; the process takes it also by \"phone\", which the load does not call");
        assertThat(started.testbed()).content().contains(CHECK);
        assertThat(answer()).isEqualTo("<offer><id>" + known + "</id><price>1</price></offer>");
    }

    @Test
    void shouldKnowATextThatIsTheWholeAnswer() throws Exception {
        String offer = wsdl().replaceFirst(
                        "(?s)<xsd:element name=\"offer\">.*?</xsd:complexType>\\s*</xsd:element>",
                        "<xsd:element name=\"offer\" type=\"xsd:string\"/>");

        made(
                process(
                        "<partnerLink name=\"client\" partnerLinkType=\"p:Client\" myRole=\"process\"/>",
                        "<sequence><receive partnerLink=\"client\" operation=\"offer\" variable=\"order\" createInstance=\"yes\"/>"
                                + "<assign><copy><from>$order.body/p:id</from><to variable=\"offer\" part=\"body\"/></copy></assign>"
                                + "<reply partnerLink=\"client\" operation=\"offer\" variable=\"offer\"/></sequence>"),
                offer);

        assertThat(answer()).isEqualTo("<offer>${uiid}</offer>");
    }

    private static String process(String links, String activity) {
        return """
                <process name="FlowNoDep" targetNamespace="urn:soabench:flow-no-dep/process"
                    xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable" xmlns:p="urn:soabench:flow-no-dep">
                  <import namespace="urn:soabench:flow-no-dep" location="../wsdl/flow-no-dep.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks>%s</partnerLinks>
                  <variables><variable name="order" messageType="p:order"/><variable name="offer" messageType="p:offer"/></variables>
                  %s
                </process>
                """
                .formatted(links, activity);
    }

    /** A part that is a simple type, in a wrapper: what one copy has put there is known. */
    @Test
    void shouldKnowConstantPartsAndPartsThatAreTheIdentifier() throws Exception {
        String wsdl = wsdl().replace(
                        "<message name=\"order\"><part name=\"body\" element=\"p:order\"/></message>",
                        "<message name=\"order\"><part name=\"id\" type=\"xsd:string\"/></message>")
                .replace(
                        "<message name=\"offer\"><part name=\"body\" element=\"p:offer\"/></message>",
                        "<message name=\"offer\"><part name=\"id\" type=\"xsd:string\"/><part name=\"state\" type=\"xsd:string\"/>"
                                + "<part name=\"sum\" type=\"xsd:decimal\"/></message>")
                .replace("style=\"document\"", "style=\"rpc\"")
                .replace(
                        "<soap:body use=\"literal\"/>",
                        "<soap:body use=\"literal\" namespace=\"urn:soabench:flow-no-dep\"/>");
        String process = process(
                "<partnerLink name=\"client\" partnerLinkType=\"p:Client\" myRole=\"process\"/>",
                "<sequence><receive partnerLink=\"client\" operation=\"offer\" variable=\"order\" createInstance=\"yes\"/><assign>"
                        + "<copy><from>$order.id</from><to variable=\"offer\" part=\"id\"/></copy>"
                        + "<copy><from><literal>done</literal></from><to>$offer.state</to></copy>"
                        + "<copy><from>1 + 1</from><to>$offer.sum</to></copy>"
                        + "</assign><reply partnerLink=\"client\" operation=\"offer\" variable=\"offer\"/></sequence>");

        StartedTestbed started = made(process, wsdl);

        assertThat(started.left()).isEmpty();
        assertThat(started.testbed()).content().contains(CHECK);
        assertThat(answer())
                .isEqualTo("<offerResponse><id>${uiid}</id><state>done</state><sum>${any}</sum></offerResponse>");
    }
}

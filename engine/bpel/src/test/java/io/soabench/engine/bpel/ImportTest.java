package io.soabench.engine.bpel;

import static io.soabench.engine.bpel.ProcessFixture.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that import and include documents (WS-BPEL 2.0, section 5.4; WSDL 1.1, section 2.1.1; XML Schema, section 4.2). */
final class ImportTest {
    private static final String PROCESS_WSDL =
            "<import namespace='urn:test:process' location='process.wsdl' importType='http://schemas.xmlsoap.org/wsdl/'/>";
    private static final String PARTNER_WSDL =
            "<import namespace='urn:test:partner' location='partner.wsdl' importType='http://schemas.xmlsoap.org/wsdl/'/>";

    private static String wsdl(String target, String content) {
        return "<definitions targetNamespace='" + target + "' xmlns='http://schemas.xmlsoap.org/wsdl/'"
                + " xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:m='urn:more' xmlns:p='urn:test:process'"
                + " xmlns:vprop='http://docs.oasis-open.org/wsbpel/2.0/varprop'"
                + " xmlns:plnk='http://docs.oasis-open.org/wsbpel/2.0/plnktype'>" + content + "</definitions>";
    }

    private static String schema(String attributes, String content) {
        return "<xsd:schema " + attributes + " xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:m='urn:more'>"
                + content + "</xsd:schema>";
    }

    private static String wsdlImport(String namespace, String location) {
        return "<import namespace='" + namespace + "' location='" + location
                + "' importType='http://schemas.xmlsoap.org/wsdl/'/>";
    }

    /** Returns the fixture with one more import of its interface, and the document imported. */
    private static ProcessFixture importing(String namespace, String name, String document) {
        return process()
                .edit(
                        "process.wsdl",
                        "<import namespace=\"urn:test:partner\"",
                        "<import namespace=\"" + namespace + "\" location=\"" + name
                                + "\"/><import namespace=\"urn:test:partner\"")
                .file(name, document);
    }

    @Test
    void shouldRefuseMessageTypeWhenOnlyAnImportedDocumentImportsIt() {
        ProcessFixture hidden = importing(
                        "urn:more",
                        "more.wsdl",
                        wsdl("urn:more", "<message name='note'><part name='a' type='xsd:int'/></message>"))
                .with("attributes", "xmlns:m='urn:more'")
                .with("variables", "<variable name='note' messageType='m:note'/>");
        assertThat(hidden.load().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("SA00010");
            assertThat(problem.message()).contains("{urn:more}note", "'more.wsdl'", "import it");
        });
        assertThat(hidden.with("imports", PROCESS_WSDL + PARTNER_WSDL + wsdlImport("urn:more", "more.wsdl"))
                        .codes())
                .isEmpty();
    }

    @Test
    void shouldRefuseElementWhenOnlyAnImportedDocumentImportsItsSchema() {
        ProcessFixture hidden = importing(
                        "urn:more",
                        "more.wsdl",
                        wsdl(
                                "urn:more",
                                "<types>"
                                        + schema(
                                                "targetNamespace='urn:more'",
                                                "<xsd:import namespace='urn:x' schemaLocation='x.xsd'/>")
                                        + "</types>"))
                .file("x.xsd", schema("targetNamespace='urn:x'", "<xsd:element name='e' type='xsd:int'/>"))
                .with("attributes", "xmlns:x='urn:x'")
                .with("variables", "<variable name='e' element='x:e'/>");
        assertThat(hidden.codes()).containsExactly("SA00010");
        assertThat(hidden.with(
                                "imports",
                                PROCESS_WSDL
                                        + PARTNER_WSDL
                                        + "<import namespace='urn:x' location='x.xsd' importType='http://www.w3.org/2001/XMLSchema'/>")
                        .codes())
                .isEmpty();
    }

    @Test
    void shouldAcceptElementWhenImportedSchemaIncludesIt() {
        assertThat(process()
                        .file(
                                "outer.xsd",
                                schema("targetNamespace='urn:x'", "<xsd:include schemaLocation='middle.xsd'/>"))
                        .file(
                                "middle.xsd",
                                schema("targetNamespace='urn:x'", "<xsd:include schemaLocation='inner.xsd'/>"))
                        .file("inner.xsd", schema("targetNamespace='urn:x'", "<xsd:element name='e' type='xsd:int'/>"))
                        .with("attributes", "xmlns:x='urn:x'")
                        .with(
                                "imports",
                                PROCESS_WSDL
                                        + PARTNER_WSDL
                                        + "<import namespace='urn:x' location='outer.xsd' importType='http://www.w3.org/2001/XMLSchema'/>")
                        .with("variables", "<variable name='e' element='x:e'/>")
                        .codes())
                .isEmpty();
    }

    @Test
    void shouldRefusePropertyWhenOnlyAnImportedDocumentHasItsAlias() {
        String alias =
                "<vprop:propertyAlias propertyName='p:orderId' element='p:order'><vprop:query>p:id</vprop:query></vprop:propertyAlias>";
        String use =
                "<assign><copy><from variable='orderElement' property='p:orderId'/><to variable='text'/></copy></assign>";
        ProcessFixture hidden =
                importing("urn:more", "more.wsdl", wsdl("urn:more", alias)).body(use);
        assertThat(hidden.codes()).containsExactly("SA00021");
        assertThat(hidden.with("imports", PROCESS_WSDL + PARTNER_WSDL + wsdlImport("urn:more", "more.wsdl"))
                        .codes())
                .isEmpty();
    }

    @Test
    void shouldFindDefinitionsWhenWsdlDocumentsImportInAChain() {
        String last = wsdl("urn:more", "<message name='note'><part name='a' type='xsd:int'/></message>");
        String first = wsdl(
                "urn:more",
                "<import namespace='urn:more' location='second.wsdl'/><portType name='T'><operation name='o'>"
                        + "<input message='m:note'/></operation></portType><plnk:partnerLinkType name='L'>"
                        + "<plnk:role name='r' portType='m:T'/></plnk:partnerLinkType>");
        ProcessFixture chain = process()
                .file("first.wsdl", first)
                .file("second.wsdl", wsdl("urn:more", "<import namespace='urn:more' location='third.wsdl'/>"))
                .file("third.wsdl", last)
                .with("imports", PROCESS_WSDL + PARTNER_WSDL + wsdlImport("urn:more", "first.wsdl"))
                .with("attributes", "xmlns:m='urn:more'")
                .with("partnerLinks", "<partnerLink name='l' partnerLinkType='m:L' partnerRole='r'/>");
        assertThat(chain.codes()).isEmpty();
        assertThat(chain.file("second.wsdl", wsdl("urn:more", "")).codes()).containsExactly("WSDL-MISSING");
    }

    @Test
    void shouldReadEachDocumentOnceWhenImportsFormACycle() {
        String note = "<message name='note'><part name='a' type='xsd:int'/></message>";
        ProcessFixture cycle = process()
                .file("first.wsdl", wsdl("urn:more", "<import namespace='urn:more' location='second.wsdl'/>" + note))
                .file("second.wsdl", wsdl("urn:more", "<import namespace='urn:more' location='first.wsdl'/>"))
                .with(
                        "imports",
                        PROCESS_WSDL
                                + PARTNER_WSDL
                                + wsdlImport("urn:more", "first.wsdl")
                                + wsdlImport("urn:more", "second.wsdl"))
                .with("attributes", "xmlns:m='urn:more'")
                .with("variables", "<variable name='note' messageType='m:note'/>");
        assertThat(cycle.codes()).isEmpty();
        assertThat(cycle.file("second.wsdl", wsdl("urn:more", note)).codes()).containsExactly("SA00014");
    }

    @Test
    void shouldJoinDefinitionsWhenSeveralDocumentsHaveOneNamespace() {
        assertThat(process()
                        .file(
                                "messages.wsdl",
                                wsdl("urn:more", "<message name='note'><part name='a' type='xsd:int'/></message>"))
                        .file(
                                "links.wsdl",
                                wsdl(
                                        "urn:more",
                                        "<import namespace='urn:more' location='messages.wsdl'/><portType name='T'><operation name='o'>"
                                                + "<input message='m:note'/></operation></portType><plnk:partnerLinkType name='L'>"
                                                + "<plnk:role name='r' portType='m:T'/></plnk:partnerLinkType>"))
                        .with(
                                "imports",
                                PROCESS_WSDL
                                        + PARTNER_WSDL
                                        + wsdlImport("urn:more", "messages.wsdl")
                                        + wsdlImport("urn:more", "links.wsdl"))
                        .with("attributes", "xmlns:m='urn:more'")
                        .with("partnerLinks", "<partnerLink name='l' partnerLinkType='m:L' partnerRole='r'/>")
                        .with("variables", "<variable name='note' messageType='m:note'/>")
                        .body("<invoke partnerLink='l' operation='o' inputVariable='note'/>")
                        .codes())
                .isEmpty();
    }

    /** A schema without target namespace takes that of the schema that includes it, here two different ones. */
    @Test
    void shouldGiveNamespaceOfIncluderWhenSchemaHasNone() {
        String none = schema(
                "elementFormDefault='qualified'",
                "<xsd:complexType name='pair'><xsd:sequence><xsd:element name='a' type='number'/></xsd:sequence></xsd:complexType>"
                        + "<xsd:simpleType name='number'><xsd:restriction base='xsd:int'/></xsd:simpleType>"
                        + "<xsd:element name='e' type='pair'/>");
        ProcessFixture chameleon = process()
                .file("none.xsd", none)
                .file("x.xsd", schema("targetNamespace='urn:x'", "<xsd:include schemaLocation='none.xsd'/>"))
                .file("y.xsd", schema("targetNamespace='urn:y'", "<xsd:include schemaLocation='none.xsd'/>"))
                .with("attributes", "xmlns:x='urn:x' xmlns:y='urn:y'")
                .with(
                        "imports",
                        PROCESS_WSDL
                                + PARTNER_WSDL
                                + "<import namespace='urn:x' location='x.xsd' importType='http://www.w3.org/2001/XMLSchema'/>"
                                + "<import namespace='urn:y' location='y.xsd' importType='http://www.w3.org/2001/XMLSchema'/>")
                .with(
                        "variables",
                        "<variable name='a' element='x:e'/><variable name='b' element='y:e'/><variable name='c' type='x:number'/>");
        assertThat(chameleon.codes()).isEmpty();
        assertThat(chameleon
                        .with("variables", "<variable name='c' type='x:missing'/>")
                        .codes())
                .containsExactly("SA00010");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<types><xsd:schema><xsd:import namespace='http://docs.oasis-open.org/wsbpel/2.0/serviceref'/></xsd:schema></types>",
                "<types><xsd:schema><xsd:import namespace='http://docs.oasis-open.org/wsbpel/2.0/serviceref'"
                        + " schemaLocation='http://docs.oasis-open.org/wsbpel/2.0/OS/serviceref/ws-bpel_serviceref.xsd'/></xsd:schema></types>"
            })
    void shouldKnowSchemaOfEndpointReferencesWhenMessageUsesIt(String types) {
        String message =
                "<message name='callback'><part name='a' type='s:ServiceRefType' xmlns:s='http://docs.oasis-open.org/wsbpel/2.0/serviceref'/>"
                        + "<part name='b' element='s:service-ref' xmlns:s='http://docs.oasis-open.org/wsbpel/2.0/serviceref'/></message>";
        assertThat(importing("urn:more", "more.wsdl", wsdl("urn:more", types + message))
                        .codes())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://www.w3.org/2005/08/addressing,",
        "http://www.w3.org/2005/08/addressing, http://www.w3.org/2006/03/addressing/ws-addr.xsd",
        "http://schemas.xmlsoap.org/ws/2004/08/addressing,",
        "http://schemas.xmlsoap.org/ws/2004/08/addressing, http://schemas.xmlsoap.org/ws/2004/08/addressing",
        "http://schemas.xmlsoap.org/ws/2004/08/addressing, http://schemas.xmlsoap.org/ws/2004/08/addressing/"
    })
    void shouldKnowSchemaOfAddressingWhenMessageUsesIt(String namespace, String location) {
        String types = location == null
                ? ""
                : "<types><xsd:schema><xsd:import namespace='%s' schemaLocation='%s'/></xsd:schema></types>"
                        .formatted(namespace, location);
        String message = "<message name='callback'><part name='a' element='a:%s' xmlns:a='" + namespace
                + "'/></message><message name='typed'><part name='a' type='a:EndpointReferenceType' xmlns:a='"
                + namespace + "'/></message>";

        for (String known :
                List.of("EndpointReference", "MessageID", "RelatesTo", "To", "Action", "From", "ReplyTo", "FaultTo")) {
            assertThat(importing("urn:more", "more.wsdl", wsdl("urn:more", types + message.formatted(known)))
                            .codes())
                    .as(known)
                    .isEmpty();
        }
        assertThat(importing("urn:more", "more.wsdl", wsdl("urn:more", types + message.formatted("Reference")))
                        .codes())
                .containsExactly("WSDL-MISSING");
    }

    @Test
    void shouldKnowAttributesOfXmlWhenSchemaImportsThem() {
        String types = "<types>"
                + schema(
                        "targetNamespace='urn:more'",
                        "<xsd:import namespace='http://www.w3.org/XML/1998/namespace' schemaLocation='http://www.w3.org/2001/xml.xsd'/>"
                                + "<xsd:element name='e'><xsd:complexType><xsd:attribute ref='xml:lang'/><xsd:attributeGroup ref='xml:specialAttrs'/></xsd:complexType></xsd:element>")
                + "</types>";
        assertThat(importing("urn:more", "more.wsdl", wsdl("urn:more", types))
                        .load()
                        .problems())
                .extracting(Problem::toString)
                .isEmpty();
    }

    @Test
    void shouldRefuseImportWhenOtherSchemaIsRemoteAndUsed() {
        String types = "<types>"
                + schema(
                        "targetNamespace='urn:more'",
                        "<xsd:import namespace='urn:far' schemaLocation='http://far.example/far.xsd'/>"
                                + "<xsd:element name='e' type='far:T' xmlns:far='urn:far'/>")
                + "</types>";
        assertThat(importing("urn:more", "more.wsdl", wsdl("urn:more", types)).codes())
                .containsExactly("XML-REMOTE");
    }
}

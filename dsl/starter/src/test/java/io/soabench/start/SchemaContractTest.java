package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contracts whose schemas are written as few people write them, from the WSDL document to the first testbed. */
final class SchemaContractTest {

    private static final String REQUEST = "<x:element name=\"Ask\" type=\"t:Guest\"/>";

    private static final String GUEST =
            "<x:complexType name=\"Guest\"><x:sequence><x:element name=\"name\" type=\"x:string\"/>"
                    + "</x:sequence></x:complexType>" + REQUEST;

    @TempDir
    Path folder;

    /** Writes a WSDL document with these declarations in its schema, which must declare the element {@code Ask}. */
    private Path contract(String declarations) throws IOException {
        return Files.writeString(
                folder.resolve("hotel.wsdl"),
                """
                <definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
                  <types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
                    %s
                  </x:schema></types>
                  <message name="In"><part name="p" element="t:Ask"/></message>
                  <message name="Out"><part name="p" element="t:Ask"/></message>
                  <portType name="Hotel"><operation name="book"><input message="t:In"/><output message="t:Out"/></operation></portType>
                  <binding name="B" type="t:Hotel"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="book"><soap:operation/><input><soap:body use="literal"/></input>
                      <output><soap:body use="literal"/></output></operation></binding>
                  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/hotel"/></port></service>
                </definitions>"""
                        .formatted(declarations));
    }

    /** In place of declarations: another schema that imports them. */
    private static String importing(String location) {
        return "</x:schema><x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:i\">"
                + "<x:import namespace=\"urn:t\" schemaLocation=\"" + location + "\"/>";
    }

    private void schema(String file, String content) throws IOException {
        Files.writeString(
                folder.resolve(file),
                "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" xmlns:t=\"urn:t\" targetNamespace=\"urn:t\""
                        + " elementFormDefault=\"qualified\">" + content + "</x:schema>");
    }

    @Test
    void shouldWriteRequestOfRedefinedType() throws Exception {
        schema(
                "base.xsd",
                "<x:complexType name=\"Guest\"><x:sequence><x:element name=\"name\" type=\"x:string\"/></x:sequence>"
                        + "</x:complexType>");
        Path wsdl = contract("<x:redefine schemaLocation=\"base.xsd\"><x:complexType name=\"Guest\"><x:complexContent>"
                + "<x:extension base=\"t:Guest\"><x:sequence><x:element name=\"age\" type=\"x:int\"/></x:sequence>"
                + "</x:extension></x:complexContent></x:complexType></x:redefine>" + REQUEST);

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.next()).isEqualTo("it runs as it is");
        assertThat(folder.resolve("made/data/request.xml")).content().contains("age>0</");
    }

    @Test
    void shouldRefuseCircularTypeInASentence() throws Exception {
        Path wsdl = contract("<x:complexType name=\"Guest\"><x:complexContent><x:extension base=\"t:Guest\"/>"
                + "</x:complexContent></x:complexType>" + REQUEST);

        assertThatThrownBy(() -> new Starter().fromWsdl(wsdl, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(wsdl + " cannot be used: hotel.wsdl:4: complexType 'Guest' is derived from itself"
                        + " ('Guest', 'Guest'); choose another base for one of them; correct it first");
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<x:element name='a' type='t:Gone'/> | Cannot resolve the name 't:Gone' to a(n) 'type definition' component (rule src-resolve)",
                "<x:element name='a' typ='x:int'/> | Attribute 'typ' cannot appear in element 'element' (rule s4s-att-not-allowed)",
                "<x:simpleType name='a'><x:restriction base='x:int'><x:minInclusive value='9'/><x:maxInclusive value='1'/></x:restriction></x:simpleType> | (rule minInclusive-less-than-equal-to-maxInclusive)",
                "<x:complexType name='a'><x:sequence><x:element name='b' type='x:int' minOccurs='2'/></x:sequence></x:complexType> | (rule p-props-correct.2.1)",
                "<x:element name='a' type='x:int' default='one'/> | (rule e-props-correct.2)"
            })
    void shouldRefuseSchemaThatIsNotValid(String declaration, String reason) throws Exception {
        Path wsdl = contract(GUEST + "\n<!-- a comment\n of two lines -->\n" + declaration);

        assertThatThrownBy(() -> new Starter().fromWsdl(wsdl, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageStartingWith(wsdl + " cannot be used: hotel.wsdl:7: not a valid schema: ")
                .hasMessageContaining(reason)
                .hasMessageEndingWith("; correct it first");
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @Test
    void shouldRefuseImportedSchemaThatIsNotValid() throws Exception {
        schema("Hotel0.xsd", GUEST + "\n<x:element name='a' type='t:Gone'/>");

        assertThatThrownBy(() -> new Starter().fromWsdl(contract(importing("Hotel0.xsd")), folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(
                        " cannot be used: Hotel0.xsd:2: not a valid schema: Cannot resolve the name 't:Gone'");
    }

    @Test
    void shouldTakeIncludedSchemaWithoutNamespace() throws Exception {
        Files.writeString(
                folder.resolve("plain.xsd"),
                "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\">\n" + GUEST.replace("t:Guest", "Guest")
                        + "</x:schema>");

        StartedTestbed started =
                new Starter().fromWsdl(contract("<x:include schemaLocation=\"plain.xsd\"/>"), folder.resolve("made"));

        assertThat(started.next()).isEqualTo("it runs as it is");
        assertThat(started.notes()).noneMatch(note -> note.contains("not a valid schema"));
    }

    @Test
    void shouldNoteRuleThatHardlyAnyProgramChecks() throws Exception {
        Path wsdl = contract(GUEST + "<x:complexType name=\"Two\"><x:sequence><x:element name=\"a\" minOccurs=\"0\"/>"
                + "<x:element name=\"a\"/></x:sequence></x:complexType>");

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.next()).isEqualTo("it runs as it is");
        assertThat(started.notes()).anySatisfy(note -> assertThat(note)
                .startsWith("hotel.wsdl:4: not a valid schema: ")
                .contains("(rule cos-nonambig)")
                .endsWith("; clients and services that check schemas may refuse it"));
    }

    /** Tools write such schemas, and the messages are clear. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<x:element name='a' type='o:Other'/></x:schema><x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:o'>"
                        + "<x:complexType name='Other'><x:sequence/></x:complexType>",
                "<x:complexType name='a'><x:sequence><x:element ref='x:schema'/><x:any/></x:sequence></x:complexType>",
                "<x:complexType name='a'><x:sequence/><x:attribute ref='xml:lang'/></x:complexType>",
                "<x:complexType name='a'><x:sequence/><x:attribute name='b' xmlns:w='http://schemas.xmlsoap.org/wsdl/' w:arrayType='x:int[]'/></x:complexType>"
            })
    void shouldTakeSchemasAsToolsWriteThem(String declaration) throws Exception {
        Path wsdl = contract(GUEST + declaration);
        Files.writeString(wsdl, Files.readString(wsdl).replace("xmlns:t=", "xmlns:o=\"urn:o\" xmlns:t="));

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.notes()).noneMatch(note -> note.contains("not a valid schema"));
        assertThat(started.next()).isEqualTo("it runs as it is");
    }

    @Test
    void shouldSayHowAWildcardIsFilled() throws Exception {
        String any = "<x:element name=\"Ask\"><x:complexType><x:sequence><x:any namespace=\"##other\"/></x:sequence>"
                + "</x:complexType></x:element>";
        assertThat(new Starter().fromWsdl(contract(any), folder.resolve("made")).left())
                .anySatisfy(issue -> assertThat(issue.message())
                        .contains("a wildcard for \"##other\" must be filled, but no element is declared for it;"
                                + " import a schema with one into the WSDL"));
        String imported = importing("other.xsd");
        Files.writeString(
                folder.resolve("other.xsd"),
                "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:o\"><x:element name=\"filler\""
                        + " type=\"x:string\"/></x:schema>");

        Path wsdl = contract(any + imported.replace("urn:t", "urn:o"));

        assertThat(new Starter().fromWsdl(wsdl, folder.resolve("filled")).left())
                .isEmpty();
    }

    /** WS-BPEL forbids equal definitions, but no process is here. */
    @Test
    void shouldTakeEqualDefinitionsForOne() throws Exception {
        String other = "</x:schema><x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:t\""
                + " elementFormDefault=\"qualified\">";
        String code = "<x:simpleType name=\"Code\"><x:restriction base=\"x:string\"/></x:simpleType>";
        Path wsdl = contract(GUEST + code + other + code);

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
    }

    @Test
    void shouldRefuseDefinitionsThatDifferAndNameNoWordThatNobodyCanSay() throws Exception {
        String other = "</x:schema><x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:t\""
                + " elementFormDefault=\"qualified\">";
        String code = "<x:simpleType name=\"Code\"><x:restriction base=\"x:string\"/></x:simpleType>";
        Path wsdl = contract(GUEST + code + other + code.replace("x:string", "x:token"));

        assertThatThrownBy(() -> new Starter().fromWsdl(wsdl, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("is also defined at")
                .hasMessageNotContaining("or accept");
    }

    /** As tools of services save them: the location is an address, and the file has another name. */
    @Test
    void shouldFindSchemaByItsNamespace() throws Exception {
        schema("Hotel0.xsd", GUEST);
        Path wsdl = contract(importing("http://srv.example/Hotel.svc?xsd=xsd0&amp;v=1"));

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.notes())
                .contains("hotel.wsdl imports \"http://srv.example/Hotel.svc?xsd=xsd0&v=1\"; Hotel0.xsd was taken");
        assertThat(started.next()).isEqualTo("it runs as it is");
        assertThat(folder.resolve("made/wsdl/hotel.wsdl")).content().contains("schemaLocation=\"Hotel0.xsd\"");
    }

    @Test
    void shouldFindSchemaByCatalog() throws Exception {
        Files.createDirectory(folder.resolve("saved"));
        schema("saved/one.xsd", GUEST);
        schema("saved/two.xsd", "<x:element name=\"Other\" type=\"x:int\"/>");
        Files.writeString(
                folder.resolve("catalog.xml"),
                "<!DOCTYPE catalog PUBLIC \"-//OASIS//DTD Entity Resolution XML Catalog V1.0//EN\""
                        + " \"http://nowhere.example/catalog.dtd\">"
                        + "<catalog xmlns=\"urn:oasis:names:tc:entity:xmlns:xml:catalog\">"
                        + "<system systemId=\"http://srv.example/types\" uri=\"saved/one.xsd\"/></catalog>");
        Path wsdl = contract(importing("http://srv.example/types"));

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.notes())
                .contains("hotel.wsdl imports \"http://srv.example/types\"; saved/one.xsd was taken");
        assertThat(started.next()).isEqualTo("it runs as it is");
    }

    @Test
    void shouldNotUseCatalogThatNamesOthers() throws Exception {
        Files.createDirectory(folder.resolve("saved"));
        schema("saved/one.xsd", GUEST);
        schema("saved/two.xsd", GUEST);
        Files.writeString(
                folder.resolve("catalog.xml"),
                "<catalog xmlns=\"urn:oasis:names:tc:entity:xmlns:xml:catalog\">"
                        + "<system systemId=\"http://srv.example/types\" uri=\"saved/one.xsd\"/>"
                        + "<nextCatalog catalog=\"http://nowhere.example/catalog.xml\"/></catalog>");
        Path wsdl = contract(importing("http://srv.example/types"));

        assertThatThrownBy(() -> new Starter().fromWsdl(wsdl, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("save a copy beside '" + wsdl + "' and refer to it by a relative name")
                .hasMessageNotContaining(".soabench-init-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-8"})
    void shouldCorrectLocationInAnyEncoding(String encoding) throws Exception {
        schema("Hotel0.xsd", GUEST);
        Path wsdl = contract(importing("http://srv.example/Hotel.svc?xsd=xsd0"));
        Files.writeString(
                wsdl,
                "<?xml version=\"1.0\" encoding=\"" + encoding + "\"?><!-- größer -->" + Files.readString(wsdl),
                Charset.forName(encoding));

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.next()).isEqualTo("it runs as it is");
        assertThat(Files.readString(folder.resolve("made/wsdl/hotel.wsdl"), Charset.forName(encoding)))
                .contains("<!-- größer -->", "schemaLocation=\"Hotel0.xsd\"");
    }

    @Test
    void shouldSayNothingOfRemoteSchemaThatIsNotUsed() throws Exception {
        Path wsdl = contract("<x:import namespace=\"urn:far\" schemaLocation=\"http://far.example/far.xsd\"/>" + GUEST);

        StartedTestbed started = new Starter().fromWsdl(wsdl, folder.resolve("made"));

        assertThat(started.notes()).noneMatch(note -> note.contains("far"));
        assertThat(started.next()).isEqualTo("it runs as it is");
    }
}

package io.soabench.contracts.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.soabench.contracts.sample.DefaultInstances;
import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.source.Documents;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.tree.XmlText;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

/** Schemas that redefine components, and schemas whose components refer to themselves; the JDK's validator is the judge. */
class SchemaRedefinitionsTest {
    private static final String BASE =
            """
            <xs:complexType name="Guest"><xs:sequence><xs:element name="name" type="xs:string"/>
              <xs:element name="room" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
            <xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>
            <xs:group name="Stay"><xs:sequence><xs:element name="nights" type="xs:int"/></xs:sequence></xs:group>
            <xs:attributeGroup name="Marks"><xs:attribute name="x" use="required"/></xs:attributeGroup>
            <xs:element name="plain" type="t:Guest"/>
            """;

    @TempDir
    Path folder;

    private static String schema(String content) {
        return "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:t=\"urn:t\" targetNamespace=\"urn:t\""
                + " elementFormDefault=\"qualified\">" + content + "</xs:schema>";
    }

    private static String redefine(String file, String content) {
        return "<xs:redefine schemaLocation=\"" + file + "\">" + content + "</xs:redefine>";
    }

    private static String ask(String content) {
        return "<xs:element name=\"Ask\"><xs:complexType>" + content + "</xs:complexType></xs:element>";
    }

    private static WsdlDefinitions load(Map<String, String> schemas) {
        Map<String, byte[]> entries = new TreeMap<>();
        schemas.forEach((name, text) -> entries.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return WsdlDefinitions.load(Documents.inMemory(entries), List.of("main.xsd"));
    }

    /** The default instance of an element, which the judge accepts; prefix and namespace are left out. */
    private String instance(String element, Map<String, String> schemas)
            throws IOException, SAXException, NoInstanceException {
        WsdlDefinitions definitions = load(schemas);
        assertThat(definitions.problems()).isEmpty();
        for (Map.Entry<String, String> each : schemas.entrySet()) {
            Files.writeString(folder.resolve(each.getKey()), each.getValue());
        }
        String text = XmlText.element(new DefaultInstances(definitions.schemas()).element(new QName("urn:t", element)));
        Validator judge = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(folder.resolve("main.xsd").toFile())
                .newValidator();
        assertThatCode(() -> judge.validate(new StreamSource(new StringReader(text))))
                .as(text)
                .doesNotThrowAnyException();
        return text.replace(" xmlns:ns1=\"urn:t\"", "").replace("ns1:", "");
    }

    private static List<String> problems(String content) {
        return load(Map.of("main.xsd", schema(content))).problems().stream()
                .map(problem -> problem.file() + ":" + problem.line() + " " + problem.message())
                .toList();
    }

    @Test
    void shouldAddElementsWhenRedefinitionExtendsComplexType() throws Exception {
        String main = redefine(
                        "base.xsd",
                        """
                        <xs:complexType name="Guest"><xs:complexContent><xs:extension base="t:Guest"><xs:sequence>
                          <xs:element name="age" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent>
                        </xs:complexType>""")
                + ask("<xs:sequence><xs:element name=\"g\" type=\"t:Guest\"/></xs:sequence>");
        Map<String, String> schemas = Map.of("base.xsd", schema(BASE), "main.xsd", schema(main));

        assertThat(instance("Ask", schemas)).isEqualTo("<Ask><g><name/><room>0</room><age>0</age></g></Ask>");
        // Elements of the redefined document see the redefinition.
        assertThat(instance("plain", schemas)).isEqualTo("<plain><name/><room>0</room><age>0</age></plain>");
    }

    @Test
    void shouldLeaveElementOutWhenRedefinitionRestrictsComplexType() throws Exception {
        String main = redefine(
                        "base.xsd",
                        """
                        <xs:complexType name="Guest"><xs:complexContent><xs:restriction base="t:Guest"><xs:sequence>
                          <xs:element name="name" type="xs:string"/>
                        </xs:sequence></xs:restriction></xs:complexContent></xs:complexType>""")
                + ask("<xs:sequence><xs:element name=\"g\" type=\"t:Guest\"/></xs:sequence>");

        assertThat(instance("Ask", Map.of("base.xsd", schema(BASE), "main.xsd", schema(main))))
                .isEqualTo("<Ask><g><name/></g></Ask>");
    }

    @Test
    void shouldObeyFacetsWhenRedefinitionRestrictsSimpleType() throws Exception {
        String main = redefine(
                        "base.xsd",
                        """
                        <xs:simpleType name="Code"><xs:restriction base="t:Code"><xs:minLength value="4"/>
                        </xs:restriction></xs:simpleType>""")
                + ask("<xs:sequence><xs:element name=\"c\" type=\"t:Code\"/></xs:sequence>");

        assertThat(instance("Ask", Map.of("base.xsd", schema(BASE), "main.xsd", schema(main))))
                .isEqualTo("<Ask><c>aaaa</c></Ask>");
    }

    @Test
    void shouldAddMembersWhenRedefinitionExtendsGroups() throws Exception {
        String main = redefine(
                        "base.xsd",
                        """
                        <xs:group name="Stay"><xs:sequence><xs:group ref="t:Stay"/>
                          <xs:element name="meals" type="xs:int"/></xs:sequence></xs:group>
                        <xs:attributeGroup name="Marks"><xs:attributeGroup ref="t:Marks"/>
                          <xs:attribute name="y" use="required"/></xs:attributeGroup>""")
                + ask("<xs:sequence><xs:group ref=\"t:Stay\"/></xs:sequence><xs:attributeGroup ref=\"t:Marks\"/>");

        assertThat(instance("Ask", Map.of("base.xsd", schema(BASE), "main.xsd", schema(main))))
                .isEqualTo("<Ask x=\"\" y=\"\"><nights>0</nights><meals>0</meals></Ask>");
    }

    @Test
    void shouldTakeTheLastRedefinitionWhenRedefinedDocumentRedefinesToo() throws Exception {
        String extension =
                """
                <xs:complexType name="Guest"><xs:complexContent><xs:extension base="t:Guest"><xs:sequence>
                  <xs:element name="%s" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>""";
        String middle = redefine("base.xsd", extension.formatted("second"));
        String main = redefine("middle.xsd", extension.formatted("third"))
                + ask("<xs:sequence><xs:element name=\"g\" type=\"t:Guest\"/></xs:sequence>");

        assertThat(instance(
                        "Ask",
                        Map.of("base.xsd", schema(BASE), "middle.xsd", schema(middle), "main.xsd", schema(main))))
                .isEqualTo("<Ask><g><name/><room>0</room><second>0</second><third>0</third></g></Ask>");
    }

    /** A document without target namespace takes that of the schema that redefines it. */
    @Test
    void shouldRedefineWhenRedefinedDocumentHasNoTargetNamespace() throws Exception {
        String base = schema(BASE).replace(" targetNamespace=\"urn:t\"", "").replace("\"t:", "\"");
        String main = redefine(
                        "base.xsd",
                        """
                        <xs:complexType name="Guest"><xs:complexContent><xs:extension base="t:Guest"><xs:sequence>
                          <xs:element name="age" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent>
                        </xs:complexType>""")
                + ask("<xs:sequence><xs:element name=\"g\" type=\"t:Guest\"/></xs:sequence>");

        assertThat(instance("Ask", Map.of("base.xsd", base, "main.xsd", schema(main))))
                .isEqualTo("<Ask><g><name/><room>0</room><age>0</age></g></Ask>");
    }

    @Test
    void shouldReportProblemWhenRedefinitionHasNoOriginalOrAnotherBase() {
        String main = redefine(
                "base.xsd",
                """
                <xs:simpleType name="Cod"><xs:restriction base="t:Cod"/></xs:simpleType>
                <xs:simpleType name="Code"><xs:restriction base="xs:string"/></xs:simpleType>""");

        assertThat(load(Map.of("base.xsd", schema(BASE), "main.xsd", schema(main))).problems().stream()
                        .map(Problem::message))
                .containsExactly(
                        "'base.xsd' defines no simpleType 'Cod' that could be redefined; correct the name",
                        "the redefinition of the simpleType 'Code' is not derived from the type of the same name;"
                                + " set 'base' to 'Code'");
    }

    @Test
    void shouldFindInstanceWhenGroupContainsItselfInsideElement() throws Exception {
        String main =
                """
                <xs:group name="Part"><xs:sequence><xs:element name="part" minOccurs="0" maxOccurs="3"><xs:complexType>
                  <xs:group ref="t:Part"/></xs:complexType></xs:element><xs:element name="n" type="xs:int"/></xs:sequence>
                </xs:group>"""
                        + ask("<xs:group ref=\"t:Part\"/>");

        assertThat(instance("Ask", Map.of("main.xsd", schema(main))))
                .isEqualTo("<Ask><part><n>0</n></part><n>0</n></Ask>");
    }

    @Test
    void shouldReportEachCircleOnceWhenDefinitionsAreCircular() {
        assertThat(problems("\n<xs:complexType name=\"A\"><xs:complexContent><xs:extension base=\"t:A\"/>"
                        + "</xs:complexContent></xs:complexType>" + ask("<xs:sequence/>")))
                .containsExactly("main.xsd:2 complexType 'A' is derived from itself ('A', 'A');"
                        + " choose another base for one of them");
        assertThat(problems("\n<xs:complexType name=\"A\"><xs:complexContent><xs:extension base=\"t:B\"/>"
                        + "</xs:complexContent></xs:complexType>\n<xs:complexType name=\"B\"><xs:complexContent>"
                        + "<xs:restriction base=\"t:A\"/></xs:complexContent></xs:complexType>"
                        + "<xs:element name=\"Ask\" type=\"t:A\"/>"))
                .containsExactly("main.xsd:3 complexType 'B' is derived from itself"
                        + " ('A', 'B', 'A'); choose another base for one of them");
        assertThat(problems("\n<xs:group name=\"A\"><xs:sequence><xs:group ref=\"t:A\"/></xs:sequence></xs:group>"
                        + ask("<xs:group ref=\"t:A\"/>")))
                .containsExactly("main.xsd:2 group 'A' contains itself ('A', 'A');" + " remove one of the references");
        assertThat(problems("\n<xs:attributeGroup name=\"A\"><xs:attributeGroup ref=\"t:B\"/></xs:attributeGroup>\n"
                        + "<xs:attributeGroup name=\"B\"><xs:attributeGroup ref=\"t:A\"/></xs:attributeGroup>"
                        + ask("<xs:attributeGroup ref=\"t:A\"/>")))
                .containsExactly("main.xsd:3 attributeGroup 'B' contains itself ('A', 'B', 'A');"
                        + " remove one of the references");
        assertThat(problems("\n<xs:element name=\"Ask\" substitutionGroup=\"t:Other\"/>\n"
                        + "<xs:element name=\"Other\" substitutionGroup=\"t:Ask\"/>"))
                .containsExactly("main.xsd:3 element 'Other' is in its own substitution group"
                        + " ('Ask', 'Other', 'Ask'); remove one attribute 'substitutionGroup'");
    }
}

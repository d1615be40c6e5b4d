package io.soabench.contracts.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.contracts.tree.XmlText;
import java.io.StringReader;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.junit.jupiter.api.Test;

/** Which of the valid instances is chosen; that they are valid is proved with whole WSDL documents. */
class DefaultInstancesTest {

    private static String instance(String schema) throws NoInstanceException {
        XmlSchemaCollection schemas = new XmlSchemaCollection();
        schemas.read(
                new StringReader("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:x\""
                        + " xmlns:x=\"urn:x\">" + schema + "</xs:schema>"));
        String text = XmlText.element(new DefaultInstances(schemas).element(new QName("urn:x", "e")));
        return text.replace(" xmlns:ns1=\"urn:x\"", "");
    }

    private static String simple(String restriction) throws NoInstanceException {
        String text =
                instance("<xs:element name=\"e\"><xs:simpleType>" + restriction + "</xs:simpleType></xs:element>");
        return text.equals("<ns1:e/>") ? "" : text.substring("<ns1:e>".length(), text.length() - "</ns1:e>".length());
    }

    @Test
    void shouldTakeTheStandardDefaultsWhenNothingForbidsThem() throws NoInstanceException {
        assertThat(simple("<xs:restriction base=\"xs:string\"/>")).isEmpty();
        assertThat(simple("<xs:restriction base=\"xs:boolean\"/>")).isEqualTo("false");
        assertThat(simple("<xs:restriction base=\"xs:int\"/>")).isEqualTo("0");
        assertThat(simple(
                        "<xs:restriction base=\"xs:string\"><xs:enumeration value=\"b\"/><xs:enumeration value=\"a\"/>"
                                + "</xs:restriction>"))
                .isEqualTo("b");
    }

    @Test
    void shouldTakeTheNearestValueWhenFacetsForbidTheDefault() throws NoInstanceException {
        assertThat(simple("<xs:restriction base=\"xs:int\"><xs:minInclusive value=\"5\"/></xs:restriction>"))
                .isEqualTo("5");
        assertThat(simple("<xs:restriction base=\"xs:int\"><xs:minExclusive value=\"5\"/></xs:restriction>"))
                .isEqualTo("6");
        assertThat(simple("<xs:restriction base=\"xs:string\"><xs:minLength value=\"3\"/></xs:restriction>"))
                .isEqualTo("aaa");
        assertThat(simple("<xs:restriction base=\"xs:string\"><xs:pattern value=\"[A-Z]{2}[0-9]\"/></xs:restriction>"))
                .isEqualTo("AA0");
    }

    /** Legal in XML Schema 1.0: complex content that only adds attributes to a type with simple content. */
    @Test
    void shouldKeepTheSimpleContentOfTheTypeThatComplexContentExtends() throws NoInstanceException {
        String amount = "<xs:complexType name=\"Amount\"><xs:simpleContent><xs:extension base=\"xs:int\">"
                + "<xs:attribute name=\"currency\" type=\"xs:string\" use=\"required\"/></xs:extension>"
                + "</xs:simpleContent></xs:complexType>";
        String vat = "<xs:complexType name=\"Vat\"><xs:complexContent><xs:extension base=\"x:Amount\">"
                + "<xs:attribute name=\"rate\" type=\"xs:int\" use=\"required\"/></xs:extension></xs:complexContent>"
                + "</xs:complexType>";
        String again =
                "<xs:complexType name=\"Again\"><xs:complexContent><xs:extension base=\"x:Vat\"/></xs:complexContent>"
                        + "</xs:complexType>";
        String restricted = "<xs:complexType name=\"Fixed\"><xs:complexContent><xs:restriction base=\"x:Vat\">"
                + "<xs:attribute name=\"rate\" type=\"xs:int\" fixed=\"7\"/></xs:restriction></xs:complexContent>"
                + "</xs:complexType>";

        assertThat(instance(amount + vat + "<xs:element name=\"e\" type=\"x:Vat\"/>"))
                .isEqualTo("<ns1:e currency=\"\" rate=\"0\">0</ns1:e>");
        assertThat(instance(amount + vat + again + "<xs:element name=\"e\" type=\"x:Again\"/>"))
                .isEqualTo("<ns1:e currency=\"\" rate=\"0\">0</ns1:e>");
        assertThat(instance(amount + vat + restricted + "<xs:element name=\"e\" type=\"x:Fixed\"/>"))
                .isEqualTo("<ns1:e currency=\"\" rate=\"7\">0</ns1:e>");
    }

    @Test
    void shouldTakeTheFirstFiniteBranchWhenAChoiceIsRecursive() throws NoInstanceException {
        assertThat(instance("<xs:complexType name=\"T\"><xs:choice><xs:element name=\"both\" type=\"x:T\"/>"
                        + "<xs:element name=\"leaf\" type=\"xs:int\"/></xs:choice></xs:complexType>"
                        + "<xs:element name=\"e\" type=\"x:T\"/>"))
                .isEqualTo("<ns1:e><leaf>0</leaf></ns1:e>");
    }

    @Test
    void shouldWriteOptionalPartsOnceWhenTheyAreNotRecursive() throws NoInstanceException {
        assertThat(instance(
                        "<xs:complexType name=\"T\"><xs:sequence><xs:element name=\"v\" type=\"xs:int\" minOccurs=\"0\""
                                + " maxOccurs=\"unbounded\"/><xs:element name=\"t\" type=\"x:T\" minOccurs=\"0\"/></xs:sequence>"
                                + "</xs:complexType><xs:element name=\"e\" type=\"x:T\"/>"))
                .isEqualTo("<ns1:e><v>0</v></ns1:e>");
    }

    @Test
    void shouldSayWhatToChangeWhenThereIsNoFiniteInstance() {
        assertThatThrownBy(
                        () -> instance("<xs:complexType name=\"T\"><xs:sequence><xs:element name=\"t\" type=\"x:T\"/>"
                                + "</xs:sequence></xs:complexType><xs:element name=\"e\" type=\"x:T\"/>"))
                .isInstanceOf(NoInstanceException.class)
                .hasMessage("the element {urn:x}e has no default instance: the type {urn:x}T of the element t contains"
                        + " itself without end; make the recursion optional or nillable");
    }

    @Test
    void shouldNameWhatIsAbstractAndNotWhatWasLeftOutBefore() {
        assertThatThrownBy(() -> instance("<xs:element name=\"a\" type=\"xs:string\" abstract=\"true\"/>"
                        + "<xs:complexType name=\"T\"><xs:sequence><xs:element name=\"t\" type=\"x:T\" minOccurs=\"0\"/>"
                        + "<xs:element ref=\"x:a\"/></xs:sequence></xs:complexType>"
                        + "<xs:element name=\"e\" type=\"x:T\"/>"))
                .isInstanceOf(NoInstanceException.class)
                .hasMessage("the element {urn:x}e has no default instance: the element {urn:x}a is abstract and nothing"
                        + " substitutes it");
        assertThatThrownBy(() -> instance("<xs:complexType name=\"A\" abstract=\"true\"/>"
                        + "<xs:complexType name=\"T\"><xs:sequence><xs:element name=\"t\" type=\"x:T\" minOccurs=\"0\"/>"
                        + "<xs:element name=\"a\" type=\"x:A\"/></xs:sequence></xs:complexType>"
                        + "<xs:element name=\"e\" type=\"x:T\"/>"))
                .isInstanceOf(NoInstanceException.class)
                .hasMessageEndingWith("the type {urn:x}A of the element a is abstract and no type is derived from it");
    }

    @Test
    void shouldSayWhatToChangeWhenNoValueIsFound() {
        assertThatThrownBy(() -> simple("<xs:restriction base=\"xs:int\"><xs:minInclusive value=\"5\"/>"
                        + "<xs:maxInclusive value=\"4\"/></xs:restriction>"))
                .isInstanceOf(NoInstanceException.class)
                .hasMessageContaining("give it a default value or an enumeration");
    }

    @Test
    void shouldEscapeTextWhenDefaultsContainMarkup() throws NoInstanceException {
        assertThat(instance("<xs:element name=\"e\" type=\"xs:string\" default=\"&lt;a&gt; &amp; &quot;b&quot;\"/>"))
                .isEqualTo("<ns1:e>&lt;a&gt; &amp; &quot;b&quot;</ns1:e>");
    }
}

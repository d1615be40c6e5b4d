package io.soabench.contracts.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.junit.jupiter.api.Test;

class TypePlaceTest {

    private static final XmlSchemaCollection SCHEMAS = new XmlSchemaCollection();

    static {
        SCHEMAS.read(
                new StringReader(
                        """
                        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x" xmlns:x="urn:x"
                            elementFormDefault="qualified">
                          <xs:element name="order" type="x:Order"/>
                          <xs:element name="head" type="xs:int"/>
                          <xs:element name="member" substitutionGroup="x:head"/>
                          <xs:element name="loose" type="xs:date"/>
                          <xs:group name="Parts">
                            <xs:choice><xs:element name="count" type="xs:int"/><xs:element ref="x:head"/></xs:choice>
                          </xs:group>
                          <xs:attributeGroup name="Marks"><xs:attribute name="mark" type="xs:boolean"/></xs:attributeGroup>
                          <xs:complexType name="Base">
                            <xs:sequence><xs:element name="when" type="xs:dateTime"/></xs:sequence>
                            <xs:attribute name="id" type="xs:short"/>
                          </xs:complexType>
                          <xs:complexType name="Order">
                            <xs:complexContent><xs:extension base="x:Base"><xs:sequence>
                              <xs:group ref="x:Parts"/>
                              <xs:element name="price">
                                <xs:complexType><xs:simpleContent><xs:extension base="xs:decimal">
                                  <xs:attribute name="currency" type="xs:language" use="required"/>
                                </xs:extension></xs:simpleContent></xs:complexType>
                              </xs:element>
                              <xs:element name="plain" form="unqualified" type="xs:byte"/>
                              <xs:element name="inner" type="x:Order" minOccurs="0"/>
                              <xs:element name="open"><xs:complexType><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType></xs:element>
                              <xs:element name="shut"><xs:complexType><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType></xs:element>
                              <xs:element name="other" type="x:Base"/>
                            </xs:sequence><xs:attributeGroup ref="x:Marks"/></xs:extension></xs:complexContent>
                          </xs:complexType>
                        </xs:schema>
                        """));
    }

    private static Optional<TypePlace> at(String... path) {
        Optional<TypePlace> place = TypePlace.element(SCHEMAS, new QName("urn:x", "order"));
        for (String step : path) {
            place = place.flatMap(
                    each -> each.child(step.startsWith("/") ? new QName(step.substring(1)) : new QName("urn:x", step)));
        }
        return place;
    }

    private static String text(String... path) {
        return at(path).flatMap(TypePlace::text).map(ValueType::name).orElse("nothing");
    }

    private static String attribute(String name, String... path) {
        return at(path).flatMap(place -> place.attribute(new QName(name)))
                .map(ValueType::name)
                .orElse("nothing");
    }

    @Test
    void shouldKnowTheAttributesThatAreRequired() {
        TypePlace price = at("price").orElseThrow();
        assertThat(price.missingAttributes(List.of())).containsExactly(new QName("currency"));
        assertThat(price.missingAttributes(List.of(new QName("currency")))).isEmpty();
        assertThat(at("when").orElseThrow().missingAttributes(List.of())).isEmpty();
    }

    @Test
    void shouldFindElementsOfTheTypeItsBaseAndItsGroups() {
        assertThat(text("when")).isEqualTo("xs:dateTime");
        assertThat(text("count")).isEqualTo("xs:int");
        assertThat(text("head")).isEqualTo("xs:int");
        assertThat(text("price")).isEqualTo("xs:decimal");
        assertThat(text("/plain")).isEqualTo("xs:byte");
        assertThat(text("inner", "inner", "when")).isEqualTo("xs:dateTime");
    }

    @Test
    void shouldFindWhatStandsForAnotherElement() {
        assertThat(text("member")).isEqualTo("xs:int");
        assertThat(text("open", "loose")).isEqualTo("xs:date");
    }

    @Test
    void shouldNotGuess() {
        for (String[] path : new String[][] {{"plain"}, {"nothing"}, {"loose"}, {"shut", "loose"}, {"inner"}, {}}) {
            assertThat(text(path)).as(Arrays.toString(path)).isEqualTo("nothing");
        }
        assertThat(TypePlace.element(SCHEMAS, new QName("urn:x", "none"))).isEmpty();
    }

    @Test
    void shouldFindAttributes() {
        assertThat(attribute("id")).isEqualTo("xs:short");
        assertThat(attribute("mark")).isEqualTo("xs:boolean");
        assertThat(attribute("currency", "price")).isEqualTo("xs:language");
        assertThat(attribute("mark", "price")).isEqualTo("nothing");
    }

    @Test
    void shouldTakeTheTypeThatADocumentNames() {
        assertThat(at("other").flatMap(place -> place.child(new QName("urn:x", "count"))))
                .isEmpty();
        assertThat(at("other")
                        .flatMap(place -> place.as(new QName("urn:x", "Order")))
                        .flatMap(place -> place.child(new QName("urn:x", "count")))
                        .flatMap(TypePlace::text)
                        .map(ValueType::name))
                .hasValue("xs:int");
    }

    @Test
    void shouldTellWhatHasNothingButAText() {
        assertThat(at("when").orElseThrow().isPlain()).isTrue();
        assertThat(at("price").orElseThrow().isPlain()).as("has an attribute").isFalse();
        assertThat(at("other").orElseThrow().isPlain()).as("has elements").isFalse();
    }
}

package io.soabench.engine.runtime.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values by the lexical spaces of XML Schema Part 2, section 3. */
class PartChecksTest {
    private static final String SCHEMA =
            """
            <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t">
              <xsd:element name="int" type="xsd:int"/>
              <xsd:element name="nillable" type="xsd:int" nillable="true"/>
              <xsd:element name="preset" type="xsd:int" default="7"/>
              <xsd:element name="colour" type="Colour"/>
              <xsd:element name="anonymous">
                <xsd:simpleType><xsd:restriction base="xsd:int"><xsd:maxInclusive value="9"/></xsd:restriction></xsd:simpleType>
              </xsd:element>
              <xsd:element name="open" type="xsd:anyType"/>
              <xsd:element name="order"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
              <xsd:simpleType name="Colour">
                <xsd:restriction base="xsd:string"><xsd:enumeration value="red"/></xsd:restriction>
              </xsd:simpleType>
            </xsd:schema>""";
    private static final WsdlDefinitions DEFINITIONS =
            WsdlDefinitions.load("t.xsd", Map.of("t.xsd", SCHEMA.getBytes(StandardCharsets.UTF_8)));
    private final PartChecks checks = new PartChecks(DEFINITIONS.schemas(), DEFINITIONS.schemaSources());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int | 0 | -0 | +5 | 2147483647 | -2147483648 | 000000000000000000000000007",
                "integer | 123456789012345678901234567890 | -1",
                "long | 9223372036854775807 | -9223372036854775808",
                "short | 32767",
                "byte | -128",
                "unsignedLong | 18446744073709551615",
                "negativeInteger | -1 | -99999999999999999999",
                "positiveInteger | 1 | 99999999999999999999",
                "decimal | 1. | .5 | -0.10 | +3",
                "double | 1e10 | -INF | NaN | 1.5E-3 | 4",
                "float | INF | .5",
                "boolean | true | 0",
                "string | `` | any & all",
                "anyURI | http://a/b?c#d | ../x | `` | a%20b",
                "date | 2026-02-28 | 2026-02-28Z | 2026-02-28+01:00 | -0044-03-15 | 2024-02-29",
                "dateTime | 2026-02-28T23:59:59 | 2026-02-28T23:59:59.123456Z",
                "time | 23:59:59",
                "gYear | 2026",
                "gMonthDay | --12-25",
                "duration | P1Y | -P1DT2H | PT0.5S | P1Y2M3DT4H5M6S",
                "hexBinary | `` | 0aFF",
                "base64Binary | `` | aGk= | aGk h",
                "language | en-GB",
                "NMTOKENS | a b",
            })
    void shouldTakeValue(String row) {
        String[] cells = row.split("\\|", -1);
        assertThat(cells.length).isGreaterThan(1);
        PartCheck check = checks.type(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, cells[0].strip()));
        for (int i = 1; i < cells.length; i++) {
            String text = cells[i].strip().replace("`", "");
            assertThat(check.problem(Element.text("", "", "v", text)))
                    .as(row + ": " + text)
                    .isNull();
            if (!row.startsWith("hex")) {
                assertThat(check.problem(Element.text("", "", "v", "\n " + text + "\t")))
                        .as(text)
                        .isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int | `` | 1.0 | 0,0 | '0' | 2147483648 | -2147483649 | 1 2 | - | 0x1 | \u0661 | 99999999999999999999999",
                "integer | 1.0 | a",
                "long | 9223372036854775808 | -9223372036854775809",
                "unsignedByte | -1 | 256",
                "negativeInteger | 0 | 99999999999999999999",
                "decimal | . | 1e3 | 1.2.3 | ``",
                "double | 1e | e1 | inf | +INF | 1e1.5",
                "boolean | TRUE | yes | 2",
                "anyURI | %zz | a#b#c",
                "date | 2026-02-30 | 2026-13-01 | 26-01-01 | 2026-01-01T00:00:00 | x",
                "dateTime | 2026-02-28 | 2026-02-28T25:00:00",
                "duration | P | PT | 1Y | P1YT | P-1Y",
                "hexBinary | abc | zz",
                "base64Binary | aGk | a=b= | a$==",
                "language | en_GB",
                "NMTOKENS | a/b",
            })
    void shouldRefuseValue(String row) {
        String[] cells = row.split("\\|", -1);
        assertThat(cells.length).isGreaterThan(1);
        PartCheck check = checks.type(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, cells[0].strip()));
        for (int i = 1; i < cells.length; i++) {
            String text = cells[i].strip().replace("`", "");
            assertThat(check.problem(Element.text("", "", "v", text)))
                    .as(row + ": " + text)
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "int | <int xmlns='urn:t'>5</int> | true",
                "int | <int xmlns='urn:t'><![CDATA[5]]><!-- five --></int> | true",
                "int | <int xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='x'>5</int> | true",
                "int | <int xmlns='urn:t' unit='m'>5</int> | false",
                "int | <int xmlns='urn:t'>5<x/></int> | false",
                "int | <int xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/> | false",
                "nillable | <nillable xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='1'/> | true",
                "nillable | <nillable xmlns='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='1'>5</nillable> | false",
                "nillable | <nillable xmlns='urn:t'/> | false",
                "preset | <preset xmlns='urn:t'/> | true",
                "preset | <preset xmlns='urn:t'>x</preset> | false",
                "colour | <colour xmlns='urn:t'>red</colour> | true",
                "colour | <colour xmlns='urn:t'>blue</colour> | false",
                "colour | <colour xmlns='urn:t' a=''>red</colour> | false",
                "anonymous | <anonymous xmlns='urn:t'>9</anonymous> | true",
                "anonymous | <anonymous xmlns='urn:t'>10</anonymous> | false",
                "order | <order xmlns='urn:t'><wrong/></order> | true",
                "open | <open xmlns='urn:t' a='b'>text<int>x</int></open> | true",
            })
    void shouldCheckElement(String name, String xml, boolean valid) throws RefusedXmlException {
        Element value = new ElementReader(XmlLimits.DEFAULT).read(xml.getBytes(StandardCharsets.UTF_8));
        String problem = checks.element(new QName("urn:t", name)).problem(value);
        assertThat(problem == null).as(String.valueOf(problem)).isEqualTo(valid);
    }

    /** Made into numbers these took hours; the deadline distinguishes linear from square, not fast from slow. */
    @ParameterizedTest
    @CsvSource({
        "dateTime, -01-01T00:00:00",
        "date, -01-01",
        "gYear, ''",
        "gYearMonth, -01",
        "time, ''",
        "int, ''",
        "long, ''",
        "decimal, x",
        "double, x",
        "duration, Y",
        "unsignedByte, ''"
    })
    @Timeout(60)
    void shouldLookAtEndlessNumbersOnce(String type, String end) {
        PartCheck check = checks.type(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, type));
        String text = (type.equals("duration") ? "P" : "") + "7".repeat(3_000_000) + end;

        assertThat(check.problem(Element.text("", "", "v", text)) == null).isEqualTo(type.equals("duration"));
    }

    @Test
    @Timeout(60)
    void shouldNotGiveEndlessNumbersToTheValidator() {
        PartCheck check = checks.element(new QName("urn:t", "anonymous"));

        assertThat(check.problem(Element.text("t", "urn:t", "anonymous", "0".repeat(3_000_000) + "9")))
                .contains("more than 10000 digits");
        assertThat(check.problem(Element.text("t", "urn:t", "anonymous", "0".repeat(9_000) + "9")))
                .isNull();
    }

    @Test
    void shouldShowTheBeginningOfAWrongValue() {
        PartCheck check = checks.type(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "int"));
        assertThat(check.problem(Element.text("", "", "v", "x".repeat(1000))))
                .isEqualTo("'v' holds '" + "x".repeat(40) + "…', which is no 'int'.");
    }
}

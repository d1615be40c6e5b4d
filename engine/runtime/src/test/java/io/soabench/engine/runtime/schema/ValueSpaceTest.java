package io.soabench.engine.runtime.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.wsdl.WsdlDefinitions;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal values by XML Schema Part 2, chapter 3: one form for all texts of a value, another one for another value. */
class ValueSpaceTest {
    private static final String SCHEMA =
            """
            <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t">
              <xsd:simpleType name="Small"><xsd:restriction base="Smaller"/></xsd:simpleType>
              <xsd:simpleType name="Smaller">
                <xsd:restriction>
                  <xsd:simpleType><xsd:restriction base="xsd:short"><xsd:maxInclusive value="9"/></xsd:restriction></xsd:simpleType>
                </xsd:restriction>
              </xsd:simpleType>
              <xsd:simpleType name="Smalls"><xsd:list itemType="Small"/></xsd:simpleType>
              <xsd:simpleType name="Names"><xsd:list><xsd:simpleType><xsd:restriction base="xsd:QName"/></xsd:simpleType></xsd:list></xsd:simpleType>
              <xsd:simpleType name="Words"><xsd:list itemType="xsd:string"/></xsd:simpleType>
              <xsd:simpleType name="Either"><xsd:union memberTypes="xsd:int xsd:string"/></xsd:simpleType>
              <xsd:simpleType name="Text"><xsd:restriction base="xsd:string"/></xsd:simpleType>
              <xsd:simpleType name="Line"><xsd:restriction base="Text"><xsd:whiteSpace value="collapse"/></xsd:restriction></xsd:simpleType>
              <xsd:complexType name="Order"><xsd:sequence/></xsd:complexType>
            </xsd:schema>""";
    private static final WsdlDefinitions DEFINITIONS =
            WsdlDefinitions.load("t.xsd", Map.of("t.xsd", SCHEMA.getBytes(StandardCharsets.UTF_8)));

    private static String form(String type, String text) {
        QName name = type.startsWith("t:")
                ? new QName("urn:t", type.substring(2))
                : new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, type);
        ValueSpace space = ValueSpace.of(DEFINITIONS.schemas(), name);
        return space == null
                ? text
                : space.canonical(text, prefix -> switch (prefix) {
                    case "" -> "urn:default";
                    case "a", "b" -> "urn:a";
                    case "c" -> "urn:c";
                    default -> null;
                });
    }

    /** A type, texts of one value with {@code =} between them, and after each {@code ;} another value. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "string: a; A; ` a`; `a `",
                "normalizedString: `a b`=`a\tb`=`a\nb`; ` a b`",
                "token: `a b`=` a  \tb `; ab",
                "anyURI: http://x=` http://x `; http://X",
                "NCName: a=` a`; b",
                "NMTOKENS: `a b`=` a\n b`; ab; `b a`",
                "boolean: true=1=` 1 `; false=0; 2; yes",
                "int: 1=01=+1=` 1 `=0001; -1=-01; 10; 0=-0=+0=000; 1.0",
                "integer: 100000000000000000000=+0100000000000000000000; 100000000000000000001",
                "decimal: 1=1.0=01.00=+1.=` 1`; .5=0.5=0.50=+.5; -.5=-0.50; 10=10.0=10.; 0=.0=-0.0=0.; 100; 1e0",
                "double: 1=1.0=1e0=10E-1=` 1`; 0=-0=0e5=-0.0; INF=` INF`; -INF; NaN; 1.0000000000000002; x",
                "float: 1=1.0000000001=1e0; 1.5; INF; 16777216=16777217",
                "date: 2026-01-01=` 2026-01-01`; 2026-01-01Z=2026-01-01+00:00; 2026-01-02",
                "date: 2002-10-10+13:00=2002-10-09-11:00; 2002-10-10Z",
                "dateTime: 2026-01-01T12:00:00=2026-01-01T12:00:00.000; 2026-01-01T12:00:00Z=2026-01-01T13:00:00+01:00"
                        + "=2026-01-01T12:00:00.0Z; 2026-01-01T12:00:00.5Z=2026-01-01T12:00:00.50Z=2026-01-01T13:00:00.5+01:00",
                "dateTime: 2026-01-01T24:00:00Z=2026-01-02T00:00:00Z=2026-01-02T01:00:00+01:00; 2026-01-01T00:00:00Z",
                "time: 12:00:00Z=13:00:00+01:00=12:00:00.0Z; 12:00:00; 12:00:01Z; 23:00:00Z=01:00:00+02:00",
                "gYear: 2026Z=2026+00:00; 2026; 2027Z",
                "gMonthDay: --02-29Z=--02-29+00:00; --02-28Z; --02-29",
                "gDay: ---05Z=---05-00:00; ---06Z; ---05",
                "gMonth: --12Z=--12+00:00; --11Z",
                "gYearMonth: 2026-05Z=2026-05+00:00; 2026-05",
                "duration: P1Y=P12M=P0Y12M; P1D=PT24H=PT1440M=PT86400S=PT86400.0S; P30D; P1M; -P1D=-PT24H; PT0S=P0Y=-P0M",
                "hexBinary: 0aFf=0AFF; 0AFE",
                "base64Binary: aGkh=`a G k h`; aGkH",
                "QName: a:x=b:x=` a:x `; c:x; x; a:y; d:x",
                "t:Small: 1=01=` +1`; 2",
                "t:Smalls: `1 2`=` 01\t+2 `; 12; `2 1`; 1",
                "t:Names: `a:x c:y`=`b:x  c:y`; `a:x a:y`",
                "t:Words: `a b`=` a\tb`; ab",
                "t:Either: 1; 01",
                "t:Text: a; ` a`",
                "t:Line: `a b`=` a   b `; ab",
                "t:Order: a; ` a`",
                "t:unknown: 1; 01",
            })
    void shouldGiveOneFormToEachValue(String row) {
        String type = row.substring(0, row.indexOf(": "));
        Map<String, String> known = new java.util.HashMap<>();
        for (String value : row.substring(type.length() + 2).split("; ", -1)) {
            String form = null;
            for (String quoted : value.split("=", -1)) {
                String text = quoted.replace("`", "");
                form = form == null ? form(type, text) : form;
                assertThat(form(type, text)).as(quoted).isEqualTo(form);
            }
            assertThat(known.put(form, value)).as("another value than " + value).isNull();
        }
    }

    @Test
    @Timeout(20)
    void shouldTakeNoLongTimeForLongTexts() {
        String digits = "9".repeat(1_000_000);

        assertThat(form("integer", "0" + digits)).isEqualTo(digits);
        assertThat(form("decimal", digits + ".50")).isEqualTo(digits + ".5");
        assertThat(form("double", digits)).isEqualTo("Infinity");
        assertThat(form("gYear", digits)).isEqualTo(digits);
        assertThat(form("duration", "P" + digits + "Y")).isEqualTo("P" + digits + "Y");
        assertThat(form("t:Smalls", "01 ".repeat(300_000))).hasSize(600_000 - 1);
    }
}

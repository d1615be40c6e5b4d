package io.soabench.contracts.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.tree.XmlText;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

class ValueTypeTest {

    private static final List<String> VALUES = List.of(
            "",
            " ",
            "0",
            "-0",
            "+7",
            "007",
            "7.0",
            "7.",
            ".5",
            "1e3",
            "1E-3",
            "0x1p3",
            "1f",
            "INF",
            "-INF",
            "NaN",
            "Infinity",
            " 12 ",
            "1 2",
            "127",
            "128",
            "-129",
            "65536",
            "2147483647",
            "2147483648",
            "99999999999999999999",
            "abc",
            "a b",
            "a  b",
            "true",
            "TRUE",
            "1",
            "2026-02-28",
            "2026-02-30",
            "2026-2-3",
            "2026-01-31T12:00:00Z",
            "2026-01-31T12:00:00",
            "2026-01-31T25:00:00",
            "2026-01-31 12:00:00",
            "12:00:00",
            "12:00",
            "2026",
            "2026-01",
            "--01",
            "PT1H",
            "P1D",
            "P",
            "1H",
            "0FB8",
            "0FB",
            "SGVs",
            "SGVsbG8=",
            "SGVsbG8",
            "en-GB",
            "e_n",
            "-x",
            "x:y",
            "http://example.org/a%20b",
            "http://example.org/a%zz",
            "low",
            "Low",
            "12.50",
            "12.5",
            "12.555",
            "-12.5",
            "A-1",
            "A-11",
            "äöü",
            "x\ty");

    private static String schema(String type) {
        return "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:x\" xmlns:x=\"urn:x\">"
                + "<xs:element name=\"e\">" + type + "</xs:element></xs:schema>";
    }

    private static ValueType typeOf(String type) {
        XmlSchemaCollection schemas = new XmlSchemaCollection();
        schemas.read(new StringReader(schema(type)));
        return TypePlace.element(schemas, new QName("urn:x", "e"))
                .flatMap(TypePlace::text)
                .orElseThrow();
    }

    private static String restriction(String base, String facets) {
        return "<xs:simpleType><xs:restriction base=\"" + base + "\">" + facets + "</xs:restriction></xs:simpleType>";
    }

    private static String facet(String name, Object value) {
        return "<xs:" + name + " value=\"" + value + "\"/>";
    }

    private static boolean valid(Schema schema, String value) {
        try {
            schema.newValidator()
                    .validate(new StreamSource(
                            new StringReader("<e xmlns=\"urn:x\">" + XmlText.escaped(value) + "</e>")));
            return true;
        } catch (SAXException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the platform's validator accepts is accepted, and nothing else. */
    private static void assertAsThePlatform(String type, Iterable<String> values) throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(schema(type))));
        ValueType own = typeOf(type);
        for (String value : values) {
            assertThat(own.problem(value).isEmpty())
                    .as("\"%s\" of %s: %s", value, type, own.problem(value))
                    .isEqualTo(valid(schema, value));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "string",
                "normalizedString",
                "token",
                "boolean",
                "decimal",
                "integer",
                "int",
                "long",
                "short",
                "byte",
                "unsignedByte",
                "unsignedShort",
                "positiveInteger",
                "nonNegativeInteger",
                "negativeInteger",
                "nonPositiveInteger",
                "float",
                "double",
                "dateTime",
                "date",
                "time",
                "gYearMonth",
                "gMonth",
                "duration",
                "hexBinary",
                "base64Binary",
                "language",
                "NMTOKEN",
                "NMTOKENS",
                "Name",
                "NCName"
            })
    void shouldAcceptOfABuiltInTypeWhatThePlatformAccepts(String builtIn) throws Exception {
        assertAsThePlatform(restriction("xs:" + builtIn, ""), VALUES);
    }

    /** The platform knows no years beyond the range of an int, and takes a time of day for the scheme of an address. */
    @ParameterizedTest
    @ValueSource(strings = {"gYear", "anyURI"})
    void shouldRefuseNothingThatThePlatformAccepts(String builtIn) throws Exception {
        String type = restriction("xs:" + builtIn, "");
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(new StringReader(schema(type))));
        ValueType own = typeOf(type);

        assertThat(VALUES)
                .filteredOn(value -> valid(schema, value))
                .hasSizeGreaterThan(1)
                .allMatch(value -> own.problem(value).isEmpty());
        assertThat(VALUES).filteredOn(value -> own.problem(value).isPresent()).isNotEmpty();
    }

    @Test
    void shouldAcceptOfDerivedTypesWhatThePlatformAccepts() throws Exception {
        for (String type : List.of(
                restriction("xs:string", facet("enumeration", "low") + facet("enumeration", "a b")),
                restriction("xs:token", facet("enumeration", "low") + facet("enumeration", "a b")),
                restriction("xs:decimal", facet("enumeration", "12.5") + facet("enumeration", "7")),
                restriction("xs:boolean", facet("pattern", "true|1")),
                restriction("xs:int", facet("minInclusive", -12) + facet("maxExclusive", 127)),
                restriction("xs:decimal", facet("totalDigits", 3) + facet("fractionDigits", 1)),
                restriction("xs:string", facet("pattern", "[A-Z]-\\d{1,2}") + facet("maxLength", 3)),
                restriction("xs:string", facet("length", 3)),
                restriction("xs:hexBinary", facet("length", 2)),
                restriction("xs:date", facet("minInclusive", "2026-02-01")),
                restriction("xs:dateTime", facet("maxInclusive", "2026-01-31T12:00:00Z")),
                restriction("xs:duration", facet("maxInclusive", "PT1H")),
                restriction("xs:double", facet("minExclusive", "0")),
                "<xs:simpleType><xs:list itemType=\"xs:int\"/></xs:simpleType>",
                "<xs:simpleType><xs:union memberTypes=\"xs:int xs:boolean\"/></xs:simpleType>",
                "<xs:complexType><xs:simpleContent><xs:extension base=\"xs:short\"/></xs:simpleContent></xs:complexType>")) {
            assertAsThePlatform(type, VALUES);
        }
    }

    /** Numbers around the bounds of random types. */
    @Test
    void shouldBoundRandomNumbersAsThePlatformDoes() throws Exception {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            int least = random.nextInt(200) - 100;
            String base =
                    List.of("xs:int", "xs:decimal", "xs:double", "xs:byte").get(random.nextInt(4));
            String type = restriction(
                    base,
                    facet(random.nextBoolean() ? "minInclusive" : "minExclusive", least)
                            + facet(random.nextBoolean() ? "maxInclusive" : "maxExclusive", least + 5));
            List<String> values = new ArrayList<>();
            for (int i = -2; i < 8; i++) {
                values.add(Integer.toString(least + i));
                values.add(least + i + "." + random.nextInt(100));
            }
            assertAsThePlatform(type, values);
        }
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThat(typeOf(restriction("xs:int", "")).problem("abc")).hasValue("is no xs:int, a whole number");
        assertThat(typeOf(restriction("xs:byte", "")).problem("300")).hasValue("is beyond the range of xs:byte");
        assertThat(typeOf(restriction("xs:date", "")).problem("1.2.2026")).hasValue("is no xs:date like 2026-01-31");
        assertThat(typeOf(restriction("xs:string", facet("enumeration", "low") + facet("enumeration", "high")))
                        .problem("mid"))
                .hasValue("is none of \"low\", \"high\"");
        assertThat(typeOf(restriction("xs:string", facet("maxLength", 2))).problem("mid"))
                .hasValue("has 3 characters, more than 2");
        assertThat(typeOf(restriction("xs:decimal", facet("minInclusive", "0.5")))
                        .problem("0"))
                .hasValue("is less than 0.5");
        assertThat(typeOf(restriction("xs:string", facet("pattern", "[a-c]+"))).problem("mid"))
                .hasValue("does not match the pattern [a-c]+");
    }

    @Test
    void shouldKnowTypesOfWhichEveryTextIsAValue() {
        assertThat(typeOf(restriction("xs:string", "")).any()).isFalse();
        XmlSchemaCollection schemas = new XmlSchemaCollection();
        schemas.read(new StringReader(schema("").replace("name=\"e\"", "name=\"e\" type=\"xs:string\"")));
        assertThat(TypePlace.element(schemas, new QName("urn:x", "e"))
                        .flatMap(TypePlace::text)
                        .orElseThrow()
                        .any())
                .isTrue();
    }
}

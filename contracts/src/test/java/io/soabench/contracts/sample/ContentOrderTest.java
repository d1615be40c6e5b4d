package io.soabench.contracts.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.MissingResourceException;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.SAXException;

class ContentOrderTest {

    private static final int MODELS = 400;
    private static final int WORDS = 25;
    private static final String[] LIMITS = {
        "",
        "",
        "",
        " minOccurs='0'",
        " maxOccurs='2'",
        " maxOccurs='unbounded'",
        " minOccurs='0' maxOccurs='3'",
        " minOccurs='2' maxOccurs='unbounded'"
    };

    private static String schema(String content) {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='r'><xs:complexType>" + content
                + "</xs:complexType></xs:element>"
                + "<xs:group name='G'><xs:sequence><xs:element name='a' type='xs:string'/><xs:element name='b' type='xs:string' minOccurs='0'/>"
                + "</xs:sequence></xs:group></xs:schema>";
    }

    private static TypePlace place(String content) {
        XmlSchemaCollection schemas = new XmlSchemaCollection();
        schemas.read(new StringReader(schema(content)));
        return TypePlace.element(schemas, new QName("r")).orElseThrow();
    }

    private static List<QName> names(String word) {
        return word.chars().mapToObj(c -> new QName(String.valueOf((char) c))).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "abc | none",
                "acb | the element c at place 2, where the contract has b; correct the order or number of elements",
                "abbc | the element b at place 3, where the contract has c; correct the order or number of elements",
                "ab | no element c at the end, where the contract requires one; add it",
                "abcc | the element c at place 4, where the contract has no further element; remove it"
            })
    void shouldNameTheFirstDifference(String word, String clause) {
        TypePlace place = place("<xs:sequence><xs:element name='a' type='xs:string'/>"
                + "<xs:element name='b' type='xs:string'/><xs:element name='c' type='xs:string'/></xs:sequence>");

        assertThat(place.misplaced(names(word)).orElse(null)).isEqualTo(clause);
    }

    @Test
    void shouldRequireOneOfAChoice() {
        TypePlace place = place("<xs:choice><xs:element name='a' type='xs:string'/>"
                + "<xs:element name='b' type='xs:string'/></xs:choice>");

        assertThat(place.misplaced(names("")))
                .hasValue("no element a or b at the end, where the contract requires one; add it");
        assertThat(place.misplaced(names("b"))).isEmpty();
    }

    private static String particle(Random random, int depth) {
        String limits = LIMITS[random.nextInt(LIMITS.length)];
        if (depth == 0 || random.nextInt(3) == 0) {
            return random.nextInt(10) == 0
                    ? "<xs:group ref='G'" + limits + "/>"
                    : "<xs:element name='" + (char) ('a' + random.nextInt(4)) + "' type='xs:string'" + limits + "/>";
        }
        String kind = random.nextBoolean() ? "sequence" : "choice";
        StringBuilder text = new StringBuilder("<xs:" + kind + limits + ">");
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.append(particle(random, depth - 1));
        }
        return text.append("</xs:").append(kind).append('>').toString();
    }

    private static String content(Random random) {
        if (random.nextInt(6) == 0) {
            StringBuilder all = new StringBuilder("<xs:all>");
            for (char c = 'a'; c <= 'd'; c++) {
                all.append("<xs:element name='")
                        .append(c)
                        .append("' type='xs:string'")
                        .append(random.nextBoolean() ? " minOccurs='0'/>" : "/>");
            }
            return all.append("</xs:all>").toString();
        }
        return "<xs:sequence>" + particle(random, 3) + particle(random, 2) + "</xs:sequence>";
    }

    /** What the platform's validator accepts is accepted, and nothing else. */
    @Test
    void shouldAgreeWithTheValidatorOfThePlatform() throws Exception {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        int accepted = 0;
        int refused = 0;
        for (int seed = 1; seed <= MODELS; seed++) {
            Random random = new Random(seed);
            String content = content(random);
            Schema schema;
            try {
                schema = factory.newSchema(new StreamSource(new StringReader(schema(content))));
            } catch (SAXException e) {
                // Ambiguous content models are no schemas.
                continue;
            }
            TypePlace place = place(content);
            for (int i = 0; i < WORDS; i++) {
                StringBuilder word = new StringBuilder();
                for (int length = random.nextInt(6); length > 0; length--) {
                    word.append((char) ('a' + random.nextInt(4)));
                }
                boolean valid = isValid(schema.newValidator(), word.toString());
                assertThat(place.misplaced(names(word.toString())).isEmpty())
                        .as("seed " + seed + ": " + word + " in " + content)
                        .isEqualTo(valid);
                accepted += valid ? 1 : 0;
                refused += valid ? 0 : 1;
            }
        }
        assertThat(accepted).isGreaterThan(100);
        assertThat(refused).isGreaterThan(100);
    }

    private static boolean isValid(Validator validator, String word) throws Exception {
        List<String> children = new ArrayList<>();
        names(word).forEach(name -> children.add("<" + name + "/>"));
        try {
            validator.validate(new StreamSource(new StringReader("<r>" + String.join("", children) + "</r>")));
            return true;
        } catch (SAXException | MissingResourceException e) {
            // The platform lacks the text of one of its sentences.
            return false;
        }
    }
}

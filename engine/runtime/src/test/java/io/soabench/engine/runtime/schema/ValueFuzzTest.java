package io.soabench.engine.runtime.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.runtime.xml.Element;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Seeded texts of all kinds: the checks of the engine and the validator of the JDK say the same of each. */
class ValueFuzzTest {
    private static final int CASES = Integer.getInteger("soabench.fuzz.values", 60);
    private static final WsdlDefinitions NOTHING = WsdlDefinitions.load(
            "t.xsd",
            Map.of(
                    "t.xsd",
                    "<xsd:schema xmlns:xsd='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:t'/>"
                            .getBytes(StandardCharsets.UTF_8)));
    private static final List<String> TYPES = List.of(
            "boolean",
            "decimal",
            "float",
            "double",
            "hexBinary",
            "base64Binary",
            "duration",
            "dateTime",
            "date",
            "time",
            "gYear",
            "gYearMonth",
            "gMonthDay",
            "integer",
            "nonPositiveInteger",
            "negativeInteger",
            "nonNegativeInteger",
            "positiveInteger",
            "long",
            "int",
            "short",
            "byte",
            "unsignedLong",
            "unsignedInt",
            "unsignedShort",
            "unsignedByte",
            "language");
    private static final String[] SEEDS = {
        "0",
        "-1",
        "+1",
        "127",
        "128",
        "-129",
        "32768",
        "2147483648",
        "-9223372036854775809",
        "18446744073709551616",
        "1.5",
        ".5",
        "5.",
        "1e5",
        "1E-5",
        "INF",
        "-INF",
        "NaN",
        "true",
        "1",
        "0aFF",
        "aGk=",
        "P1Y",
        "PT0.5S",
        "-P1DT2H",
        "2026-02-28",
        "2026-02-28T23:59:59",
        "2026-02-28T23:59:59.5Z",
        "23:59:59+01:00",
        "2026",
        "2026-02",
        "--12-25",
        "en-GB"
    };
    /** The validator knows no year beyond what an int holds, the standard does. */
    private static final Pattern LONG_YEAR = Pattern.compile("^\\s*-?\\d{10,}");

    private static final String PIECES = "0123456789+-.:TZPYMDHSeEaF= \n";

    private static String text(Random random) {
        StringBuilder text = new StringBuilder(SEEDS[random.nextInt(SEEDS.length)]);
        for (int i = random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(text.length() + 1);
            if (random.nextBoolean() && at < text.length()) {
                text.deleteCharAt(at);
            } else {
                text.insert(at, PIECES.charAt(random.nextInt(PIECES.length())));
            }
        }
        return text.toString();
    }

    @Test
    @Timeout(600)
    void shouldAgreeWithAValidator() throws Exception {
        PartChecks checks = new PartChecks(NOTHING.schemas(), NOTHING.schemaSources());
        List<String> different = new ArrayList<>();
        for (String type : TYPES) {
            QName name = new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, type);
            ValueSchema.Type declared = new ValueSchema.Type(name, false);
            ValueSchema schema = ValueSchema.compile(NOTHING.schemaSources(), Set.of(declared));
            Random random = new Random(type.hashCode());
            for (int i = 0; i < CASES; i++) {
                Element value = Element.text("", "", "v", text(random));
                if (type.startsWith("gYear") && LONG_YEAR.matcher(value.text()).find()) {
                    continue;
                }
                boolean ours = checks.type(name).problem(value) == null;
                if (ours != (schema.problem(declared, value) == null)) {
                    different.add(type + " '" + value.text() + "' " + (ours ? "taken" : "refused"));
                }
            }
        }
        assertThat(different).isEmpty();
    }
}

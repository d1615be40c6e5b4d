package io.soabench.engine.runtime.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.wsdl.SchemaSources;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The validator holds each value of an identity constraint against all others, so there must not be too many. */
class IdentityConstraintTest {
    private static final String UNIQUE =
            "<x:unique name=\"u\"><x:selector xpath=\"e\"/><x:field xpath=\".\"/></x:unique>";
    private static final String KEY = UNIQUE.replace("unique", "key");

    private static String problem(String constraint, int elements, String text) throws Exception {
        String schema = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\"><x:element name=\"all\"><x:complexType>"
                + "<x:sequence><x:element name=\"e\" type=\"x:string\" maxOccurs=\"unbounded\"/></x:sequence></x:complexType>"
                + constraint + "</x:element></x:schema>";
        ValueSchema.Type type = new ValueSchema.Type(new QName("all"), true);
        List<Element> content = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            content.add(Element.text("", "", "e", text + i % 6_000));
        }
        return ValueSchema.compile(
                        new SchemaSources(List.of(new SchemaSources.Schema("", schema)), Map.of()), Set.of(type))
                .problem(type, Element.empty("", "", "all").withContent(content));
    }

    @ParameterizedTest
    @ValueSource(strings = {UNIQUE, "<x:key name=\"k\"><x:selector xpath=\"e\"/><x:field xpath=\".\"/></x:key>"})
    void shouldRefuseMoreElementsThanCanBeCompared(String constraint) throws Exception {
        assertThat(problem(constraint, ValueSchema.COMPARED_ELEMENTS, "v"))
                .contains("has more than 10000 elements")
                .contains("'unique', 'key' or 'keyref'");
    }

    @Test
    void shouldCompareWhatCanBeCompared() throws Exception {
        assertThat(problem(KEY, 5_000, "v")).isNull();
        assertThat(problem(KEY, 6_001, "v")).contains("Duplicate key value").contains("v0");
    }

    @Test
    void shouldTakeAnyNumberOfElementsWhereNothingIsCompared() throws Exception {
        assertThat(problem("", 20_000, "v")).isNull();
        assertThat(problem("<!-- unique key -->", 20_000, "v")).isNull();
    }
}

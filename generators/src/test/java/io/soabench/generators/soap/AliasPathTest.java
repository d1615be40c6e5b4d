package io.soabench.generators.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasPathTest {

    private static final String ENVELOPE =
            """
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns="urn:x">
              <s:Header><a><b>head</b></a></s:Header>
              <s:Body><a><c><b>deeper</b></c><b>first</b><b>second</b><d>${uiid}</d></a><b>beside</b></s:Body>
            </s:Envelope>""";

    @Test
    void shouldFindNothingAtAnEmptyPath() {
        assertThat(AliasPath.text(ENVELOPE, List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {"a/b, first", "a/c/b, deeper", "a/d, ${uiid}", "b, beside", "a/c, none", "a/e, none", "c/b, none"})
    void shouldFindTheTextOfTheFirstElementAtAPath(String path, String text) {
        List<QName> steps = Arrays.stream(path.split("/", -1))
                .map(step -> new QName("urn:x", step))
                .toList();

        assertThat(AliasPath.text(ENVELOPE, steps).orElse(null)).isEqualTo(text);
    }
}

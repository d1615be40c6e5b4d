package io.soabench.contracts.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What references in an archive mean. */
final class EntryNamesTest {
    private static final EntryNames NAMES = new EntryNames(
            List.of("A.wsdl", "p/P.bpel", "p/A.wsdl", "x/B.wsdl", "x/y/C.xsd", "x/z/C.xsd", "q r/D.xsd"));

    @ParameterizedTest
    @CsvSource({
        "p/P.bpel, A.wsdl, p/A.wsdl",
        "p/P.bpel, ../A.wsdl, A.wsdl",
        "p/P.bpel, ./../p/./A.wsdl, p/A.wsdl",
        "p/P.bpel, /A.wsdl, A.wsdl",
        "P.bpel, ../A.wsdl, A.wsdl",
        "P.bpel, ../../x/B.wsdl, x/B.wsdl",
        "p/P.bpel, x/B.wsdl, x/B.wsdl",
        "p/P.bpel, ../../../p/A.wsdl, p/A.wsdl",
        "p/P.bpel, ../wsdl/B.wsdl, x/B.wsdl",
        "p/P.bpel, file:/home/me/B.wsdl, x/B.wsdl",
        "x/B.wsdl, y/C.xsd, x/y/C.xsd",
        "P.bpel, q%20r/D.xsd, q r/D.xsd",
        "P.bpel, q r/D.xsd, q r/D.xsd"
    })
    void shouldFindEntryWhenReferenceIsHint(String from, String reference, String entry) {
        assertThat(NAMES.referred(from, reference)).containsExactly(entry);
    }

    @ParameterizedTest
    @CsvSource({
        "P.bpel, E.wsdl",
        "P.bpel, http://example.org/A.wsdl",
        "P.bpel, wsdl",
        "P.bpel, ''",
        "P.bpel, ':'",
        "P.bpel, ../x/"
    })
    void shouldFindNothingWhenNoEntryHasThatFileName(String from, String reference) {
        assertThat(NAMES.referred(from, reference)).isEmpty();
    }

    @Test
    void shouldFindAllWhenOnlyFileNamesAreTheSame() {
        assertThat(NAMES.referred("P.bpel", "xsd/C.xsd")).containsExactly("x/y/C.xsd", "x/z/C.xsd");
    }

    @Test
    void shouldReportPlaceWhenReferenceIsAmbiguousOrMissing() {
        Map<String, byte[]> entries = new TreeMap<>();
        List.of("x/y/C.xsd", "x/z/C.xsd").forEach(name -> entries.put(name, "<a/>".getBytes(StandardCharsets.UTF_8)));
        Documents documents = Documents.inMemory(entries);
        Problems problems = new Problems();

        assertThat(documents.resolve("P.bpel", "C.xsd", Location.of("P.bpel"), problems))
                .isEmpty();
        assertThat(documents.resolve("P.bpel", "../D.xsd", Location.of("P.bpel"), problems))
                .isEmpty();

        assertThat(problems.list()).extracting(Problem::code).containsExactlyInAnyOrder("XML-AMBIGUOUS", "XML-MISSING");
        assertThat(problems.list())
                .filteredOn(problem -> problem.code().equals("XML-AMBIGUOUS"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("[x/y/C.xsd, x/z/C.xsd]"));
    }
}

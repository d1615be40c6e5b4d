package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.TestbedPackage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of the word under a cursor, which is marked by a bar. */
class HoverTest {

    private static final Path FILE = ServerFixture.QUICKSTART;
    private static final ServerFixture EDITOR = new ServerFixture();

    @AfterAll
    static void end() {
        EDITOR.close();
    }

    private static String at(String before, String after) {
        return EDITOR.hover(FILE, ServerFixture.quickstart(before, after));
    }

    @Test
    void shouldShowAnElementWithItsDefaults() {
        assertThat(at("service quotes", "service quo|tes"))
                .startsWith("**service quotes**")
                .contains("instances 1")
                .contains("response time lognormal(median 20 ms, sigma 0.5)");
        assertThat(at("serves quotes", "serves quo|tes")).as("where it is used").contains("instances 1");
        assertThat(at("workload web", "workload we|b")).contains("connections kept");
    }

    @Test
    void shouldSayHowMuchASuiteIs() {
        assertThat(at("suite Quick", "suite Qu|ick"))
                .contains("4 cases")
                .contains("`Sequential-office-engine`")
                .contains("time-out 30 s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                ": axis2;: ax|is2;**server type axis2**",
                "heap 256;he|ap 256;Java heap",
                "metric cpu;metric c|pu;Processor cores",
                "think time;thi|nk time;**think**",
                "20 ms,;20 m|s,;1e-3 s",
                "partner quote;partner qu|ote;calls port type Quote: `quote`",
                "seed 42;se|ed 42;**seed**",
            })
    void shouldSayWhatAWordMeans(String before, String after, String expected) {
        assertThat(at(before, after)).contains(expected);
    }

    /** The same word begins a process, and names the one of a file with several. */
    @Test
    void shouldExplainTheProcessOfAFile() {
        String file = "process A { contract wsdl \"a.wsdl\" bpmn \"pools.bpmn\" process \"Buyer\" }\n";

        assertThat(EDITOR.hover(FILE, file.replace(" process", " pro|cess")))
                .startsWith("**process**")
                .contains("Id of the process in the file that engines run")
                .isNotEqualTo(EDITOR.hover(FILE, file.replaceFirst("process", "pro|cess")));
    }

    /** The word that begins an element means its concept, and not the first of its features, which is its name. */
    @ParameterizedTest
    @CsvSource({
        "testbed quickstart,Testbed",
        "service quotes,Service",
        "service type,ServiceType",
        "process Sequential,WhiteBoxProcess",
        "host here,Host",
        "server engine,Server",
        "workload office,ClosedWorkload",
        "workload web,OpenWorkload",
        "metric cpu,Metric",
        "suite Quick,TestSuite",
        "case on,TestCase",
        "response time,ResponseTime",
        "lognormal(,LogNormalDistribution",
        "report html,Report",
    })
    void shouldExplainTheConceptThatAWordBegins(String place, String concept) throws IOException {
        String said = at(place, place.charAt(0) + "|" + place.substring(1));
        String documented;
        try (InputStream metamodel = TestbedPackage.class.getResourceAsStream("/model/testbed.ecore")) {
            documented = new String(metamodel.readAllBytes(), StandardCharsets.UTF_8);
        }
        Matcher classifier = Pattern.compile("name=\"" + concept
                        + "\"[^>]*>\\s*<eAnnotations[^>]*>\\s*<details key=\"documentation\" value=\"([^\"]{10,40})")
                .matcher(documented);
        assertThat(classifier.find()).as(concept).isTrue();
        assertThat(said).contains(" – " + classifier.group(1));
    }

    @Test
    void shouldSayNothingOfNothing() {
        assertThat(at("\n\nhost here", "\n|\nhost here")).isEmpty();
        assertThat(at("// Apache", "// Ap|ache")).isEmpty();
    }
}

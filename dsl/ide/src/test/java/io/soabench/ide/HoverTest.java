package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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

    @Test
    void shouldSayNothingOfNothing() {
        assertThat(at("\n\nhost here", "\n|\nhost here")).isEmpty();
        assertThat(at("// a short", "// a sh|ort")).isEmpty();
    }
}

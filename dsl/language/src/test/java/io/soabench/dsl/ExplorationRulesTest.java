package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Explorations whose times may be wrong anywhere: everything is told at once. */
final class ExplorationRulesTest {

    private static final String EXPLORE =
            """
            workload web open { rate 50 /s }
            explore Capacity {
                %s
                case for engine in (engine), process in (Sequential), workload in (web)
                load rate from 10 /s to 100 /s
                until p99 response-time < 1 s
            }
            """;

    @TempDir
    private Path folder;

    private ModelFixture model;

    @BeforeEach
    void begin() {
        model = new ModelFixture(folder);
    }

    private String issues(String schedule, String rest) {
        return model.issues(ModelFixture.OFFICE + EXPLORE.formatted(schedule) + rest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "precision 5 s at most 9",
                "warm up 5 %",
                "measure 5 %",
                "measure 1 s until 30 answers at most 9 %",
                "time-out 5 /s",
                "drain 3 %"
            })
    void shouldTellTheWrongUnitWhereverTheProfileHasIt(String wrong) {
        assertThat(issues("", "default profile quick { " + wrong + " }\n"))
                .contains("a.testbed:18:", "unit")
                .doesNotContain("Exception");
    }

    @Test
    void shouldCountTheRequestsOfTheTimeThatIsMeasured() {
        assertThat(issues("measure 50 s", ""))
                .contains("has about 500 requests in 50 s, and 1000 are needed to decide this; measure at least 100 s");
        assertThat(issues("measure 100 s", "")).doesNotContain("explore-requests");
        assertThat(issues("measure 10 s until 1000 answers at most 100 s", "")).isEmpty();
        assertThat(issues("measure 10 s until 1000 answers at most 60 s", ""))
                .contains("has about 600 requests in 60 s, and 1000 are needed to decide this; measure at least 100 s");
        assertThat(issues("measure 100 s", "default profile quick { measure 20 s  precision 5 s }\n"))
                .as("the profile has the first say, whatever else is wrong in it")
                .contains("has about 200 requests in 20 s", "unit");
        assertThat(issues("measure 10 s", "default profile quick { measure 1 s until 30 answers at most 100 s }\n"))
                .doesNotContain("explore-requests");
    }

    @Test
    void shouldSayWhatAVersionMustBe() {
        assertThat(model.issues(ModelFixture.OFFICE.replace(
                        "engine : reference", "engine : reference version \"the new one\"")))
                .contains(
                        "a.testbed:7:35: [server-version] \"the new one\" is no version; write it as in \"1.2.3\", or the Maven"
                                + " coordinates of another program as in \"com.example:engine:1.2.3\"");
        assertThat(model.issues(
                        ModelFixture.OFFICE.replace("engine : reference", "engine : reference version \"1.2-rc.1\"")))
                .isEmpty();
        assertThat(model.issues(
                        ModelFixture.OFFICE.replace("engine : reference", "engine : reference version \"a.b:c-d:1\"")))
                .isEmpty();
    }
}

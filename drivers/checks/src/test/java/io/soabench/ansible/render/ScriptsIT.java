package io.soabench.ansible.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The scripts of the roles pass their own tests, which need Python and nothing else. */
class ScriptsIT {

    @Test
    void shouldPassTheTestsOfTheScripts() {
        Path tests = Tool.ROOT.resolve("ansible/collections/ansible_collections/soabench/testbed/tests/unit");

        Tool.Outcome outcome = Tool.of("python3")
                .run(tests, Map.of("PYTHONDONTWRITEBYTECODE", "1"), 120, "-m", "unittest", "test_scripts");

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).containsPattern("Ran \\d{2} tests");
    }
}

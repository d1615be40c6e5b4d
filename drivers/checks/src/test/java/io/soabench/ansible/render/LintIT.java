package io.soabench.ansible.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written by hand and what is rendered satisfies the linters of those who write Ansible. */
class LintIT {

    @TempDir
    private Path folder;

    @Test
    void shouldSatisfyAnsibleLint() {
        Tool lint = Tool.ofAnsible("ansible-lint");
        Path rendered = new TwoHosts(folder).render();

        Tool.Outcome outcome = lint.run(
                rendered,
                Map.of(
                        "PATH",
                        System.getenv("SOABENCH_ANSIBLE") + ":" + System.getenv("PATH"),
                        "ANSIBLE_HOME",
                        folder.resolve("ansible-home").toString()),
                300,
                "--offline");

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("Profile 'production' was required, and it passed");
    }

    @Test
    void shouldSatisfyYamllint() {
        Tool lint = Tool.ofAnsible("yamllint");
        Path rendered = new TwoHosts(folder).render();

        Tool.Outcome outcome = lint.run(
                rendered,
                Map.of(),
                120,
                "--strict",
                ".",
                Tool.ROOT.resolve("ansible").toString());

        assertThat(outcome.exit()).as(outcome.output()).isZero();
    }
}

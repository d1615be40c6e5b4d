package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workflow files of the page on continuous integration, by the schemas of those who run them. */
final class WorkflowFilesTest {

    private static final String VALIDATORS = "SOABENCH_VALIDATORS";
    private static final Path PAGE =
            Path.of(System.getProperty("soabench.root"), "docs", "how-to", "continuous-integration.md");

    @TempDir
    private Path folder;

    private static List<String> blocks() throws IOException {
        Matcher blocks = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        List<String> found = new ArrayList<>();
        while (blocks.find()) {
            found.add(blocks.group(1));
        }
        return found;
    }

    private int checked(String text, String schema) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("workflow.yml"), text);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getenv(VALIDATORS), "check-jsonschema").toString(),
                "--builtin-schema",
                "vendor." + schema));
        if (schema.startsWith("gitlab")) {
            command.addAll(List.of("--data-transform", "gitlab-ci"));
        }
        command.add(file.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @ParameterizedTest
    @CsvSource({"0, github-workflows, steps:, stepz:", "1, gitlab-ci, script:, scripts:"})
    @EnabledIfEnvironmentVariable(
            named = VALIDATORS,
            matches = ".+",
            disabledReason = "name the folder with check-jsonschema: SOABENCH_VALIDATORS, as .ci/run does")
    void shouldFollowTheSchemaOfTheService(int block, String schema, String word, String wrong) throws Exception {
        String text = blocks().get(block);

        assertThat(checked(text, schema)).as(() -> said()).isZero();
        assertThat(text).contains(word);
        assertThat(checked(text.replace(word, wrong), schema))
                .as("a file with the word " + wrong)
                .isNotZero();
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("said.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}

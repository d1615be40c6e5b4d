package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the goal does; what the page shows is tested with the exposition. */
final class DocMojoTest {

    private static final Path QUICKSTART = Path.of("../../examples/quickstart/quickstart.testbed");

    private final List<String> said = new ArrayList<>();

    @TempDir
    Path folder;

    private DocMojo doc(Path model) {
        DocMojo goal = new DocMojo();
        goal.testbed = model.toFile();
        goal.output = folder.resolve("out").toFile();
        goal.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence content) {
                said.add(content.toString());
            }
        });
        return goal;
    }

    @Test
    void shouldWriteTheSamePageAgain() throws Exception {
        doc(QUICKSTART).execute();
        Path page = folder.resolve("out/quickstart/doc/index.html");
        Map<Path, String> first = contents(page.getParent());
        assertThat(said).last().isEqualTo("wrote " + page + " and " + (first.size() - 1) + " pictures beside it");
        assertThat(first.get(page)).contains("Two processes, one partner, our engine");
        assertThat(first.keySet())
                .hasSizeGreaterThan(4)
                .allMatch(file -> file.equals(page) || file.toString().endsWith(".svg"));

        doc(QUICKSTART).execute();

        assertThat(contents(page.getParent())).isEqualTo(first);
    }

    @Test
    void shouldShowTheSeedThatIsAskedFor() throws Exception {
        DocMojo goal = doc(QUICKSTART);
        goal.seed = 4711L;

        goal.execute();

        assertThat(folder.resolve("out/quickstart/doc/index.html")).content().contains("4711");
    }

    @Test
    void shouldShowNothingThatIsWrong() throws Exception {
        Path wrong = Files.writeString(
                folder.resolve("wrong.testbed"), "testbed wrong\nhost here\nserver a : nothing on here\n");

        assertThatThrownBy(() -> doc(wrong).execute()).isInstanceOf(MojoFailureException.class);

        DocMojo profile = doc(QUICKSTART);
        profile.profile = "long";
        assertThatThrownBy(profile::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("the testbed has no profiles; leave -Dsoabench.profile out");
        assertThat(said).isEmpty();
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private static Map<Path, String> contents(Path folder) throws IOException {
        Map<Path, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                all.put(file, Files.readString(file));
            }
        }
        return all;
    }
}

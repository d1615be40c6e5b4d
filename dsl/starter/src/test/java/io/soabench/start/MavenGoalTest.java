package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenGoalTest {

    @TempDir
    private Path folder;

    @Test
    void shouldNameThePlugInInFullWhereNoProjectUsesIt() throws IOException {
        assertThat(MavenGoal.in(folder, "run")).matches("io\\.soabench:soabench-maven-plugin:[^:]+:run");

        Files.writeString(folder.resolve("pom.xml"), "<project><artifactId>other</artifactId></project>");
        assertThat(MavenGoal.in(folder, "run")).startsWith("io.soabench:");

        // Not UTF-8.
        Files.write(folder.resolve("pom.xml"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(MavenGoal.in(folder, "run")).startsWith("io.soabench:");
    }

    @Test
    void shouldNameTheVersionOfThisProject() throws IOException {
        String version = MavenGoal.PLUGIN.substring(MavenGoal.PLUGIN.lastIndexOf(':') + 1);

        assertThat(Files.readString(Path.of("pom.xml")))
                .containsSubsequence("<parent>", "<version>" + version + "</version>", "</parent>");
    }

    @Test
    void shouldUseTheShortNameWhereMavenKnowsIt() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "<plugin><artifactId>soabench-maven-plugin</artifactId></plugin>");

        assertThat(MavenGoal.in(folder, "validate")).isEqualTo("soabench:validate");
    }

    @Test
    void shouldQuoteArgumentsThatShellsWouldChange() {
        assertThat(MavenGoal.argument("-Dtestbed=made/Hotel_1.testbed", false))
                .isEqualTo("-Dtestbed=made/Hotel_1.testbed");
        assertThat(MavenGoal.argument("-Dtestbed=Grüße & Co (1)/it's.testbed", false))
                .isEqualTo("'-Dtestbed=Grüße & Co (1)/it'\\''s.testbed'");
        assertThat(MavenGoal.argument("-Dtestbed=made\\Hotel.testbed", true))
                .isEqualTo("-Dtestbed=made\\Hotel.testbed");
        assertThat(MavenGoal.argument("-Dtestbed=my files\\Hotel.testbed", true))
                .isEqualTo("\"-Dtestbed=my files\\Hotel.testbed\"");
    }
}

package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors, which Maven does not filter, run the plug-in of the release that they belong to. */
final class VersionsTest {

    private static final Path ROOT =
            Path.of(System.getProperty("soabench.root")).toAbsolutePath().normalize();
    private static final Pattern OF_PROJECT =
            Pattern.compile("<artifactId>soabench</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern RUN = Pattern.compile("io\\.soabench:soabench-maven-plugin:([^\":]+)");

    @Test
    void shouldRunThePlugInOfThisReleaseFromVsCode() throws IOException {
        assertThat(first(RUN, "plugins/vscode/src/maven.js")).isEqualTo(first(OF_PROJECT, "pom.xml"));
    }

    /** Checks that a release needs no change of a source file: the build writes the version into a resource. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dsl/starter/src/main/resources/io/soabench/start/version.properties",
                "plugins/eclipse/workbench/src/main/resources/io/soabench/eclipse/run/version.properties"
            })
    void shouldTakeTheVersionFromTheBuild(String file) {
        assertThat(ROOT.resolve(file)).hasContent("version=${project.version}");
    }

    private static String first(Pattern pattern, String file) throws IOException {
        Matcher found = pattern.matcher(Files.readString(ROOT.resolve(file)));
        assertThat(found.find()).as("a version in " + file).isTrue();
        return found.group(1);
    }
}

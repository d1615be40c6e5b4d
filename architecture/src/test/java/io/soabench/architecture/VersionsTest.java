package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors, which Maven does not filter, run the plug-in of the release that they belong to. */
final class VersionsTest {

    private static final Path ROOT =
            Path.of(System.getProperty("soabench.root")).toAbsolutePath().normalize();
    private static final Pattern OF_PROJECT =
            Pattern.compile("<artifactId>soabench</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern RUN = Pattern.compile("io\\.soabench:soabench-maven-plugin:([^\":]+)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dsl/starter/src/main/java/io/soabench/start/MavenGoal.java",
                "plugins/eclipse/workbench/src/main/java/io/soabench/eclipse/run/TestbedLaunch.java",
                "plugins/vscode/src/maven.js"
            })
    void shouldRunThePlugInOfThisRelease(String file) throws IOException {
        assertThat(first(RUN, file)).isEqualTo(first(OF_PROJECT, "pom.xml"));
    }

    private static String first(Pattern pattern, String file) throws IOException {
        Matcher found = pattern.matcher(Files.readString(ROOT.resolve(file)));
        assertThat(found.find()).as("a version in " + file).isTrue();
        return found.group(1);
    }
}

package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypeLibraryTest {

    private static final String MODEL = "host here\nserver engine : special on here { power 5 }\n";

    @TempDir
    private Path folder;

    @Test
    void shouldFindTypesWhenPluginIsJar() throws IOException {
        Path jar = jar("server type special { runs processes parameter power integer = 1 max 4 }");
        assertThat(issues(jar))
                .isEqualTo("a.testbed:2:41: [parameter-range] parameter \"power\" is 5, but must be at most 4");
    }

    @Test
    void shouldReportPluginWhenItsTypesAreBroken() throws IOException {
        assertThat(issues(jar("server type special {"))).contains("[library-broken]", "types.testbed:1:");
    }

    @Test
    void shouldKnowMetricsOfTheLanguageWhenThereAreNoPlugins() throws IOException {
        Path file = Files.writeString(folder.resolve("b.testbed"), "metric response-time of processes { max }\n");
        assertThat(new TestbedReader(ClassLoader.getPlatformClassLoader())
                        .read(file)
                        .issues())
                .isEmpty();
    }

    private Path jar(String types) throws IOException {
        Path jar = folder.resolve("plugin.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("META-INF/soabench/types.testbed"));
            zip.write(types.getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return jar;
    }

    private String issues(Path jar) throws IOException {
        Path file = Files.writeString(folder.resolve("a.testbed"), MODEL);
        URL[] urls = {jar.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            return new TestbedReader(loader)
                    .read(file).issues().stream()
                            .map(issue -> issue.text(folder))
                            .collect(Collectors.joining("\n"));
        }
    }
}

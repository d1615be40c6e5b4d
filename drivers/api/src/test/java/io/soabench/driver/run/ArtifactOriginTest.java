package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArtifactOriginTest {

    @TempDir
    Path folder;

    private Path jar(String name, String version, String... described) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!version.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        }
        Path file = folder.resolve(name);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String artifact : described) {
                jar.putNextEntry(new ZipEntry("META-INF/maven/org.example/" + artifact + "/pom.properties"));
                jar.write(("groupId=org.example\nartifactId=" + artifact + "\nversion=1.3.8\n")
                        .getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
        return file;
    }

    @Test
    void shouldReadTheCoordinatesThatMavenWroteIntoAJar() throws IOException {
        assertThat(ArtifactOrigin.of(jar("anything.jar", "9", "engine"))).isEqualTo("org.example:engine:1.3.8");
    }

    @Test
    void shouldNotTakeTheCoordinatesOfWhatWasPackedIntoAJar() throws IOException {
        assertThat(ArtifactOrigin.of(jar("engine-1.3.8.jar", "9", "aaa", "engine")))
                .isEqualTo("org.example:engine:1.3.8");
        assertThat(ArtifactOrigin.of(jar("other.jar", "9", "aaa", "engine"))).isEqualTo("other.jar (9)");
    }

    @Test
    void shouldSayWhatIsKnownOfAJarThatMavenDidNotMake() throws IOException {
        assertThat(ArtifactOrigin.of(jar("old.jar", "2.1"))).isEqualTo("old.jar (2.1)");
        assertThat(ArtifactOrigin.of(jar("older-1.0.jar", ""))).isEqualTo("older-1.0.jar");
        assertThat(ArtifactOrigin.of(folder)).isEqualTo(folder.toString());
    }

    @Test
    void shouldFindTheArtifactOfAPlugIn() {
        assertThat(ArtifactOrigin.of(Map.of("test", new Object())))
                .containsExactly(Map.entry("test", "the Java platform"));
        assertThat(ArtifactOrigin.of(Test.class)).matches("junit-jupiter-api-[0-9.]+jar.*|org.junit.jupiter:.*");
    }
}

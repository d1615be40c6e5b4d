package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnsignedJarsTest {

    @TempDir
    private Path folder;

    private Path cache;

    @BeforeEach
    void makeRoom() {
        cache = folder.resolve("cache");
    }

    /** A jar as signing leaves it: the digests of its files are wrong, so whoever checks them refuses it. */
    private Path signed(String name) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", "a.bundle");
        Attributes digest = new Attributes();
        digest.putValue("SHA-256-Digest", "AAAA");
        manifest.getEntries().put("plugin.xml", digest);
        return jar(
                name, manifest, "plugin.xml", "META-INF/ECLIPSE_.SF", "META-INF/ECLIPSE_.RSA", "META-INF/notice.txt");
    }

    private Path jar(String name, Manifest manifest, String... files) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out, manifest)) {
            for (String file : files) {
                zip.putNextEntry(new JarEntry(file));
                zip.write(file.getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    @Test
    void shouldTakeSignaturesFromJarsAndNothingElse() throws IOException {
        Path signed = signed("signed.jar");
        Path plain = jar("plain.jar", new Manifest(), "a.txt");
        byte[] before = Files.readAllBytes(signed);

        List<Path> classPath = UnsignedJars.of(List.of(signed, plain), cache);

        assertThat(classPath.get(0)).hasParent(cache);
        assertThat(classPath.get(0).getFileName().toString()).endsWith("-signed.jar");
        assertThat(classPath.get(1)).as("not signed: as it is").isEqualTo(plain);
        try (JarFile copy = new JarFile(classPath.get(0).toFile(), true)) {
            TreeMap<String, String> files = new TreeMap<>();
            for (JarEntry entry : copy.stream().filter(e -> !e.isDirectory()).toList()) {
                files.put(
                        entry.getName(), new String(copy.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
            assertThat(files.remove("META-INF/MANIFEST.MF")).contains("Bundle-SymbolicName: a.bundle");
            assertThat(files)
                    .containsOnly(
                            Map.entry("plugin.xml", "plugin.xml"),
                            Map.entry("META-INF/notice.txt", "META-INF/notice.txt"));
            assertThat(copy.getManifest().getEntries()).isEmpty();
        }
        assertThat(signed).hasBinaryContent(before);
    }

    @Test
    void shouldCopyAJarOnceAndAgainWhenItIsAnother() throws IOException {
        Path signed = signed("signed.jar");
        Path first = UnsignedJars.of(List.of(signed), cache).get(0);

        assertThat(UnsignedJars.of(List.of(signed), cache)).containsExactly(first);
        Files.delete(signed);
        signed("signed.jar");
        Files.setLastModifiedTime(signed, FileTime.fromMillis(4_000));
        assertThat(UnsignedJars.of(List.of(signed), cache)).doesNotContain(first);
    }

    @Test
    void shouldUseTheJarsAsTheyAreWhereNothingCanBeWritten() throws IOException {
        Path signed = signed("signed.jar");
        Path file = Files.writeString(folder.resolve("file"), "no folder");

        assertThat(UnsignedJars.of(List.of(signed), file.resolve("cache"))).containsExactly(signed);
    }
}

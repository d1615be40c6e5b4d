package io.soabench.maven.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles that are read again, whole and damaged. */
final class BundleContentTest {

    private static final String ROOT = "sample-20260101-000000/";

    @TempDir
    private Path folder;

    private Path bundle;
    private Path into;

    @BeforeEach
    void bundle() throws IOException {
        Path run = folder.resolve("20260101-000000");
        SampleRun.write(
                run,
                1,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(2).defects(false));
        Analyzer.analyze(run);
        Path models = Files.createDirectories(folder.resolve("models/own"));
        Path testbed = Files.writeString(models.resolve("it's +mine.testbed"), "testbed sample");
        bundle = folder.resolve("out/bundle.zip");
        new RunBundle(run, testbed, List.of(testbed, Files.writeString(models.resolve("a\\b.bpel"), "<process/>")))
                .write(bundle, LocalDate.of(2026, 3, 4), "Jane Doe", "");
        into = Files.createDirectory(folder.resolve("into"));
    }

    private Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(bundle), StandardCharsets.UTF_8)) {
            for (ZipEntry next = in.getNextEntry(); next != null; next = in.getNextEntry()) {
                files.put(next.getName(), in.readAllBytes());
            }
        }
        return files;
    }

    private void write(Map<String, byte[]> files) throws IOException {
        try (OutputStream out = Files.newOutputStream(bundle);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
    }

    private void refused(String message) {
        assertThatThrownBy(() -> BundleContent.unpack(bundle, into))
                .isInstanceOf(StoreRefused.class)
                .hasMessage(message);
    }

    @Test
    void shouldUnpackModelAndRun() throws IOException {
        BundleContent content = BundleContent.unpack(bundle, into);

        assertThat(content.testbed())
                .isEqualTo(into.resolve(ROOT + "model/it's +mine.testbed"))
                .hasContent("testbed sample");
        assertThat(content.run().resolve("run.json")).isRegularFile();
        assertThat(into.resolve(ROOT + "model/a\\b.bpel")).hasContent("<process/>");
    }

    @Test
    void shouldRefuseAChangedFile() throws IOException {
        Map<String, byte[]> files = files();
        files.put(ROOT + "run/plan.json", "{}".getBytes(StandardCharsets.UTF_8));
        write(files);

        refused("in " + bundle
                + " the file run/plan.json does not agree with SHA256SUMS; get the bundle once more from its source");
    }

    @Test
    void shouldRefuseAnAddedAndAMissingFile() throws IOException {
        Map<String, byte[]> files = files();
        files.put(ROOT + "model/z.bpel", new byte[0]);
        write(files);
        refused("in " + bundle
                + " the file model/z.bpel does not agree with SHA256SUMS; get the bundle once more from its source");

        into = folder.resolve("into-2");
        Files.createDirectory(into);
        files.remove(ROOT + "model/z.bpel");
        files.remove(ROOT + "run/environment.json");
        write(files);
        refused("in " + bundle + " the file run/environment.json does not agree with SHA256SUMS; get the bundle once"
                + " more from its source");
    }

    @Test
    void shouldRefuseAPathThatLeadsOut() throws IOException {
        Map<String, byte[]> files = files();
        files.put("../evil", new byte[0]);
        write(files);

        refused(bundle + " has the path \"../evil\", which leads out of its folder; it is no bundle of this tool");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void shouldRefuseWhatIsNoBundle() throws IOException {
        write(Map.of("a/b", new byte[0]));
        refused(bundle + " has no file SHA256SUMS in its folder; name a bundle of a run");

        Files.writeString(bundle, "no zip");
        assertThatThrownBy(() -> BundleContent.unpack(bundle, into))
                .isInstanceOf(StoreRefused.class)
                .hasMessageStartingWith(bundle + " is no zip file (")
                .hasMessageEndingWith("); name a bundle of a run");

        Files.delete(bundle);
        refused("there is no file " + bundle + "; -Dbundle names the zip file of a run");
    }
}

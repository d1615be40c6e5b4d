package io.soabench.maven.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run and its model in one file. */
final class RunBundleTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 3, 4);
    private static final String ROOT = "sample-20260101-000000/";

    @TempDir
    private Path folder;

    private Path run;
    private Path testbed;
    private List<Path> sources;

    @BeforeEach
    void writeRun() throws IOException {
        run = folder.resolve("20260101-000000");
        SampleRun.write(
                run,
                1,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(2).defects(false));
        Analyzer.analyze(run);
        testbed = write("models/own/it's mine.testbed", "testbed sample");
        sources = List.of(testbed, write("models/own/a.bpel", "<process/>"), write("models/shared/b.wsdl", "<wsdl/>"));
    }

    private Path write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Map<String, String> bundled(String author, String license) throws IOException {
        Path zip = folder.resolve("out/bundle.zip");
        new RunBundle(run, testbed, sources).write(zip, TODAY, author, license);
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip), StandardCharsets.UTF_8)) {
            for (ZipEntry next = in.getNextEntry(); next != null; next = in.getNextEntry()) {
                assertThat(next.getName()).startsWith(ROOT);
                files.put(
                        next.getName().substring(ROOT.length()),
                        new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    @Test
    void shouldHaveModelRunAndChecksums() throws IOException {
        Map<String, String> files = bundled("Jane Doe", "");

        Set<String> expected = new TreeSet<>(Set.of(
                "README.md",
                "CITATION.cff",
                "ro-crate-metadata.json",
                "SHA256SUMS",
                "model/own/it's mine.testbed",
                "model/own/a.bpel",
                "model/shared/b.wsdl",
                "run/published.json"));
        try (Stream<Path> all = Files.walk(run)) {
            all.filter(Files::isRegularFile).forEach(file -> expected.add("run/" + run.relativize(file)));
        }
        assertThat(files.keySet()).isEqualTo(expected);
        assertThat(files).containsEntry("model/shared/b.wsdl", "<wsdl/>");
        assertThat(files.get("run/plan.json")).isEqualTo(Files.readString(run.resolve("plan.json")));
        Path unpacked = folder.resolve("unpacked");
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path to = unpacked.resolve(file.getKey());
            Files.createDirectories(to.getParent());
            Files.write(to, file.getValue().getBytes(StandardCharsets.ISO_8859_1));
        }
        assertThat(files.get("SHA256SUMS"))
                .isEqualTo(FileSums.of(unpacked, Set.of("SHA256SUMS")).text());
        try (Stream<Path> left = Files.list(folder.resolve("out"))) {
            assertThat(left).containsExactly(folder.resolve("out/bundle.zip"));
        }
    }

    @Test
    void shouldSayHowToRunItAgain() throws IOException {
        assertThat(bundled("Jane Doe", "").get("README.md"))
                .startsWith("# SOABench run 20260101-000000 of the testbed sample\n")
                .contains(
                        ":run -Dtestbed='model/own/it'\\''s mine.testbed' -Dsoabench.seed=1 -Dsoabench.profile=short\n")
                .contains(":reproduce -Dbundle=FILE.zip\n")
                .contains(":compare -Druns=run,latest ");
    }

    @Test
    void shouldSayHowToCiteIt() throws IOException {
        assertThat(bundled("Jane \"J\" Doe", "CC-BY-4.0").get("CITATION.cff"))
                .isEqualTo(
                        """
                        cff-version: 1.2.0
                        message: "Cite this data set as below."
                        type: dataset
                        title: "SOABench run 20260101-000000 of the testbed sample"
                        authors:
                          - name: "Jane \\"J\\" Doe"
                        date-released: "2026-03-04"
                        license: "CC-BY-4.0"
                        """);
    }

    @Test
    void shouldDescribeItselfAsAResearchObjectCrate() throws IOException {
        Map<String, String> files = bundled("Jane Doe", "CC-BY-4.0");
        JsonNode crate = Json.parse(files.get("ro-crate-metadata.json"), JsonNode.class);

        assertThat(crate.get("@context").asText()).isEqualTo("https://w3id.org/ro/crate/1.1/context");
        Map<String, JsonNode> entities = new TreeMap<>();
        crate.get("@graph")
                .forEach(entity -> assertThat(entities.put(entity.get("@id").asText(), entity))
                        .isNull());
        assertThat(entities.get("ro-crate-metadata.json")
                        .get("about")
                        .get("@id")
                        .asText())
                .isEqualTo("./");
        assertThat(entities.get("ro-crate-metadata.json")
                        .get("conformsTo")
                        .get("@id")
                        .asText())
                .isEqualTo("https://w3id.org/ro/crate/1.1");
        JsonNode root = entities.get("./");
        assertThat(root.get("@type").asText()).isEqualTo("Dataset");
        assertThat(root.get("datePublished").asText()).isEqualTo("2026-03-04");
        assertThat(root.get("license").get("@id").asText()).isEqualTo("https://spdx.org/licenses/CC-BY-4.0");
        List<String> parts = root.get("hasPart").findValuesAsText("@id");
        assertThat(parts)
                .contains(
                        "model/",
                        "run/",
                        "model/own/it%27s%20mine.testbed",
                        "run/plan.json",
                        "run/environment.json",
                        "run/results.mv.db",
                        "run/report/summary.md");
        // Each identifier is that of an entity, and each part is a file of the bundle.
        assertThat(entities.keySet()).containsAll(parts);
        JsonNode action = entities.get("#run");
        assertThat(action.get("object").get("@id").asText()).isEqualTo("model/own/it%27s%20mine.testbed");
        assertThat(entities.keySet()).containsAll(action.get("instrument").findValuesAsText("@id"));
        assertThat(action.get("instrument").findValuesAsText("@id")).containsExactly("#soabench", "#engine-reference");
        for (String part : parts) {
            String path = part.replace("%27", "'").replace("%20", " ");
            assertThat(files.keySet()).anyMatch(file -> path.endsWith("/") ? file.startsWith(path) : file.equals(path));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a.bpmn, application/xml",
        "a.BPEL, application/xml",
        "a.yaml, application/yaml",
        "a.yml, application/yaml",
        "a.csv, text/csv",
        "a.odd,"
    })
    void shouldSayTheFormatOfEachFile(String name, String format) throws IOException {
        sources = List.of(testbed, write("models/own/" + name, "content"), write("models/shared/b.wsdl", "<wsdl/>"));

        JsonNode crate = Json.parse(bundled("Jane Doe", "").get("ro-crate-metadata.json"), JsonNode.class);

        String expected = format == null ? "" : format;
        assertThat(crate.get("@graph"))
                .filteredOn(each -> each.get("@id").asText().equals("model/own/" + name))
                .singleElement()
                .satisfies(
                        each -> assertThat(each.path("encodingFormat").asText()).isEqualTo(expected));
    }

    /** The specification requires a licence, which may be a text. */
    @Test
    void shouldSayThatNoLicenceIsStated() throws IOException {
        JsonNode crate = Json.parse(bundled("Jane Doe", "").get("ro-crate-metadata.json"), JsonNode.class);

        assertThat(crate.get("@graph").findValuesAsText("license"))
                .containsExactly("No licence is stated; ask the authors before you use the data.");
    }

    @Test
    void shouldReplaceNoFile() throws IOException {
        Path zip = write("out/bundle.zip", "precious");

        assertThatThrownBy(() -> new RunBundle(run, testbed, sources).write(zip, TODAY, "Jane Doe", ""))
                .isInstanceOf(StoreRefused.class)
                .hasMessageEndingWith(
                        "is there, and a bundle replaces no file; move it away, or name another with" + " -Dbundle");
        assertThat(zip).hasContent("precious");
    }

    @Test
    void shouldLeaveNothingWhenAFileCannotBeRead() throws IOException {
        Files.delete(folder.resolve("models/shared/b.wsdl"));

        assertThatThrownBy(() -> bundled("Jane Doe", "")).isInstanceOf(IOException.class);
        try (Stream<Path> left = Files.list(folder.resolve("out"))) {
            assertThat(left).isEmpty();
        }
    }
}

package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.analyzer.compare.Reproduction;
import io.soabench.analyzer.compare.Reproduction.Agreement;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/how-to/reproduce.md promises: the bundle of a run is enough to run it again elsewhere. What archives read of a bundle is read by
 * validators of others, in the folder that {@code SOABENCH_VALIDATORS} names; without it these tests are skipped.
 */
@Order(4)
@Timeout(600)
final class ReproduceIT {

    private static final String VALIDATORS = System.getenv("SOABENCH_VALIDATORS");

    /** What a bundle with all that an author may say has. */
    private static final String STATED = "stated.zip";

    /** What a bundle without author and licence has. */
    private static final String PLAIN = "plain.zip";

    private static final long VALIDATOR_S = 120;

    /** Where the first run is measured. */
    @TempDir
    private static Path first;

    /** An empty folder, as somebody else has. */
    @TempDir
    private Path elsewhere;

    @BeforeAll
    static void runAndBundle() throws Exception {
        Examples.copy("quickstart", first.resolve("example"));
        Files.writeString(
                first.resolve("example/small.testbed"),
                SmallTestbed.SMALL
                        .replace("REPEAT", "2")
                        .replace("MEASURE", "3 s")
                        .replace("LIMIT", "2 s"));
        Measuring.ran(() -> MavenCommand.outcome(
                first, "run", "-Dtestbed=example/small.testbed", "-Dsoabench.output=out", Measuring.ONCE));
        bundle(PLAIN);
        bundle(STATED, "-Dsoabench.author=Jane Doe", "-Dsoabench.license=CC-BY-4.0");
        // The bundle alone is taken along.
        Files.move(first.resolve("example"), first.resolve("moved"));
        Files.move(first.resolve("out"), first.resolve("moved-out"));
    }

    private static void bundle(String file, String... options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(
                List.of("-Dtestbed=example/small.testbed", "-Dsoabench.output=out", "-Dbundle=" + file));
        all.addAll(List.of(options));
        Measuring.Outcome outcome = MavenCommand.outcome(first, "bundle", all.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.output()).isZero();
    }

    @AfterAll
    static void shouldLeaveNoProcess() {
        assertThat(SmallTestbed.processesOf(first)).isEmpty();
    }

    @Test
    void shouldRunABundleAgainInAnEmptyFolderAndGiveAVerdictOfItsCase() throws Exception {
        Files.copy(first.resolve(PLAIN), elsewhere.resolve(PLAIN));

        Measuring.Outcome outcome = MavenCommand.outcome(elsewhere, "reproduce", "-Dbundle=" + PLAIN, Measuring.ONCE);

        Path folder = onlyFolder(elsewhere.resolve("target/soabench/reproduce"));
        Path again = folder.resolve("small/runs/latest");
        Path bundled = onlyFolder(folder.resolve("bundle")).resolve("run");
        RunRecord record = Json.read(again.resolve("run.json"), RunRecord.class);
        assertThat(record.state()).as(outcome.output()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(record.origin())
                .isEqualTo(
                        Json.read(bundled.resolve("run.json"), RunRecord.class).origin());
        String caseId = onlyFolder(again.resolve("cases")).getFileName().toString();
        String load = "cases/" + caseId + "/1/load-here.json";
        assertThat(Json.read(again.resolve(load), LoadRecord.class).times())
                .as("measured again")
                .isNotEqualTo(Json.read(bundled.resolve(load), LoadRecord.class).times());
        assertThat(elsewhere.resolve("target/soabench/small")).doesNotExist();

        Reproduction found = Json.read(folder.resolve("reproduction.json"), Reproduction.class);
        assertThat(found.original()).isEqualTo(bundledName());
        assertThat(found.again()).isEqualTo(again.toRealPath().getFileName().toString());
        assertThat(found.cases()).singleElement().satisfies(its -> {
            assertThat(its.caseId()).isEqualTo(caseId);
            // Two repetitions show no equivalence, and a busy machine may be slower now or disturb both.
            assertThat(its.agreement()).isIn(Agreement.UNDECIDED, Agreement.DIFFERS, Agreement.MISSING);
            assertThat(outcome.output()).contains(its.agreement().word() + ": " + its.sentence());
            boolean fails = its.agreement() != Agreement.UNDECIDED;
            assertThat(outcome.status() != 0).as(outcome.output()).isEqualTo(fails);
            assertThat(outcome.output().contains("run " + found.original() + " is not reproduced: of 1 case, "))
                    .isEqualTo(fails);
        });
    }

    /** Returns the name of the run that was bundled. */
    private static String bundledName() throws IOException {
        return first.resolve("moved-out/small/runs/latest")
                .toRealPath()
                .getFileName()
                .toString();
    }

    private static Path onlyFolder(Path parent) throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            List<Path> folders = entries.filter(Files::isDirectory).toList();
            assertThat(folders).as("folders in %s", parent).hasSize(1);
            return folders.get(0);
        }
    }

    @Test
    void shouldRefuseADamagedBundleAndRunNothing() throws Exception {
        Path damaged = Files.copy(first.resolve(PLAIN), elsewhere.resolve("damaged.zip"));
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + damaged.toUri()), Map.of())) {
            Path samples;
            try (Stream<Path> files = Files.walk(zip.getPath("/"))) {
                samples = files.filter(file -> file.endsWith("1/samples-here.csv"))
                        .findFirst()
                        .orElseThrow();
            }
            byte[] bytes = Files.readAllBytes(samples);
            bytes[bytes.length / 2] ^= 1;
            Files.write(samples, bytes);
        }

        Measuring.Outcome outcome = MavenCommand.outcome(elsewhere, "reproduce", "-Dbundle=damaged.zip");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.output())
                .containsPattern("in \\S*damaged\\.zip the file run/cases/\\S+/1/samples-here\\.csv does not agree with"
                        + " SHA256SUMS; get the bundle once more from its source")
                .doesNotContain("\tat ", "[1/");
        assertNothingRan();
    }

    @Test
    void shouldRefuseABundleThatWasNotCopiedToItsEnd() throws Exception {
        byte[] bytes = Files.readAllBytes(first.resolve(PLAIN));
        Files.write(elsewhere.resolve("cut.zip"), Arrays.copyOf(bytes, bytes.length - 1_000));

        Measuring.Outcome outcome = MavenCommand.outcome(elsewhere, "reproduce", "-Dbundle=cut.zip");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.output()).contains("cut.zip is no zip file (").doesNotContain("\tat ", "[1/");
        assertNothingRan();
    }

    private void assertNothingRan() throws IOException {
        try (Stream<Path> made = Files.list(onlyFolder(elsewhere.resolve("target/soabench/reproduce")))) {
            assertThat(made).extracting(file -> file.getFileName().toString()).containsExactly("bundle");
        }
    }

    @Test
    void shouldBeACrateOfResearchObjectsForAnIndependentValidator() throws Exception {
        Path cache = elsewhere.resolve("cache");
        Path script = Path.of(System.getProperty("soabench.root"), ".ci/crate-context.py");
        assertThat(validator("python", script.toString(), cache.toString()).status())
                .isZero();

        for (String bundle : List.of(PLAIN, STATED)) {
            Path crate = unpacked(bundle);

            Measuring.Outcome outcome = crateValidator(crate, cache);

            assertThat(outcome.status()).as("%s: %s", bundle, outcome.output()).isZero();
            Files.delete(crate.resolve("README.md"));
            assertThat(crateValidator(crate, cache).status())
                    .as("without a file that is described")
                    .isNotZero();
        }
    }

    private Measuring.Outcome crateValidator(Path crate, Path cache) throws Exception {
        return validator(
                "rocrate-validator",
                "--no-interactive",
                "--disable-color",
                "validate",
                "--verbose",
                "--no-paging",
                "--offline",
                "--cache-path",
                cache.toString(),
                "--profile-identifier",
                "ro-crate-1.1",
                "--requirement-severity",
                "required",
                crate.toString());
    }

    @Test
    void shouldHaveACitationForAnIndependentValidator() throws Exception {
        for (String bundle : List.of(PLAIN, STATED)) {
            String citation = unpacked(bundle).resolve("CITATION.cff").toString();

            assertThat(validator("cffconvert", "--validate", "--infile", citation)
                            .output())
                    .contains("Citation metadata are valid");
            assertThat(validator("cffconvert", "--format", "bibtex", "--infile", citation)
                            .output())
                    .contains("title = {SOABench run " + bundledName() + " of the testbed small}");
        }
    }

    /** Unpacks a bundle as anybody does, and returns its only folder. */
    private Path unpacked(String bundle) throws IOException {
        Path into = Files.createDirectory(elsewhere.resolve("of-" + bundle));
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(first.resolve(bundle)))) {
            for (ZipEntry next = zip.getNextEntry(); next != null; next = zip.getNextEntry()) {
                Path file = into.resolve(next.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
        return onlyFolder(into);
    }

    /** Runs a program of the validators' folder to its end. */
    private Measuring.Outcome validator(String program, String... arguments) throws Exception {
        assumeTrue(
                VALIDATORS != null,
                "name validators: SOABENCH_VALIDATORS=<folder with rocrate-validator and cffconvert>, as .ci/run does");
        List<String> command =
                new ArrayList<>(List.of(Path.of(VALIDATORS, program).toString()));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile(elsewhere, program, ".log");
        Process process = new ProcessBuilder(command)
                .directory(elsewhere.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(VALIDATOR_S, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
            return new Measuring.Outcome(process.exitValue(), Files.readString(log));
        } finally {
            process.destroyForcibly();
        }
    }
}

package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is mistyped in a model, {@code validate} lists issues with a place and does not fail itself. The mistakes are drawn: words are
 * left out, doubled, exchanged, replaced by other words of the same model, and files end early. {@code -Dsoabench.broken=N} draws N for
 * each example in place of a few.
 */
final class BrokenModelsTest {

    private static final int MISTAKES = Integer.getInteger("soabench.broken", 25);
    private static final Path EXAMPLES =
            Path.of("../../examples").toAbsolutePath().normalize();
    private static final Pattern WORD = Pattern.compile("//[^\n]*\n|\"[^\"]*\"|[\\w.%-]+|\\S");

    /** One for all models: it reads the declarations of the plug-ins' types once. */
    private static final TestbedReader READER = new TestbedReader();

    private final Map<String, ServerType> types = new TreeMap<>(TestbedMojo.serverTypes());

    @TempDir
    Path folder;

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".testbed"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(BrokenModelsTest::isTestbed)
                    .sorted()
                    .toList();
        }
    }

    /** Returns whether a file is a testbed and no library for others. */
    private static boolean isTestbed(Path file) {
        try {
            return Files.readString(file).lines().anyMatch(line -> line.startsWith("testbed "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path copy(Path model) throws IOException {
        Path example = model.getParent();
        try (Stream<Path> files = Files.walk(example)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !example.relativize(file).startsWith("target"))
                    .toList()) {
                Path target = folder.resolve(example.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return folder.resolve(model.getFileName().toString());
    }

    /** The text with one mistake. */
    private static String mistyped(String text, Random random) {
        List<MatchResult> words = WORD.matcher(text)
                .results()
                .filter(word -> !word.group().startsWith("//"))
                .toList();
        MatchResult word = words.get(random.nextInt(words.size()));
        MatchResult other = words.get(random.nextInt(words.size()));
        String before = text.substring(0, word.start());
        String after = text.substring(word.end());
        return switch (random.nextInt(5)) {
            case 0 -> before + after;
            case 1 -> before + word.group() + " " + word.group() + after;
            case 2 -> before + other.group() + after;
            case 3 -> before + word.group() + " " + other.group() + after;
            default -> before;
        };
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldListIssuesWhateverIsMistyped(Path model) throws IOException {
        Path copy = copy(model);
        String text = Files.readString(copy);
        Random random = new Random(42);
        List<String> bad = new ArrayList<>();
        int refused = 0;
        for (int n = 0; n < MISTAKES; n++) {
            Files.writeString(copy, mistyped(text, random));
            try {
                CheckedTestbed checked = CheckedTestbed.of(
                        READER.read(copy), types, OptionalLong.empty(), Optional.empty(), Long.MAX_VALUE);
                refused += checked.errors() > 0 ? 1 : 0;
                assertThat(checked.issues()).allSatisfy(BrokenModelsTest::requirePlace);
            } catch (RuntimeException e) {
                bad.add(e + " at " + e.getStackTrace()[0] + " for the model\n" + Files.readString(copy));
            }
        }

        assertThat(bad).isEmpty();
        assertThat(refused).as("mistakes that were found").isGreaterThan(MISTAKES / 3);
    }

    /** What is typed halfway has neither type nor name. */
    @ParameterizedTest
    @ValueSource(strings = {"server mocks", "suite"})
    void shouldListIssuesOfWhatHasNoTypeOrName(String begun) throws IOException {
        Path copy = copy(EXAMPLES.resolve("quickstart/quickstart.testbed"));
        String text = Files.readString(copy);
        Matcher line = Pattern.compile("(?m)^" + begun + ".*$").matcher(text);
        assertThat(line.find()).isTrue();
        String cases = text.substring(text.indexOf("suite "), text.indexOf("\n}", text.indexOf("suite ")) + 2);
        Files.writeString(
                copy,
                text.substring(0, line.start()) + begun + " { }\n" + text.substring(line.end()) + "\n"
                        + cases.replaceFirst("suite \\w+", "suite"));

        CheckedTestbed checked =
                CheckedTestbed.of(READER.read(copy), types, OptionalLong.empty(), Optional.empty(), Long.MAX_VALUE);

        assertThat(checked.issues())
                .anySatisfy(issue -> assertThat(issue.code()).isEqualTo(IssueCode.SYNTAX))
                .allSatisfy(BrokenModelsTest::requirePlace);
    }

    private List<String> errors(byte[] model) throws IOException {
        Path copy = copy(EXAMPLES.resolve("quickstart/quickstart.testbed"));
        Files.write(copy, model);
        return CheckedTestbed.of(READER.read(copy), types, OptionalLong.empty(), Optional.empty(), Long.MAX_VALUE)
                .issues()
                .stream()
                .map(issue -> issue.text(folder))
                .toList();
    }

    private List<String> errors(String before, String after) throws IOException {
        String text = Files.readString(EXAMPLES.resolve("quickstart/quickstart.testbed"));
        assertThat(text).contains(before);
        return errors(text.replace(before, after).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldListAnIssueOfAModelThatIsNoText() throws IOException {
        assertThat(errors("testbed quick".getBytes(StandardCharsets.UTF_16)))
                .anyMatch(line -> line.startsWith("quickstart.testbed:1:1: [not-utf-8] "));
    }

    /** A lognormal distribution has a mean at any sigma, but from some on no number of Java does. */
    @Test
    void shouldWarnOfAPartnerThatNeverAnswersOnAverage() throws IOException {
        assertThat(errors("sigma 0.5", "sigma 50"))
                .anyMatch(line ->
                        line.contains("[partner-too-slow] service \"quotes\" answers in an infinite time on average"));
    }

    @Test
    void shouldRefuseSizesBeyondAnyMeaning() throws IOException {
        assertThat(errors("heap 256 MiB", "heap 999999999999 GiB"))
                .containsExactly(
                        "quickstart.testbed:28:42: [too-much] parameter \"heap\" is 999999999999 GiB, which is above the limit; write at most 1048576 GiB");
    }

    @Test
    void shouldRefuseAFileNameOfAnyLengthInASentence() throws IOException {
        assertThat(errors("bpel/sequential.bpel", "a".repeat(20_000)))
                .anyMatch(line -> line.contains("[file-missing] file \"aaa"));
    }

    @Test
    void shouldRefuseNamesThatNoFileCanHave() throws IOException {
        assertThat(errors("office", "o".repeat(101)))
                .contains(
                        "quickstart.testbed:31:10: [too-much] workload \"oooooooooooooooooooo…\" has a name of 101 characters, which is above the limit; write at most 100");
    }

    @Test
    void shouldReportAPublishedTableThatIsWrongOnce() throws IOException {
        Files.writeString(folder.resolve("p.csv"), "process,workload,max_s\nSequential,web,fast\n");

        assertThat(errors("report html", "published \"x\" in \"y\" from \"p.csv\"\nreport html"))
                .filteredOn(line -> line.contains("\"fast\" is no number"))
                .hasSize(1);
    }

    private static void requirePlace(Issue issue) {
        assertThat(issue.text(Path.of("/"))).matches("(?s).+:\\d+:\\d+: \\[[a-z-]+] .+");
    }
}

package io.soabench.ide.feature;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.ide.model.CompilerCheck;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.OpenDocuments;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every code of the language has a quick fix that takes its issue away, or a reason in {@code cures.txt} why it has none. */
class EveryCureTest {

    private static final Path EXAMPLES =
            Path.of("../../examples").toAbsolutePath().normalize();

    private static final String MODEL =
            """
            testbed sample
            seed 42
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote { uiid from "q:request/q:id" }
            process Sequential {
                bpel "bpel/sequential.bpel"
                partner quote -> quotes
                uiid to "p:order/p:id"
            }
            host here
            server engine : reference on here { heap 256 MiB }
            server mocks : axis2 on here { serves quotes }
            workload office closed { clients 2 }
            suite Quick {
                repeat 1 warm up 0 s measure 1 s
                case on engine for process in (Sequential), workload in (office)
            }
            """;

    private static final OpenDocuments DOCUMENTS = new OpenDocuments();
    private static final Models MODELS = new Models(DOCUMENTS);
    private static final CompilerCheck COMPILER = new CompilerCheck();
    private static final QuickFixes FIXES = new QuickFixes(DOCUMENTS, MODELS, COMPILER);

    @TempDir
    private static Path common;

    @TempDir
    private Path own;

    /** What is written for a code. */
    private record Entry(String code, List<String> lines) {

        List<String> of(char kind) {
            return lines.stream()
                    .filter(line -> line.charAt(0) == kind)
                    .map(line -> line.substring(1).strip().replace("\\n", "\n"))
                    .toList();
        }

        boolean cured() {
            return !of('>').isEmpty();
        }

        @Override
        public String toString() {
            return code;
        }
    }

    private static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(Path.of("src/test/resources/cures.txt"))) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (line.startsWith(" ")) {
                    entries.get(entries.size() - 1).lines().add(line.strip());
                } else {
                    entries.add(new Entry(line, new ArrayList<>()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    private static Stream<Entry> cured() {
        return entries().stream().filter(Entry::cured);
    }

    @Test
    void shouldSayOfEachCodeHowItIsCuredOrWhyNot() {
        assertThat(entries().stream().map(Entry::code))
                .containsExactlyElementsOf(
                        Arrays.stream(IssueCode.values()).map(IssueCode::id).toList());
        assertThat(entries()).allSatisfy(entry -> {
            assertThat(entry.of('>').size() + entry.of('-').size()).isEqualTo(1);
            assertThat(entry.of('-')).allMatch(reason -> reason.length() > 15);
        });
    }

    @ParameterizedTest
    @MethodSource("cured")
    void shouldTakeTheIssueAway(Entry entry) throws IOException {
        Path base = EXAMPLES.resolve(
                entry.of('@').isEmpty()
                        ? "quickstart/none.testbed"
                        : entry.of('@').get(0));
        String text = text(entry, base);
        // Without files of its own it stands beside those of the others, which are then read once for all.
        Path place = entry.of(':').isEmpty() ? shared(base.getParent()) : copy(base.getParent(), own);
        for (String written : entry.of(':')) {
            String[] parts = written.split(" => ", 2);
            Files.createDirectories(place.resolve(parts[0]).getParent());
            Files.writeString(place.resolve(parts[0]), parts[1] + "\n");
        }
        Path model = Files.writeString(place.resolve(entry.code() + ".testbed"), text);
        IssueCode code = IssueCode.of(entry.code()).orElseThrow();
        Snapshot before = MODELS.read(model, Map.of(model, text)).orElseThrow();
        List<Issue> wrong = issues(before);
        List<QuickFix> offered = wrong.stream()
                .filter(issue -> issue.code() == code)
                .flatMap(issue -> FIXES.of(before, issue).stream())
                .toList();

        assertThat(offered)
                .as(() -> "offered for " + shown(wrong) + "\nin\n"
                        + before.lines().text())
                .extracting(QuickFix::title)
                .contains(entry.of('>').get(0));
        QuickFix fix = offered.stream()
                .filter(each -> each.title().equals(entry.of('>').get(0)))
                .findFirst()
                .orElseThrow();
        String mended = Edit.apply(before.lines().text(), fix.edits());
        List<Issue> left = issues(MODELS.read(model, Map.of(model, mended)).orElseThrow());
        assertThat(left).as(() -> shown(left) + "\nin\n" + mended).noneMatch(issue -> issue.code() == code);
        assertThat(errors(left)).as(() -> shown(left) + "\nin\n" + mended).isLessThanOrEqualTo(errors(wrong));
    }

    /** The documents of an example without its models, copied once. */
    private static Path shared(Path example) throws IOException {
        Path place = common.resolve(example.getFileName());
        return Files.exists(place) ? place : copy(example, place);
    }

    private static Path copy(Path example, Path place) throws IOException {
        try (Stream<Path> files = Files.walk(example)) {
            for (Path file : files.filter(each ->
                            Files.isRegularFile(each) && !each.toString().contains("target"))
                    .toList()) {
                Path copy = place.resolve(example.relativize(file).toString());
                if (!copy.toString().endsWith(".testbed")) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
        return place;
    }

    private static String text(Entry entry, Path base) throws IOException {
        String text = entry.of('@').isEmpty() ? MODEL : Files.readString(base);
        for (String change : entry.of('~')) {
            String[] parts = change.split(" =>", 2);
            assertThat(text).contains(parts[0]);
            text = text.replace(parts[0], parts[1].startsWith(" ") ? parts[1].substring(1) : parts[1]);
        }
        return text + String.join("\n", entry.of('+')) + "\n";
    }

    private static List<Issue> issues(Snapshot snapshot) {
        TreeSet<Issue> issues = new TreeSet<>(snapshot.issues());
        issues.addAll(COMPILER.check(snapshot).issues());
        return List.copyOf(issues);
    }

    private static long errors(List<Issue> issues) {
        return issues.stream()
                .filter(issue -> issue.severity() == Issue.Severity.ERROR)
                .count();
    }

    private static String shown(List<Issue> issues) {
        return issues.stream().map(Issue::toString).collect(Collectors.joining("\n"));
    }
}

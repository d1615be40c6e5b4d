package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.Range;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a model is shown while it is written. */
class DiagnosticsTest {

    private static final Path FILE = ServerFixture.QUICKSTART;

    private final ServerFixture editor = new ServerFixture();

    @AfterEach
    void end() {
        editor.close();
    }

    @Test
    void shouldShowWhatTheRulesOfTheLanguageSay() {
        editor.open(FILE, ServerFixture.quickstart("partner quote -> quotes\n    uiid to", "uiid to"));

        assertThat(editor.diagnosticsWith(FILE, "partner-unbound"))
                .contains("13:9: [partner-unbound] process \"Sequential\" has a partner link \"quote\"");
    }

    @Test
    void shouldShowWhatTheCompilerSays() {
        editor.open(FILE, ServerFixture.quickstart("{ serves quotes }   // Apache", "{ }   // Apache"));

        assertThat(editor.diagnosticsWith(FILE, "[service-not-served]")).contains("quotes");
    }

    @Test
    void shouldMarkTheWordInQuestion() {
        editor.open(FILE, ServerFixture.quickstart("serves quotes", "serves qoutes"));
        editor.diagnosticsWith(FILE, "service-unknown");

        Diagnostic unknown = editor
                .client()
                .await(ServerFixture.uri(FILE), all -> ServerFixture.lines(all).contains("service-unknown"))
                .stream()
                .filter(each -> each.getCode().getLeft().equals("service-unknown"))
                .findFirst()
                .orElseThrow();

        String text = ServerFixture.quickstart("serves quotes", "serves qoutes");
        int offset = text.indexOf("qoutes");
        assertThat(unknown.getRange())
                .isEqualTo(new Range(
                        ServerFixture.position(text, offset),
                        ServerFixture.position(text, offset + "qoutes".length())));
        assertThat(unknown.getSeverity()).isEqualTo(DiagnosticSeverity.Error);
        assertThat(unknown.getSource()).isEqualTo("soabench");
    }

    @Test
    void shouldTakeBackWhatIsRepaired() {
        editor.open(FILE, ServerFixture.quickstart("on engine for", "on motor for"));
        editor.diagnosticsWith(FILE, "server-unknown");

        editor.change(FILE, ServerFixture.text(FILE));

        editor.client().await(ServerFixture.uri(FILE), List::isEmpty);
    }

    @Test
    void shouldShowNothingOfAFileThatWasClosed() {
        editor.open(FILE, ServerFixture.quickstart("on engine for", "on motor for"));
        editor.diagnosticsWith(FILE, "server-unknown");

        editor.texts().didClose(new DidCloseTextDocumentParams(ServerFixture.id(FILE)));

        editor.client().await(ServerFixture.uri(FILE), List::isEmpty);
    }

    /** One syntax error hides neither what is wrong in other elements, nor what is wrong beside it. */
    @Test
    void shouldShowOtherIssuesInSpiteOfASyntaxError() {
        String text = ServerFixture.quickstart("host here\n", "host here {\n")
                .replace("serves quotes", "serves qoutes")
                .replace("repeat 2 ", "repeat 0 mesure 5 s ")
                .replace("on engine for", "on motor for")
                .replace("think time normal(200 ms, sd 50 ms)", "think time normal(200 ms, sd -50 ms)");
        editor.open(FILE, text);

        String shown = editor.diagnosticsWith(FILE, "distribution-impossible");

        assertThat(shown)
                .contains("[syntax]")
                .contains("[service-unknown] there is no service \"qoutes\"")
                .contains("[server-unknown] there is no server \"motor\"")
                .contains("[not-positive]")
                .doesNotContain("host-unknown")
                .doesNotContain("[unused]");
        assertThat(shown.lines().filter(line -> line.contains("[syntax]")).count())
                .isBetween(2L, 4L);
    }

    @Test
    void shouldShowIssuesOfDocumentsWhereTheyAre(@TempDir Path folder) throws IOException {
        Path bpel = Files.writeString(folder.resolve("a.bpel"), "<process/>");
        Path model = folder.resolve("a.testbed");
        editor.open(model, "testbed a\nprocess A { bpel \"a.bpel\" }\n");

        assertThat(editor.diagnosticsWith(bpel, "bpel-invalid")).isNotEmpty();
    }

    @Test
    void shouldFindNothingWrongWithTheExamples() throws IOException {
        try (Stream<Path> files = Files.walk(ServerFixture.EXAMPLES)) {
            List<Path> models = files.filter(file -> file.toString().endsWith(".testbed"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
            assertThat(models).hasSizeGreaterThan(10);
            for (Path model : models) {
                editor.open(model, ServerFixture.text(model));
                List<Diagnostic> shown = editor.client().await(ServerFixture.uri(model), all -> true);
                assertThat(shown).as("%s", model).noneMatch(each -> each.getSeverity() == DiagnosticSeverity.Error);
                editor.texts().didClose(new DidCloseTextDocumentParams(ServerFixture.id(model)));
            }
        }
    }
}

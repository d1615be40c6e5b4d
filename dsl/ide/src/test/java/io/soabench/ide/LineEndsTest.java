package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.FormattingOptions;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lines that end as on Windows stay so. */
class LineEndsTest {

    private static final Path FILE = ServerFixture.QUICKSTART;

    private final ServerFixture editor = new ServerFixture();

    @AfterEach
    void end() {
        editor.close();
    }

    private static String windows(String text) {
        return text.replace("\n", "\r\n");
    }

    private List<? extends TextEdit> formatted(String text) {
        editor.open(FILE, text);
        return ServerFixture.get(editor.texts()
                .formatting(new DocumentFormattingParams(ServerFixture.id(FILE), new FormattingOptions(4, true))));
    }

    @Test
    void shouldFormatToTheSameEnds() {
        String right = windows(ServerFixture.text(FILE));
        String wrong = windows(ServerFixture.quickstart("    reliability", "  reliability"));

        assertThat(formatted(right)).isEmpty();
        assertThat(ServerFixture.apply(wrong, List.copyOf(formatted(wrong)))).isEqualTo(right);
    }

    @Test
    void shouldCureWithTheSameEnds() {
        String unserved = windows(ServerFixture.quickstart("partner quote -> quotes", ""));
        editor.open(FILE, unserved);
        editor.diagnosticsWith(FILE, "partner-unbound");

        List<TextEdit> edits = ServerFixture.get(editor.texts()
                        .codeAction(new CodeActionParams(
                                ServerFixture.id(FILE),
                                new Range(
                                        ServerFixture.position(unserved, 0),
                                        ServerFixture.position(unserved, unserved.length())),
                                new CodeActionContext(List.of()))))
                .stream()
                .flatMap(each -> each.getRight().getEdit().getChanges().values().stream())
                .flatMap(List::stream)
                .toList();

        assertThat(edits).anyMatch(each -> each.getNewText().contains("\n"));
        assertThat(edits)
                .noneMatch(each -> each.getNewText().replace("\r\n", "").contains("\n"));
    }
}

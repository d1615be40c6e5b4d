package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Tokens;
import io.soabench.ide.model.OpenDocuments;
import io.soabench.ide.text.Lines;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.DiagnosticTag;
import org.eclipse.lsp4j.Range;

/** Diagnostics of the protocol for issues. */
public final class Diagnostics {

    /** The name of the source of diagnostics, which editors show. */
    public static final String SOURCE = "soabench";

    private final OpenDocuments documents;

    public Diagnostics(OpenDocuments documents) {
        this.documents = documents;
    }

    /** Returns the diagnostics by file. */
    public Map<Path, List<Diagnostic>> of(Collection<Issue> issues) {
        Map<Path, Text> texts = new HashMap<>();
        Map<Path, List<Diagnostic>> shown = new HashMap<>();
        for (Issue issue : issues) {
            Text text = texts.computeIfAbsent(
                    issue.path(), file -> new Text(documents.text(file).orElse(""), OpenDocuments.isModel(file)));
            shown.computeIfAbsent(issue.path(), any -> new ArrayList<>()).add(diagnostic(issue, text.range(issue)));
        }
        return shown;
    }

    private static Diagnostic diagnostic(Issue issue, Range range) {
        Diagnostic diagnostic = new Diagnostic();
        diagnostic.setRange(range);
        diagnostic.setSeverity(
                switch (issue.severity()) {
                    case ERROR -> DiagnosticSeverity.Error;
                    case WARNING -> DiagnosticSeverity.Warning;
                    case INFO -> DiagnosticSeverity.Information;
                });
        diagnostic.setCode(issue.code().id());
        diagnostic.setSource(SOURCE);
        diagnostic.setMessage(issue.message());
        if (issue.code() == IssueCode.UNUSED || issue.code() == IssueCode.ROWS_UNUSED) {
            diagnostic.setTags(List.of(DiagnosticTag.Unnecessary));
        }
        return diagnostic;
    }

    /** The range of the word at an issue. Issues have only its start. */
    private static final class Text {
        private final Lines lines;
        private final Tokens tokens;

        Text(String text, boolean model) {
            this.lines = new Lines(text);
            this.tokens = model ? Tokens.of(text) : null;
        }

        Range range(Issue issue) {
            int start = lines.offset(issue.place().line() - 1, issue.place().column() - 1);
            int end = tokens == null
                    ? word(start)
                    : tokens.at(start).map(Token::end).orElse(start + 1);
            return lines.range(start, Math.min(end, lines.text().length()));
        }

        private int word(int start) {
            int end = start;
            String text = lines.text();
            while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && text.charAt(end) != '>') {
                end++;
            }
            return Math.max(end, start + 1);
        }
    }
}

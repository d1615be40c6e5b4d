package io.soabench.ide.feature;

import io.soabench.ide.text.Lines;
import io.soabench.model.issue.Issue;
import java.util.List;
import org.eclipse.lsp4j.TextEdit;

/**
 * A fix.
 *
 * @param title its action
 * @param issue the issue that it resolves
 */
public record QuickFix(String title, Issue issue, List<Edit> edits) {

    public QuickFix {
        edits = List.copyOf(edits);
    }

    /** Returns the changes, as editors take them. */
    public List<TextEdit> edits(Lines lines) {
        return edits.stream()
                .map(edit -> new TextEdit(lines.range(edit.from(), edit.to()), edit.text()))
                .toList();
    }
}

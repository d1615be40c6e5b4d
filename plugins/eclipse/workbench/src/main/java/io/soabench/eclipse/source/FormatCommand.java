package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.WorkspaceEdits;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.FormattingOptions;

/** The command that formats the text. */
final class FormatCommand extends SourceCommand {

    static final String COMMAND = "io.soabench.eclipse.format";

    FormatCommand(SourcePage editor) {
        super(editor, "Format", COMMAND);
    }

    @Override
    public void run() {
        SourceDocument document = editor().document();
        if (document == null || !editor().validateEditorInputState()) {
            return;
        }
        try {
            var edits = Language.instance()
                    .answer(server -> server.formatting(new DocumentFormattingParams(
                            Language.document(document.address()), new FormattingOptions(4, true))));
            if (edits.isPresent()) {
                WorkspaceEdits.apply(document.text(), edits.get());
            }
        } catch (BadLocationException e) {
            editor().showStatus("The text has changed meanwhile; format it again");
        } catch (Language.Refused e) {
            editor().showStatus(e.getMessage());
        }
    }
}

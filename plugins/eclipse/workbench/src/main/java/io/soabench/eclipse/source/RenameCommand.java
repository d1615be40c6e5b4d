package io.soabench.eclipse.source;

import io.soabench.eclipse.language.Language;
import io.soabench.eclipse.language.RenameRequests;
import java.util.Optional;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.window.Window;

/** The command that asks for a new name of the element at the cursor, and renames it everywhere. */
final class RenameCommand extends SourceCommand {

    static final String COMMAND = "io.soabench.eclipse.rename";

    RenameCommand(SourcePage editor) {
        super(editor, "Rename\u2026", COMMAND);
    }

    @Override
    public void run() {
        SourceDocument document = editor().document();
        if (document == null || !editor().validateEditorInputState()) {
            return;
        }
        int offset = editor().viewer().getSelectedRange().x;
        try {
            Optional<IRegion> name = RenameRequests.nameAt(document.address(), document.text(), offset);
            if (name.isEmpty()) {
                editor().showStatus("What stands here has no name that could be changed");
                return;
            }
            String old = document.text().get(name.get().getOffset(), name.get().getLength());
            InputDialog dialog = new InputDialog(
                    editor().getSite().getShell(),
                    "Rename",
                    "New name of " + old + ":",
                    old,
                    text -> text.isBlank() ? "A name has at least one letter" : null);
            if (dialog.open() == Window.OK && !dialog.getValue().equals(old)) {
                RenameRequests.rename(document.address(), document.text(), offset, dialog.getValue());
            }
            editor().showStatus("");
        } catch (Language.Refused | CoreException e) {
            editor().showStatus(e.getMessage());
        } catch (BadLocationException e) {
            editor().showStatus("The text has changed meanwhile; rename again");
        }
    }
}

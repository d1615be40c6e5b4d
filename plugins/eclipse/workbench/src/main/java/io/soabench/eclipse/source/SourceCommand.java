package io.soabench.eclipse.source;

import org.eclipse.jface.action.Action;

/** A command of the source page. */
abstract class SourceCommand extends Action {

    private final SourcePage editor;

    /** @param command the command that keys and menus are bound to */
    SourceCommand(SourcePage editor, String label, String command) {
        super(label);
        this.editor = editor;
        setActionDefinitionId(command);
        setId(command);
    }

    final SourcePage editor() {
        return editor;
    }
}

package io.soabench.eclipse.source;

/** The command that opens the declaration of the name at the cursor. */
final class GoToDefinition extends SourceCommand {

    static final String COMMAND = "io.soabench.eclipse.definition";

    GoToDefinition(SourcePage editor) {
        super(editor, "Go to Definition", COMMAND);
    }

    @Override
    public void run() {
        var places = DefinitionHyperlinks.of(editor(), editor().viewer().getSelectedRange().x);
        if (places.isEmpty()) {
            editor().showStatus("Nothing is declared by what stands here");
        } else {
            editor().showStatus("");
            DefinitionHyperlinks.show(editor(), places.get(0));
        }
    }
}

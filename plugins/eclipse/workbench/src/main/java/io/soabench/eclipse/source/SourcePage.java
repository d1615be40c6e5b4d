package io.soabench.eclipse.source;

import org.eclipse.jface.text.source.SourceViewer;
import org.eclipse.ui.texteditor.ITextEditor;
import org.eclipse.ui.texteditor.ITextEditorExtension2;

/** The source page as its commands, hovers and outline use it. For the thread of the user interface. */
interface SourcePage extends ITextEditor, ITextEditorExtension2 {

    /** Returns the text; null before one is set, and for an input that is not a file. */
    SourceDocument document();

    /** Returns the viewer of the text. */
    SourceViewer viewer();

    /** Shows a sentence in the status line. An empty text removes it. */
    void showStatus(String sentence);
}

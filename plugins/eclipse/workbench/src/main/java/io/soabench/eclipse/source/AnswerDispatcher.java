package io.soabench.eclipse.source;

import org.eclipse.jface.text.ITextViewer;
import org.eclipse.swt.custom.StyledText;

/** The transfer of the server's answers to the thread of the user interface. */
final class AnswerDispatcher {

    private AnswerDispatcher() {}

    /** Shows something, if the viewer is still there by then. */
    static void show(ITextViewer viewer, Runnable action) {
        StyledText widget = viewer.getTextWidget();
        if (widget != null && !widget.isDisposed()) {
            widget.getDisplay().asyncExec(() -> {
                if (!widget.isDisposed()) {
                    action.run();
                }
            });
        }
    }
}

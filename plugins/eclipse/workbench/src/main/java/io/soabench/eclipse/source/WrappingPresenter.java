package io.soabench.eclipse.source;

import org.eclipse.jface.text.DefaultInformationControl;
import org.eclipse.jface.text.DefaultInformationControl.IInformationPresenter;
import org.eclipse.jface.text.DefaultInformationControl.IInformationPresenterExtension;
import org.eclipse.jface.text.IInformationControlCreator;
import org.eclipse.jface.text.TextPresentation;
import org.eclipse.swt.graphics.Drawable;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Display;

/**
 * A presenter that breaks lines between words, for the small windows with explanations. For the thread of the user
 * interface.
 */
@SuppressWarnings("deprecation") // The older interface is part of the newer one.
final class WrappingPresenter implements IInformationPresenter, IInformationPresenterExtension {

    private static final int LEAST_COLUMNS = 20;

    private WrappingPresenter() {}

    /** Makes such windows. */
    static IInformationControlCreator windows() {
        return parent -> new DefaultInformationControl(parent, (String) null, new WrappingPresenter());
    }

    @Override
    public String updatePresentation(
            Drawable on, String text, TextPresentation presentation, int maxWidth, int maxHeight) {
        GC gc = new GC(on);
        try {
            int columns = (int) (maxWidth / gc.getFontMetrics().getAverageCharacterWidth());
            return wrapped(text, Math.max(LEAST_COLUMNS, columns));
        } finally {
            gc.dispose();
        }
    }

    @Override
    public String updatePresentation(
            Display display, String text, TextPresentation presentation, int maxWidth, int maxHeight) {
        return updatePresentation((Drawable) display, text, presentation, maxWidth, maxHeight);
    }

    /**
     * Returns the text in lines of that many characters. Shorter lines stay the same, and words are never divided.
     */
    static String wrapped(String text, int columns) {
        StringBuilder all = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            if (!all.isEmpty()) {
                all.append('\n');
            }
            String rest = line;
            while (rest.length() > columns) {
                int end = rest.lastIndexOf(' ', columns);
                if (end <= rest.length() - rest.stripLeading().length()) {
                    end = rest.indexOf(' ', columns);
                }
                if (end < 0) {
                    break;
                }
                all.append(rest, 0, end).append('\n');
                rest = rest.substring(end + 1);
            }
            all.append(rest);
        }
        return all.toString();
    }
}

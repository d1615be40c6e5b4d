package io.soabench.eclipse.model;

import io.soabench.model.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.SaveOptions;
import org.eclipse.xtext.resource.XtextResource;

/**
 * The smallest change of a text: some characters are replaced by others.
 *
 * @param offset first character that is replaced
 * @param length number of characters that are replaced
 * @param text replacement
 */
record TextChange(int offset, int length, String text) {

    /** Returns the shortest change of one text into another. */
    static TextChange between(String before, String after) {
        int start = 0;
        int shorter = Math.min(before.length(), after.length());
        while (start < shorter && before.charAt(start) == after.charAt(start)) {
            start++;
        }
        int end = 0;
        while (end < shorter - start
                && before.charAt(before.length() - 1 - end) == after.charAt(after.length() - 1 - end)) {
            end++;
        }
        return new TextChange(start, before.length() - end - start, after.substring(start, after.length() - end));
    }

    /** Returns a text after this change. */
    String in(String before) {
        return before.substring(0, offset) + text + before.substring(offset + length);
    }

    /**
     * Returns the change that removes an element, and its line if that is empty then. An element of a list with
     * commas needs its neighbours. In that case, the whole text is written anew, and the model elements are
     * changed.
     */
    static TextChange without(EObject element, Path file, String text) throws IOException {
        ICompositeNode node = NodeModelUtils.getNode(element);
        int start = node.getOffset();
        int end = node.getEndOffset();
        int lineStart = text.lastIndexOf('\n', start - 1) + 1;
        int lineEnd = text.indexOf('\n', end) < 0 ? text.length() : text.indexOf('\n', end) + 1;
        if (text.substring(lineStart, start).isBlank()
                && text.substring(end, lineEnd).isBlank()) {
            start = lineStart;
            end = lineEnd;
            // Two empty lines around the removed text become one.
            int next = text.indexOf('\n', end);
            boolean emptyBefore = start == 0 || text.startsWith("\n\n", start - 2);
            if (emptyBefore && next >= 0 && text.substring(end, next).isBlank()) {
                end = next + 1;
            }
        }
        TextChange cut = new TextChange(start, end - start, "");
        Optional<Testbed> rest = new ModelTextConversion().read(file, cut.in(text));
        if (rest.isPresent()) {
            return cut;
        }
        Testbed testbed = (Testbed) element.eResource().getContents().get(0);
        EcoreUtil.remove(element);
        return between(text, ModelTextConversion.write(testbed));
    }

    /** Puts an element of the top level, which is in the model already, behind the one before it. */
    static TextChange with(EObject element, Testbed testbed, String text) {
        String words = ((XtextResource) testbed.eResource())
                .getSerializer()
                .serialize(element, SaveOptions.newBuilder().format().getOptions())
                .strip();
        int index = testbed.getElements().indexOf(element);
        ICompositeNode before =
                index == 0 ? null : NodeModelUtils.getNode(testbed.getElements().get(index - 1));
        if (before == null) {
            return between(text, ModelTextConversion.write(testbed));
        }
        int line = text.indexOf('\n', before.getEndOffset());
        return line < 0
                ? new TextChange(text.length(), 0, "\n\n" + words + "\n")
                : new TextChange(line + 1, 0, "\n" + words + "\n");
    }
}

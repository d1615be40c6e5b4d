package io.soabench.dsl.formatting;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.xtext.formatting2.FormatterRequest;
import org.eclipse.xtext.formatting2.IFormatter2;
import org.eclipse.xtext.formatting2.regionaccess.IHiddenRegion;
import org.eclipse.xtext.formatting2.regionaccess.ISemanticRegion;
import org.eclipse.xtext.formatting2.regionaccess.ITextRegionAccess;
import org.eclipse.xtext.formatting2.regionaccess.ITextReplacement;
import org.eclipse.xtext.formatting2.regionaccess.ITextSegment;

/**
 * The formatter of model files. It keeps line ends, single empty lines, aligned columns and all comments. It sets
 * the indentation, the blanks at brackets, commas and units, and one line for each top-level element. If the
 * opening bracket of a block ends a line, the closing bracket gets its own line. The formatter makes one pass over
 * the tokens. A second run changes nothing.
 */
public final class TestbedFormatter implements IFormatter2 {

    @Override
    public List<ITextReplacement> format(FormatterRequest request) {
        ITextRegionAccess access = request.getTextRegionAccess();
        if (access == null || access.hasSyntaxError()) {
            return List.of();
        }
        List<ISemanticRegion> tokens = new ArrayList<>();
        for (ISemanticRegion token : access.regionForRootEObject().getAllSemanticRegions()) {
            tokens.add(token);
        }
        if (tokens.isEmpty()) {
            return List.of();
        }
        TokenGaps layout = new TokenGaps(tokens);
        List<ITextReplacement> replacements = new ArrayList<>();
        for (int next = 0; next <= tokens.size(); next++) {
            IHiddenRegion gap = next < tokens.size()
                    ? tokens.get(next).getPreviousHiddenRegion()
                    : tokens.get(next - 1).getNextHiddenRegion();
            String text = layout.gap(gap, next);
            if (!text.equals(gap.getText()) && inside(request, gap)) {
                replacements.add(gap.replaceWith(text));
            }
        }
        return replacements;
    }

    private static boolean inside(FormatterRequest request, ITextSegment gap) {
        return request.getRegions() == null
                || request.getRegions().isEmpty()
                || request.getRegions().stream()
                        .anyMatch(region -> region.getOffset() <= gap.getOffset()
                                && gap.getOffset() + gap.getLength() <= region.getOffset() + region.getLength());
    }
}

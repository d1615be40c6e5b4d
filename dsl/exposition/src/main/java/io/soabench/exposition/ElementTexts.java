package io.soabench.exposition;

import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** Texts of model elements for the page: their source text, and times in words. */
final class ElementTexts {

    private ElementTexts() {}

    /** Returns the text of an element without comments, on one line; empty when it was not read from a text. */
    static String of(EObject element) {
        ICompositeNode node = element == null ? null : NodeModelUtils.findActualNodeFor(element);
        if (node == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (ILeafNode leaf : node.getLeafNodes()) {
            text.append(leaf.isHidden() ? " " : leaf.getText());
        }
        return text.toString().strip().replaceAll("\\s+", " ");
    }

    /** Returns a span of time in words. */
    static String span(java.time.Duration time) {
        long seconds = Math.round(time.toMillis() / 1000.0);
        if (time.toMillis() % 1000 != 0 && seconds < 60) {
            return Svg.format(
                    "%s s",
                    java.math.BigDecimal.valueOf(time.toMillis(), 3)
                            .stripTrailingZeros()
                            .toPlainString());
        }
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7200 ? (seconds + 30) / 60 + " min" : Svg.format("%.1f h", seconds / 3600.0);
    }
}

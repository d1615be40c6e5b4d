package io.soabench.eclipse.model;

import io.soabench.model.testbed.NamedElement;
import java.util.Locale;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.jface.viewers.DelegatingStyledCellLabelProvider.IStyledLabelProvider;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.viewers.StyledString;
import org.eclipse.swt.graphics.Image;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/** The labels of elements in the tree. */
final class ElementLabels extends LabelProvider implements IStyledLabelProvider {

    private static final int MOST_CHARACTERS = 60;

    private final ElementProviders providers;

    ElementLabels(ElementProviders providers) {
        this.providers = providers;
    }

    /** Returns the class of an element in words: "Closed Workload". */
    static String kind(EObject element) {
        return element.eClass().getName().replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    }

    /** Returns the name of an element, or the words of its text if it has no name. */
    static String name(EObject element) {
        if (element instanceof NamedElement named
                && named.getName() != null
                && !named.getName().isBlank()) {
            return named.getName();
        }
        ICompositeNode node = NodeModelUtils.getNode(element);
        String words = node == null
                ? kind(element).toLowerCase(Locale.ROOT)
                : NodeModelUtils.getTokenText(node).replaceAll("\\s+", " ");
        return words.length() > MOST_CHARACTERS ? words.substring(0, MOST_CHARACTERS) + "\u2026" : words;
    }

    @Override
    public StyledString getStyledText(Object element) {
        EObject object = (EObject) element;
        return new StyledString(name(object)).append("  " + kind(object), StyledString.DECORATIONS_STYLER);
    }

    @Override
    public String getText(Object element) {
        return getStyledText(element).getString();
    }

    @Override
    public Image getImage(Object element) {
        return providers.image((EObject) element);
    }
}

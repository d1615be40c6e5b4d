package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import java.util.ArrayList;
import java.util.List;

/**
 * A node together with its way up to the document node, made while an expression walks a tree.
 *
 * <p>Trees have no parent pointers, so this is what an axis like {@code parent::} and a replacement need. Two nodes are equal
 * when they stand at the same place of the same tree.
 */
public final class TreeNode {
    private final TreeNode parent;
    private final Object value;
    private final int index;
    private final Reference reference;

    private TreeNode(TreeNode parent, Object value, int index, Reference reference) {
        this.parent = parent;
        this.value = value;
        this.index = index;
        this.reference = reference;
    }

    /** The root element of a variable, below a document node. */
    static TreeNode root(Element element, Reference reference) {
        TreeNode document = new TreeNode(null, element, -1, reference);
        return new TreeNode(document, element, 0, reference);
    }

    TreeNode child(int item) {
        Object content = ((Element) value).item(item);
        return new TreeNode(this, content instanceof String text ? new TextNode(text) : content, item, reference);
    }

    TreeNode attribute(int item) {
        return new TreeNode(this, ((Element) value).attribute(item), item, reference);
    }

    TreeNode namespace(Namespace namespace) {
        return new TreeNode(this, namespace, -1, reference);
    }

    /** The node above, or null for a document node. */
    TreeNode parent() {
        return parent;
    }

    /** The element, attribute, text or namespace here; for a document node its root element. */
    public Object value() {
        return value;
    }

    /** Position among the content or the attributes of the parent. */
    int index() {
        return index;
    }

    boolean isDocument() {
        return parent == null;
    }

    boolean isElement() {
        return parent != null && value instanceof Element;
    }

    /** The slot this node's tree is held in. */
    public Reference reference() {
        return reference;
    }

    /**
     * The tree's root element with this node replaced.
     *
     * @param replacement an {@link Element} for an element, a text for an attribute or character data
     */
    public Element replaced(Object replacement) {
        if (value instanceof Attribute attribute) {
            Attribute changed =
                    new Attribute(attribute.prefix(), attribute.namespace(), attribute.name(), (String) replacement);
            return parent.replaced(((Element) parent.value).withAttribute(changed));
        }
        if (value instanceof TextNode) {
            Element above = (Element) parent.value;
            if (((String) replacement).isEmpty()) {
                List<Object> rest = new ArrayList<>();
                for (int i = 0; i < above.size(); i++) {
                    if (i != index) {
                        rest.add(above.item(i));
                    }
                }
                return parent.replaced(above.withContent(rest));
            }
            return parent.replaced(above.withItem(index, replacement));
        }
        if (parent == null || parent.isDocument()) {
            return (Element) replacement;
        }
        return parent.replaced(((Element) parent.value).withItem(index, replacement));
    }

    /** The element here with the declarations of all elements above it, for values that are qualified names. */
    public Element detached() {
        Element element = (Element) value;
        for (TreeNode above = parent; above != null && !above.isDocument(); above = above.parent) {
            Element outer = (Element) above.value;
            for (int i = 0; i < outer.declarationCount(); i++) {
                if (element.mentions(outer.declaration(i).prefix())) {
                    element = element.declaring(outer.declaration(i));
                }
            }
        }
        return element;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreeNode that
                && index == that.index
                && value.getClass() == that.value.getClass()
                && (parent == null
                        ? that.parent == null && value == that.value && reference.equals(that.reference)
                        : that.parent != null && parent.equals(that.parent) && sameNamespace(that));
    }

    private boolean sameNamespace(TreeNode that) {
        return !(value instanceof Namespace namespace) || namespace.equals(that.value);
    }

    @Override
    public int hashCode() {
        return 31 * (parent == null ? reference.hashCode() : parent.hashCode()) + index;
    }
}

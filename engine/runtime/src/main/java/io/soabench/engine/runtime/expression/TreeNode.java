package io.soabench.engine.runtime.expression;

import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.NamespaceScope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.xml.XMLConstants;

/**
 * A node with its path up to the document node, made while an expression walks a tree.
 *
 * <p>Trees have no parent pointers, so an axis like {@code parent::} and a replacement need this path. Two nodes are equal
 * when they stand at the same place of the same tree.
 */
public final class TreeNode {
    private static final Comparator<Reference> BY_VARIABLE = Comparator.comparingInt(Reference::hops)
            .reversed()
            .thenComparingInt(Reference::index)
            .thenComparing(Reference::name);

    private final TreeNode parent;
    private final Object value;
    private final int index;
    private final Reference reference;
    private final int hash;

    private TreeNode(TreeNode parent, Object value, int index, Reference reference) {
        this.parent = parent;
        this.value = value;
        this.index = index;
        this.reference = reference;
        this.hash = 31 * (parent == null ? reference.hashCode() : parent.hash) + index;
    }

    /** Returns the root element of a variable, below a document node. */
    public static TreeNode root(Element element, Reference reference) {
        TreeNode document = new TreeNode(null, element, -1, reference);
        return new TreeNode(document, element, 0, reference);
    }

    public TreeNode child(int item) {
        Object content = ((Element) value).item(item);
        return new TreeNode(this, content instanceof String text ? new TextNode(text) : content, item, reference);
    }

    public TreeNode attribute(int item) {
        return new TreeNode(this, ((Element) value).attribute(item), item, reference);
    }

    public TreeNode namespace(Namespace namespace) {
        return new TreeNode(this, namespace, -1, reference);
    }

    /** Returns the node above, or null for a document node. */
    public TreeNode parent() {
        return parent;
    }

    /** Returns the element, attribute, text or namespace here; for a document node its root element. */
    public Object value() {
        return value;
    }

    /** Returns the position among the content or the attributes of the parent. */
    int index() {
        return index;
    }

    public boolean isDocument() {
        return parent == null;
    }

    /** Returns whether this is the root element of its tree. */
    public boolean isRoot() {
        return parent != null && parent.isDocument();
    }

    public boolean isElement() {
        return parent != null && value instanceof Element;
    }

    /** Returns the slot this node's tree is held in. */
    public Reference reference() {
        return reference;
    }

    /**
     * Returns the tree's root element with this node replaced.
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

    /** Returns the element here with the declarations of all elements above it, for values that are qualified names. */
    public Element detached() {
        Element element = (Element) value;
        for (TreeNode above = parent; above != null && !above.isDocument(); above = above.parent) {
            element = NamespaceScope.detached((Element) above.value, element);
        }
        return element;
    }

    /**
     * Returns the namespace of a prefix at this node: none for an empty prefix that is not declared; null for any other
     * such prefix.
     */
    public String namespaceOf(String prefix) {
        for (TreeNode at = this; at != null && !at.isDocument(); at = at.parent) {
            if (at.value instanceof Element element) {
                if (element.prefix().equals(prefix)) {
                    return element.namespace();
                }
                for (int i = 0; i < element.declarationCount(); i++) {
                    if (element.declaration(i).prefix().equals(prefix)) {
                        return element.declaration(i).uri();
                    }
                }
            }
        }
        return prefix.isEmpty() ? "" : prefix.equals(XMLConstants.XML_NS_PREFIX) ? XMLConstants.XML_NS_URI : null;
    }

    private int depth() {
        int depth = 0;
        for (TreeNode above = parent; above != null; above = above.parent) {
            depth++;
        }
        return depth;
    }

    private TreeNode above(int levels) {
        TreeNode node = this;
        for (int i = 0; i < levels; i++) {
            node = node.parent;
        }
        return node;
    }

    /** Returns the rank in document order: namespaces, then attributes, then content (XPath 1.0, section 5). */
    private int rank() {
        return value instanceof Namespace ? 0 : value instanceof Attribute ? 1 : 2;
    }

    /**
     * Compares by document order (XPath 1.0, section 5), found on the path to the root. Nodes of different variables
     * are in the order of their variables, also where both hold the same tree. Trees that functions
     * return are numbered by their references.
     */
    @SuppressWarnings("ReferenceEquality") // Common parts of two paths are the same objects, or are compared.
    public static int inDocumentOrder(TreeNode left, TreeNode right) {
        int leftDepth = left.depth();
        int rightDepth = right.depth();
        TreeNode x = left.above(Math.max(0, leftDepth - rightDepth));
        TreeNode y = right.above(Math.max(0, rightDepth - leftDepth));
        TreeNode differsX = null;
        TreeNode differsY = null;
        while (x.parent != null && x != y) {
            if (x.index != y.index || x.rank() != y.rank() || !x.sameNamespace(y)) {
                differsX = x;
                differsY = y;
            }
            x = x.parent;
            y = y.parent;
        }
        if (x != y && !(x.value == y.value && x.reference.equals(y.reference))) {
            return BY_VARIABLE.compare(x.reference, y.reference);
        }
        if (differsX == null) {
            return Integer.compare(leftDepth, rightDepth);
        }
        int order = Integer.compare(differsX.rank(), differsY.rank());
        if (order != 0) {
            return order;
        }
        return differsX.value instanceof Namespace a && differsY.value instanceof Namespace b
                ? a.prefix().compareTo(b.prefix())
                : Integer.compare(differsX.index, differsY.index);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof TreeNode that && hash == that.hash && isAt(that));
    }

    private boolean isAt(TreeNode that) {
        return index == that.index
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
        return hash;
    }
}

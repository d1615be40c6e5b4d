package io.soabench.engine.runtime.expression.terms;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TextNode;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.NamespaceScope;
import java.util.ArrayList;
import java.util.List;

/** {@code $v}, {@code $v.part} or a path of child elements from there, ending at elements, one attribute or text. */
public final class VariablePath extends CompiledExpression {
    /** One step. */
    public sealed interface Step permits ChildStep, AttributeStep, TextStep {}

    /**
     * A child element.
     *
     * @param namespace namespace name, or null for any
     * @param name local name, or null for any
     * @param position from 1, or 0 for all
     */
    public record ChildStep(String namespace, String name, int position) implements Step {
        /** Returns whether it selects just one child that can be made. */
        boolean isName() {
            return name != null && namespace != null && position <= 1;
        }

        boolean accepts(Element element) {
            return (name == null || name.equals(element.name()))
                    && (namespace == null || namespace.equals(element.namespace()));
        }
    }

    /** An attribute by name. */
    public record AttributeStep(String namespace, String name) implements Step {}

    /** All character data directly in the element. */
    public record TextStep() implements Step {}

    private final Reference reference;
    private final Step[] steps;

    public VariablePath(Reference reference, List<Step> steps) {
        this.reference = reference;
        this.steps = steps.toArray(Step[]::new);
    }

    /** Returns whether the path begins at an element, so that its steps mean nodes. */
    public boolean startsAtNode() {
        return reference.kind() == Reference.Kind.NODE;
    }

    /**
     * Returns whether the steps lead to something in the variable. A variable of a simple type is not a node in XPath
     * (WS-BPEL 2.0, section 8.2.2). Its text is found all the same, as in engines that keep all values in nodes.
     */
    public boolean isWalkable() {
        return startsAtNode() || steps.length == 0 || steps[0] instanceof TextStep;
    }

    @Override
    public Object evaluate(Slots slots) {
        if (steps.length == 0) {
            return reference.typed(slots);
        }
        Element root = reference.read(slots);
        Selection selection = new Selection();
        collect(root, 0, selection);
        return selection.value();
    }

    private void collect(Element at, int depth, Selection selection) {
        if (depth == steps.length) {
            selection.add(at);
            return;
        }
        Step step = steps[depth];
        if (step instanceof ChildStep child) {
            // An element that leaves its surroundings gets their declarations, in case its values are qualified names.
            NamespaceScope scope = at.declarationCount() > NamespaceScope.FEW ? new NamespaceScope(at) : null;
            int left = child.position();
            for (int i = 0; i < at.size(); i++) {
                if (at.item(i) instanceof Element element && child.accepts(element) && (left == 0 || --left == 0)) {
                    Element detached = scope == null ? NamespaceScope.detached(at, element) : scope.detached(element);
                    collect(detached, depth + 1, selection);
                    if (child.position() > 0) {
                        return;
                    }
                }
            }
        } else if (step instanceof AttributeStep attribute) {
            for (int i = 0; i < at.attributeCount(); i++) {
                Attribute candidate = at.attribute(i);
                if (candidate.name().equals(attribute.name())
                        && candidate.namespace().equals(attribute.namespace())) {
                    selection.add(candidate);
                }
            }
        } else {
            for (int i = 0; i < at.size(); i++) {
                if (at.item(i) instanceof String text) {
                    selection.add(new TextNode(text));
                }
            }
        }
    }

    @Override
    public String string(Slots slots) {
        boolean asIs = steps.length == 0
                && (reference.kind() == Reference.Kind.NODE || reference.kind() == Reference.Kind.STRING);
        return asIs ? reference.read(slots).text() : super.string(slots);
    }

    @Override
    public List<TreeNode> places(Slots slots) {
        List<TreeNode> places = new ArrayList<>(1);
        places(TreeNode.root(reference.read(slots), reference), 0, places);
        return places;
    }

    private void places(TreeNode node, int depth, List<TreeNode> places) {
        if (depth == steps.length) {
            places.add(node);
            return;
        }
        Step step = steps[depth];
        Element at = (Element) node.value();
        if (step instanceof ChildStep child) {
            int position = 0;
            for (int i = 0; i < at.size(); i++) {
                if (at.item(i) instanceof Element element
                        && child.accepts(element)
                        && (++position == child.position() || child.position() == 0)) {
                    places(node.child(i), depth + 1, places);
                }
            }
        } else if (step instanceof AttributeStep attribute) {
            for (int i = 0; i < at.attributeCount(); i++) {
                if (at.attribute(i).name().equals(attribute.name())
                        && at.attribute(i).namespace().equals(attribute.namespace())) {
                    places.add(node.attribute(i));
                }
            }
        } else {
            for (int i = 0; i < at.size(); i++) {
                if (at.item(i) instanceof String) {
                    places.add(node.child(i));
                }
            }
        }
    }

    @Override
    public Element skeleton(Element root) {
        Element below = null;
        for (int i = steps.length - 1; i >= 0; i--) {
            if (steps[i] instanceof ChildStep child && child.isName()) {
                Element made = Element.empty("", child.namespace(), child.name());
                below = below == null ? made : made.withAppended(below);
            } else {
                return root;
            }
        }
        return below == null ? root : root.withAppended(below);
    }

    /** Collects nodes, without a list for a single one. */
    private static final class Selection {
        private Object first;
        private List<Object> all;

        void add(Object node) {
            if (first == null) {
                first = node;
            } else {
                if (all == null) {
                    all = new ArrayList<>();
                    all.add(first);
                }
                all.add(node);
            }
        }

        Object value() {
            if (all != null) {
                return all;
            }
            return first == null ? List.of() : first;
        }
    }
}

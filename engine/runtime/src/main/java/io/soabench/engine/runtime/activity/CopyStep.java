package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.TextNode;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.WhiteSpace;
import java.util.List;

/**
 * A {@code copy} of an assign (WS-BPEL 2.0, section 8.4).
 *
 * @param source the source that is read
 * @param target the target that is written
 * @param naming the choice of the name that an element gets
 * @param ignoreMissingFromData whether a source without nodes makes the copy do nothing
 * @param label the place in the process file, for messages
 */
public record CopyStep(
        CopySource source, CopyTarget target, ElementNaming naming, boolean ignoreMissingFromData, String label) {

    /**
     * Executes the copy.
     *
     * @param frame the frame of the assign
     * @param undo the log of the writes of the assign
     */
    void run(Frame frame, UndoLog undo) {
        if (source instanceof CopySource.Message from && target instanceof CopyTarget.Message to) {
            from.slots().copyTo(to.slots(), frame, undo);
            return;
        }
        Object value = read(frame);
        if (value == null) {
            return;
        }
        if (naming.written() && !(value instanceof Element)) {
            throw noElement("from");
        }
        if (target instanceof CopyTarget.Whole whole) {
            undo.write(frame.scope(), whole.slot(), checkSize(wholeValue(value, whole, frame), frame));
        } else if (target instanceof CopyTarget.Place place) {
            CopyTarget.Beginning beginning = place.beginning();
            if (beginning != null && (isUnset(beginning.slot(), frame) || undo.isBuilt(beginning.slot()))) {
                assignNewValue(value, place, beginning, frame, undo);
            } else {
                assignPlace(value, place, frame, undo);
            }
        } else if (target instanceof CopyTarget.Partner partner) {
            partner.partner().assign(frame, value, undo);
        } else {
            throw StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.thrown(
                    "A value cannot become a whole message at " + label + ".");
        }
    }

    /** Returns whether the copy writes several slots, of which the later ones may fail. */
    boolean hasSeveralWrites() {
        return source instanceof CopySource.Message from && from.slots().parts().size() > 1;
    }

    private static boolean isUnset(Reference slot, Frame frame) {
        return frame.slot(slot.hops(), slot.index()) == null;
    }

    /**
     * Returns the value of the source: an element, a text, a number or a truth value. Null when the source has no nodes
     * and the copy then does nothing.
     */
    private Object read(Frame frame) {
        if (source instanceof CopySource.Literal literal) {
            return literal.value();
        }
        if (source instanceof CopySource.AssignedPart part) {
            return isUnset(part.slot(), frame) ? null : read(part.value(), frame);
        }
        if (source instanceof CopySource.Partner partner) {
            return partner.myRole()
                    ? partner.partner().ownReference(frame)
                    : partner.partner().reference(frame);
        }
        if (source instanceof CopySource.Value value) {
            return read(value, frame);
        }
        throw StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.thrown(
                "A whole message fits no other target at " + label + ".");
    }

    private Object read(CopySource.Value value, Frame frame) {
        Object found = value.expression().selected(frame);
        if (!(found instanceof List<?> nodes)) {
            return found;
        }
        if (nodes.isEmpty() && ignoreMissingFromData) {
            return null;
        }
        if (nodes.size() != 1) {
            throw selection("from", nodes.size());
        }
        return nodes.get(0);
    }

    /** Returns the fault of a source or target that selects other than one node. */
    private FaultException selection(String which, int count) {
        return StandardFault.SELECTION_FAILURE.thrown(
                "The '" + which + "' of " + label + " selects " + count + " nodes instead of one.");
    }

    private FaultException noElement(String which) {
        return StandardFault.SELECTION_FAILURE.thrown("The '" + which + "' of " + label
                + " selects no element, so 'keepSrcElementName' must not be written there.");
    }

    /** Returns the new root of a variable or part, which keeps the name that it has in the source. */
    private Element keepName(Element element) {
        if (naming.allowed() != null && !naming.allowed().contains(element.qualifiedName())) {
            throw StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.thrown("With 'keepSrcElementName' element '"
                    + element.qualifiedName() + "' would take a place that it is no substitute for at " + label + ".");
        }
        return element;
    }

    /** Returns the new value of a whole variable or part, with the name and the form that the target requires. */
    private Element wholeValue(Object value, CopyTarget.Whole to, Frame frame) {
        ValueShape shape = to.shape();
        if (!(value instanceof Element element)) {
            Element present = frame.slot(to.slot().hops(), to.slot().index());
            return (present == null ? shape.prototype() : present).withText(text(value));
        }
        return naming.source() && !shape.simple() ? keepName(element) : shape.of(element);
    }

    /** Assigns a node inside a variable or part that has a value. */
    private void assignPlace(Object value, CopyTarget.Place place, Frame frame, UndoLog undo) {
        List<TreeNode> nodes = place.expression().places(frame);
        if (nodes.size() != 1) {
            throw selection("to", nodes.size());
        }
        TreeNode node = nodes.get(0);
        undo.write(frame.scope(), node.reference(), replaced(node, value, frame));
    }

    /**
     * Returns the value that contains the node, with other content in its place. The value of an attribute is
     * normalised (XML 1.0, section 3.3.3).
     */
    private Element replaced(TreeNode node, Object value, Frame frame) {
        if (node.reference().index() == Reference.NO_SLOT) {
            throw StandardFault.SELECTION_FAILURE.thrown(
                    "The 'to' of " + label + " selects the result of a function, which is in no variable.");
        }
        Object replacement;
        if (node.value() instanceof Element old) {
            if (!(value instanceof Element element)) {
                replacement = old.withText(text(value));
            } else if (!naming.source()) {
                replacement = element.named(old.prefix(), old.namespace(), old.name());
            } else {
                replacement = node.isRoot() ? keepName(element) : element;
            }
        } else if (node.value() instanceof Namespace) {
            throw StandardFault.SELECTION_FAILURE.thrown(
                    "The 'to' of " + label + " selects a namespace, which cannot be assigned.");
        } else if (naming.written()) {
            throw noElement("to");
        } else {
            String text = value instanceof Element element ? ValueShape.content(element) : text(value);
            replacement = node.value() instanceof Attribute ? WhiteSpace.replaced(text) : text;
        }
        return checkSize(node.replaced(replacement), frame);
    }

    /**
     * Assigns a place in a variable that had no value when the assign began. The copies of the assign build the
     * variable: each of them adds the steps of its path that are missing. A step is not visible before it has content.
     */
    private void assignNewValue(
            Object value, CopyTarget.Place place, CopyTarget.Beginning beginning, Frame frame, UndoLog undo) {
        Reference slot = beginning.slot();
        Element present = frame.slot(slot.hops(), slot.index());
        Element begun = present == null ? beginning.skeleton() : withSteps(present, beginning.skeleton());
        ScopeInstance scope = frame.scope();
        scope.slot(slot.hops(), slot.index(), begun);
        List<TreeNode> nodes;
        try {
            nodes = place.expression().places(frame);
        } finally {
            scope.restore(slot.hops(), slot.index(), present);
        }
        if (nodes.size() != 1) {
            slot.read(frame);
            throw selection("to", nodes.size());
        }
        undo.build(scope, slot, replaced(nodes.get(0), value, frame));
    }

    /**
     * Returns an element with the steps of a skeleton, which are added where they are missing. No step is added beside
     * text.
     */
    private static Element withSteps(Element present, Element skeleton) {
        Element step = skeleton.firstElement();
        if (step == null) {
            return present;
        }
        for (int i = 0; i < present.size(); i++) {
            if (!(present.item(i) instanceof Element child)) {
                return present;
            }
            if (child.is(step.namespace(), step.name())) {
                return present.withItem(i, withSteps(child, step));
            }
        }
        return present.withAppended(step);
    }

    /**
     * Returns a value after a check of its size. A loop could double a value in each iteration, and shared parts of a
     * value are written out when it is sent.
     */
    private Element checkSize(Element value, Frame frame) {
        if (value.weight() > frame.valueBytes()) {
            throw StandardFault.LIMIT_EXCEEDED.thrown(
                    "The value assigned at " + label + " takes about " + value.weight() + " bytes, of "
                            + frame.valueBytes() + " that a value may take; raise --max-value.");
        }
        return value;
    }

    /** Returns the text of a value. */
    static String text(Object value) {
        return value instanceof TextNode node ? node.text() : XPathValues.toText(value);
    }
}

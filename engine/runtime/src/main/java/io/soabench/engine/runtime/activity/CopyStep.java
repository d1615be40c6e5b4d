package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.TextNode;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.expression.XPathValues;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * One {@code copy} of an assign (WS-BPEL 2.0, section 8.4).
 *
 * @param source what is read
 * @param target what is written
 * @param keepSrcElementName whether an element keeps its name
 * @param ignoreMissingFromData whether a source without nodes makes the copy do nothing
 * @param label place, for sentences
 */
public record CopyStep(
        CopySource source, CopyTarget target, boolean keepSrcElementName, boolean ignoreMissingFromData, String label) {

    void run(Frame frame, UndoLog undo) {
        if (source instanceof CopySource.Message from && target instanceof CopyTarget.Message to) {
            from.slots().copyTo(to.slots(), frame, undo);
            return;
        }
        Object value = read(frame);
        if (value == null) {
            return;
        }
        if (target instanceof CopyTarget.Whole whole) {
            undo.write(frame.scope(), whole.slot(), bounded(whole(value, whole, frame), frame));
        } else if (target instanceof CopyTarget.Place place) {
            place(value, place, frame, undo);
        } else if (target instanceof CopyTarget.Partner partner) {
            partner.partner().assign(frame, value);
        } else {
            throw StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.thrown(
                    "A value cannot become a whole message at " + label + ".");
        }
    }

    /** One element, text, number or truth; null when there is nothing and that is ignored. */
    private Object read(Frame frame) {
        if (source instanceof CopySource.Literal literal) {
            return literal.value();
        }
        if (source instanceof CopySource.Partner partner) {
            return partner.myRole()
                    ? partner.partner().ownReference(frame)
                    : partner.partner().reference(frame);
        }
        if (source instanceof CopySource.Value value) {
            Object found = value.expression().evaluate(frame);
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
        throw StandardFault.MISMATCHED_ASSIGNMENT_FAILURE.thrown(
                "A whole message fits no other target at " + label + ".");
    }

    private FaultException selection(String which, int count) {
        return StandardFault.SELECTION_FAILURE.thrown(
                "The '" + which + "' of " + label + " selects " + count + " nodes instead of one.");
    }

    private Element whole(Object value, CopyTarget.Whole to, Frame frame) {
        ValueShape shape = to.shape();
        if (!(value instanceof Element element)) {
            Element present = frame.slot(to.slot().hops(), to.slot().index());
            return (present == null ? shape.prototype() : present).withText(text(value));
        }
        return keepSrcElementName && !shape.simple() ? element : shape.of(element);
    }

    private void place(Object value, CopyTarget.Place place, Frame frame, UndoLog undo) {
        List<TreeNode> nodes = nodes(place, frame);
        if (nodes.size() != 1) {
            throw selection("to", nodes.size());
        }
        TreeNode node = nodes.get(0);
        Object replacement;
        if (node.value() instanceof Element old) {
            if (value instanceof Element element) {
                replacement = keepSrcElementName ? element : element.named(old.prefix(), old.namespace(), old.name());
            } else {
                replacement = old.withText(text(value));
            }
        } else {
            replacement = text(value);
        }
        undo.write(frame.scope(), node.reference(), bounded(node.replaced(replacement), frame));
    }

    /** A loop can double a value with each turn, and what is shared in memory is written out when it is sent. */
    private Element bounded(Element value, Frame frame) {
        if (value.weight() > frame.valueBytes()) {
            throw StandardFault.LIMIT_EXCEEDED.thrown(
                    "The value assigned at " + label + " takes about " + value.weight() + " bytes, of "
                            + frame.valueBytes() + " that a value may take; raise --max-value.");
        }
        return value;
    }

    /** What the target selects; a variable without value gets the beginnings of one, which nobody else sees. */
    private static List<TreeNode> nodes(CopyTarget.Place place, Frame frame) {
        CopyTarget.Beginning beginning = place.beginning();
        if (beginning == null) {
            return place.expression().places(frame);
        }
        Reference slot = beginning.slot();
        if (frame.slot(slot.hops(), slot.index()) != null) {
            return place.expression().places(frame);
        }
        ScopeInstance scope = frame.scope();
        scope.slot(slot.hops(), slot.index(), beginning.skeleton());
        List<TreeNode> nodes;
        try {
            nodes = place.expression().places(frame);
        } finally {
            scope.restore(slot.hops(), slot.index(), null);
        }
        if (nodes.size() != 1) {
            slot.read(frame);
        }
        return nodes;
    }

    static String text(Object value) {
        return value instanceof TextNode node ? node.text() : XPathValues.toText(value);
    }
}

package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.List;

/**
 * The slots of the parts of a message: the slots of one variable, or of one variable for each part. A message without
 * parts has no slots and always has a value.
 *
 * @param messageType the name of the message type; null for a variable of an element or a type
 * @param parts the slot of each part in the order of the message; null for a part that is not kept
 * @param shapes the form that each part gets when it is copied, null for a part that stays the same; null when all stay
 */
public record MessageSlots(QualifiedName messageType, List<Reference> parts, List<ValueShape> shapes) {
    /** Makes the lists unmodifiable; they may contain null. */
    public MessageSlots {
        parts = java.util.Collections.unmodifiableList(new ArrayList<>(parts));
        shapes = shapes == null ? null : java.util.Collections.unmodifiableList(new ArrayList<>(shapes));
    }

    /** Creates slots whose parts are copied as they are. */
    public MessageSlots(QualifiedName messageType, List<Reference> parts) {
        this(messageType, parts, null);
    }

    private Element shaped(int part, Element value) {
        ValueShape shape = shapes == null ? null : shapes.get(part);
        return shape == null ? value : shape.of(value);
    }

    /**
     * Returns the values of all parts.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException uninitializedVariable when a part has no value
     */
    public List<Element> read(Frame frame) {
        if (parts.size() == 1) {
            return List.of(shaped(0, parts.get(0).read(frame)));
        }
        List<Element> message = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            message.add(shaped(i, parts.get(i).read(frame)));
        }
        return message;
    }

    /**
     * Assigns all parts or, when the limit for instances is exceeded, none.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException limitExceeded in that case
     */
    public void write(ScopeInstance scope, List<Element> message) {
        UndoLog undo = new UndoLog(parts.size() > 1);
        try {
            for (int i = 0; i < parts.size() && i < message.size(); i++) {
                Reference part = parts.get(i);
                if (part != null) {
                    undo.write(scope, part, shaped(i, message.get(i)));
                }
            }
        } catch (FaultException e) {
            undo.undo();
            throw e;
        }
    }

    /** Assigns all parts of a message that the instance holds already. */
    void restore(ScopeInstance scope, List<Element> message) {
        for (int i = 0; i < parts.size() && i < message.size(); i++) {
            Reference part = parts.get(i);
            if (part != null) {
                scope.restore(part.hops(), part.index(), shaped(i, message.get(i)));
            }
        }
    }

    /**
     * Copies all parts, also those without a value.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException uninitializedVariable when no part has a value; nothing is
     *     changed then
     */
    void copyTo(MessageSlots target, Frame frame, UndoLog undo) {
        if (!parts.isEmpty() && parts.stream().allMatch(part -> value(part, frame) == null)) {
            throw StandardFault.UNINITIALIZED_VARIABLE.thrown(
                    "Variable '" + parts.get(0).name() + "' has no value yet.");
        }
        for (int i = 0; i < parts.size(); i++) {
            undo.write(frame.scope(), target.parts.get(i), value(parts.get(i), frame));
        }
    }

    private static Element value(Reference part, Frame frame) {
        return frame.slot(part.hops(), part.index());
    }
}

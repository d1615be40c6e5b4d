package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.schema.ValueSchema;
import io.soabench.engine.runtime.xml.Element;

/**
 * A variable or part that is validated.
 *
 * @param slot where it is
 * @param type what it must be
 * @param schema where that is described
 */
public record ValueCheck(Reference slot, ValueSchema.Type type, ValueSchema schema) {
    /**
     * Validates.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException invalidVariables; uninitializedVariable when there is no value
     */
    void require(Frame frame) {
        check(slot.read(frame));
    }

    /** Validates, unless there is no value. */
    void requireIfPresent(Frame frame) {
        Element value = frame.slot(slot.hops(), slot.index());
        if (value != null) {
            check(value);
        }
    }

    private void check(Element value) {
        String problem = schema.problem(type, value);
        if (problem != null) {
            throw StandardFault.INVALID_VARIABLES.thrown("Variable '" + slot.name() + "' is not valid: " + problem);
        }
    }
}

package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.schema.ValueSchema;
import io.soabench.engine.runtime.xml.Element;

/**
 * A variable or part to validate.
 *
 * @param slot the slot of the variable or part
 * @param type the type that the value must have
 * @param schema the schema that declares the type
 */
public record ValueCheck(Reference slot, ValueSchema.Type type, ValueSchema schema) {
    /**
     * Checks that there is a valid value.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException invalidVariables; uninitializedVariable when there is no
     *     value
     */
    void require(Frame frame) {
        check(slot.read(frame));
    }

    /** Checks the value, if there is one. */
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

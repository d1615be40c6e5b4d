package io.soabench.engine.runtime.expression.terms;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.List;

/**
 * A path into a variable of a simple type. XPath sees such a variable as a string, a number or a boolean and not as a
 * node (WS-BPEL 2.0, section 8.2.2). So the path cannot be evaluated for any value, and is no place for a copy.
 */
public final class InvalidPath extends CompiledExpression {
    private final Reference variable;

    public InvalidPath(Reference variable) {
        this.variable = variable;
    }

    /** Raises uninitializedVariable where there is no value, else subLanguageExecutionFault. */
    @Override
    public Object evaluate(Slots slots) {
        throw failure(slots);
    }

    @Override
    public List<TreeNode> places(Slots slots) {
        throw failure(slots);
    }

    private FaultException failure(Slots slots) {
        variable.read(slots);
        return StandardFault.SUB_LANGUAGE_EXECUTION_FAULT.thrown("'$" + variable.name()
                + "' is of a simple type: it has no elements and attributes that a path could lead to.");
    }
}

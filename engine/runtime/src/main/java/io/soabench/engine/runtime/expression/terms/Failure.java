package io.soabench.engine.runtime.expression.terms;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.fault.StandardFault;
import java.util.List;

/** An expression that is known to fail, in a process that was deployed in spite of it. */
public final class Failure extends CompiledExpression {
    private final StandardFault fault;
    private final String reason;

    public Failure(StandardFault fault, String reason) {
        this.fault = fault;
        this.reason = reason;
    }

    @Override
    public Object evaluate(Slots slots) {
        throw fault.thrown(reason);
    }

    @Override
    public List<TreeNode> places(Slots slots) {
        throw fault.thrown(reason);
    }
}

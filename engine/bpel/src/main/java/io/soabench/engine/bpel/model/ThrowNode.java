package io.soabench.engine.bpel.model;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A {@code throw} (WS-BPEL 2.0, section 10.6).
 *
 * @param info the common part
 * @param faultName the name of the fault
 * @param faultVariable the variable with its data
 */
public record ThrowNode(ActivityInfo info, QName faultName, Optional<Variable> faultVariable) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}

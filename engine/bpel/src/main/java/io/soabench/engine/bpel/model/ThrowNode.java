package io.soabench.engine.bpel.model;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * {@code throw}, see {@link ActivityNode}.
 */
public record ThrowNode(ActivityInfo info, QName faultName, Optional<Variable> faultVariable) implements ActivityNode {
    @Override
    public <R> R accept(ActivityVisitor<R> visitor) {
        return visitor.visit(this);
    }
}

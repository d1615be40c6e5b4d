package io.soabench.engine.runtime.expression.terms;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.TreeNode;
import io.soabench.engine.runtime.schema.ValueSpace;
import java.util.List;

/**
 * A property whose text is the same for all texts of the same value, so that correlation sets compare values, not texts (WS-BPEL 2.0,
 * sections 7.2 and 9.1).
 */
public final class CanonicalValue extends CompiledExpression {
    private final CompiledExpression alias;
    private final ValueSpace space;

    /**
     * Makes a property.
     *
     * @param alias alias with the place of the property
     * @param space the values of its type
     */
    public CanonicalValue(CompiledExpression alias, ValueSpace space) {
        this.alias = alias;
        this.space = space;
    }

    @Override
    public Object evaluate(Slots slots) {
        return alias.evaluate(slots);
    }

    @Override
    public String string(Slots slots) {
        return space.canonical(alias.string(slots), prefix -> namespace(slots, prefix));
    }

    /**
     * Returns the meaning of a prefix at the one node that is selected; a computed text has no place and so no
     * declarations.
     */
    private String namespace(Slots slots, String prefix) {
        List<TreeNode> places = alias.places(slots);
        return places.size() == 1 ? places.get(0).namespaceOf(prefix) : null;
    }
}

package io.soabench.engine.runtime.expression.jaxen;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.StyleSheet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names in an expression, each resolved once. The library asks for a name at each evaluation, and the expression of
 * a property is compiled when it is resolved. Names that mean nothing are not kept, since an expression may make them
 * when it is evaluated. Thread-safe.
 */
final class ResolvedReferences implements References {
    private final References names;
    private final Map<String, Reference> variables = new ConcurrentHashMap<>(4);
    private final Map<String, Integer> links = new ConcurrentHashMap<>(2);
    private final Map<Property, CompiledExpression> properties = new ConcurrentHashMap<>(2);

    private record Property(String variable, String name) {}

    ResolvedReferences(References names) {
        this.names = names;
    }

    @Override
    public Reference variable(String name) {
        return variables.computeIfAbsent(name, names::variable);
    }

    @Override
    public int link(String name) {
        return links.computeIfAbsent(name, names::link);
    }

    @Override
    public CompiledExpression property(String variable, String property) {
        return properties.computeIfAbsent(
                new Property(variable, property), key -> names.property(key.variable(), key.name()));
    }

    @Override
    public StyleSheet styleSheet(String address) {
        return names.styleSheet(address);
    }
}

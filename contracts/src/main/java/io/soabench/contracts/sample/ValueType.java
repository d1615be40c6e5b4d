package io.soabench.contracts.sample;

import java.util.Optional;

/** The simple type of an element or attribute. Immutable. */
public final class ValueType {

    private final SimpleType type;

    ValueType(SimpleType type) {
        this.type = type;
    }

    /** Returns the name of the type, with its namespace, or {@code xs:int}; for a type without a name a description. */
    public String name() {
        return type.name();
    }

    /** Returns the local name of the built-in type from which it is derived; empty for lists and unions. */
    public String builtIn() {
        return type.variety() == SimpleType.Variety.ATOMIC ? type.builtIn() : "";
    }

    /** Returns whether every text is a value. */
    public boolean any() {
        return type.variety() == SimpleType.Variety.ATOMIC
                && type.steps().isEmpty()
                && switch (type.builtIn()) {
                    case "string", "normalizedString", "token", "anySimpleType", "anyAtomicType" -> true;
                    default -> false;
                };
    }

    /**
     * Returns why a text is not a value, so that it can follow "which": {@code is no xs:int, a whole number}. White
     * space counts as the type prescribes.
     *
     * @return empty when it is a value
     */
    public Optional<String> problem(String text) {
        return ValueRules.problem(type, type.normalized(text));
    }
}

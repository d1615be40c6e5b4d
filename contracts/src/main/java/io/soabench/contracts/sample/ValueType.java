package io.soabench.contracts.sample;

import java.util.Optional;

/** The simple type of an element or attribute. Immutable. */
public final class ValueType {

    private final SimpleType type;

    ValueType(SimpleType type) {
        this.type = type;
    }

    /** Of the type, with its namespace, or {@code xs:int}; of one without a name the sentence says so. */
    public String name() {
        return type.name();
    }

    /** Returns the local name of the built-in type from which it is derived; empty for lists and unions. */
    public String builtIn() {
        return type.variety() == SimpleType.Variety.ATOMIC ? type.builtIn() : "";
    }

    /** Whether every text is a value. */
    public boolean any() {
        return type.variety() == SimpleType.Variety.ATOMIC
                && type.steps().isEmpty()
                && switch (type.builtIn()) {
                    case "string", "normalizedString", "token", "anySimpleType", "anyAtomicType" -> true;
                    default -> false;
                };
    }

    /**
     * Why a text is no value, so that it can follow "which": {@code is no xs:int, a whole number}. White space counts as the type says.
     *
     * @return empty when it is a value
     */
    public Optional<String> problem(String text) {
        return ValueRules.problem(type, type.normalized(text));
    }
}

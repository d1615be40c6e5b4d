package io.soabench.distribution;

/**
 * A parameter of a kind of distribution.
 *
 * @param name as in the language and in its Ecore
 * @param called its name in messages
 * @param named whether its name is written in front of its value
 * @param role in which unit it is
 * @param least the condition that its value must fulfil
 */
public record Parameter(String name, String called, boolean named, Role role, Least least) {

    /** The unit of a parameter, relative to the unit of the distributed quantity. */
    public enum Role {
        /** The unit of the quantity, for example of a mean. */
        VALUE,
        /** The square of that unit, for example of a variance. */
        SQUARE,
        /** The inverse of that unit, for example of the rate of a distribution of times. */
        INVERSE,
        /** No unit, for example of a shape. */
        NUMBER
    }

    /** The condition on the value of a parameter, which is always a finite number. */
    public enum Least {
        /** Any number. */
        ANY,
        /** Zero or more. */
        ZERO,
        /** More than zero. */
        ABOVE_ZERO
    }

    static Parameter of(String name, Least least) {
        return new Parameter(name, name, true, Role.VALUE, least);
    }

    Parameter unnamed() {
        return new Parameter(name, called, false, role, least);
    }

    Parameter called(String words) {
        return new Parameter(name, words, named, role, least);
    }

    Parameter in(Role other) {
        return new Parameter(name, called, named, other, least);
    }

    /** Returns whether it may have that value. */
    public boolean allows(double value) {
        return Double.isFinite(value)
                && switch (least) {
                    case ANY -> true;
                    case ZERO -> value >= 0;
                    case ABOVE_ZERO -> value > 0;
                };
    }

    /** Returns the demand on the parameter, in words that continue "but must". */
    public String demand() {
        return switch (least) {
            case ANY -> "be a number";
            case ZERO -> "not be below 0";
            case ABOVE_ZERO -> "be above 0";
        };
    }
}

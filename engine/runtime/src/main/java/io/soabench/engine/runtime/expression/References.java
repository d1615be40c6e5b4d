package io.soabench.engine.runtime.expression;

import java.util.function.Function;

/** The names in an expression, resolved at compile time as seen from its place. */
public interface References {
    /**
     * Returns the slot of a variable ({@code v}) or a part ({@code v.part}).
     *
     * @return the reference, or null when there is no such variable
     */
    Reference variable(String name);

    /**
     * Returns the position of a link among the targets of the activity whose join condition is compiled.
     *
     * @return the position, or -1 when the name is no such link
     */
    int link(String name);

    /**
     * Returns the expression of a call of {@code bpel:getVariableProperty}.
     *
     * @param variable name of the variable
     * @param property qualified name of the property as written, with prefix
     * @return the expression, or null when there is no such property of that variable
     */
    CompiledExpression property(String variable, String property);

    /**
     * Returns a style sheet of the process.
     *
     * @param address as written
     * @return the style sheet, or null when there is none
     */
    StyleSheet styleSheet(String address);

    /**
     * Makes references of variables only.
     *
     * @param variables slot of a name, or null
     */
    static References ofVariables(Function<String, Reference> variables) {
        return new References() {
            @Override
            public Reference variable(String name) {
                return variables.apply(name);
            }

            @Override
            public int link(String name) {
                return -1;
            }

            @Override
            public CompiledExpression property(String variable, String property) {
                return null;
            }

            @Override
            public StyleSheet styleSheet(String address) {
                return null;
            }
        };
    }
}

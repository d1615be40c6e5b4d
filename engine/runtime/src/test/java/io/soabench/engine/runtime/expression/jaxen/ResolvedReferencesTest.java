package io.soabench.engine.runtime.expression.jaxen;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.StyleSheet;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResolvedReferencesTest {
    private static final Reference TEXT = new Reference(0, 0, Reference.Kind.NODE, "v");

    private final List<String> asked = new ArrayList<>();

    private final References counted = new References() {
        @Override
        public Reference variable(String name) {
            asked.add(name);
            return name.equals("v") ? TEXT : null;
        }

        @Override
        public int link(String name) {
            return -1;
        }

        @Override
        public CompiledExpression property(String variable, String property) {
            asked.add(property);
            return ExpressionCompiler.property(ExpressionCompiler.whole(TEXT), "q", Reference.Kind.NODE);
        }

        @Override
        public StyleSheet styleSheet(String address) {
            return null;
        }
    };

    private static final Slots SLOTS = new Slots() {
        @Override
        public Element slot(int hops, int index) {
            return Element.text("", "", "v", "seven");
        }

        @Override
        public boolean link(int index) {
            return false;
        }

        @Override
        public long instanceId() {
            return 1;
        }
    };

    @Test
    void shouldResolveNamesOnceForAllEvaluations() throws Exception {
        GeneralExpression expression = new GeneralExpression(
                JaxenPaths.parse("concat($v, '-', bpel:getVariableProperty('v', 'p:q'))"),
                Map.of("bpel", "http://docs.oasis-open.org/wsbpel/2.0/process/executable")::get,
                counted,
                null);

        for (int i = 0; i < 3; i++) {
            assertThat(expression.string(SLOTS)).isEqualTo("seven-seven");
        }

        assertThat(asked).containsExactlyInAnyOrder("v", "p:q");
    }

    @Test
    void shouldKeepNoNameThatMeansNothing() {
        ResolvedReferences names = new ResolvedReferences(counted);

        assertThat(names.variable("w")).isNull();
        assertThat(names.variable("w")).isNull();
        assertThat(names.variable("v")).isSameAs(names.variable("v"));
        assertThat(asked).containsExactly("w", "w", "v");
    }
}

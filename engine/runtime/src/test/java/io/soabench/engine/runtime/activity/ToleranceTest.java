package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Problem;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.compile.UncompilableProcessException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that are deployed with problems for which the standard has a fault at run time. */
class ToleranceTest {
    private static String forEach(String last, String branches) {
        return "<forEach counterName=\"n\" parallel=\"no\"><startCounterValue>1</startCounterValue><finalCounterValue>"
                + last + "</finalCounterValue>" + branches + "<scope><empty/></scope></forEach>";
    }

    private static String body(String kind) {
        return switch (kind) {
            case "syntax" -> set("$i", "1 +");
            case "prefix" -> set("$i", "$request.body/unknown:a");
            case "function" -> set("$i", "c:unknown()");
            case "context" -> set("$i", "c:id");
            case "message" -> "<assign><copy><from variable=\"request\"/><to variable=\"response\"/></copy></assign>";
            case "counter" -> forEach("'x'", "");
            default -> forEach("2", "<completionCondition><branches>3</branches></completionCondition>");
        };
    }

    @ParameterizedTest
    @CsvSource({
        "syntax, subLanguageExecutionFault", "prefix, subLanguageExecutionFault", "function, subLanguageExecutionFault",
        "context, subLanguageExecutionFault", "message, mismatchedAssignmentFailure", "counter, invalidExpressionValue",
        "branches, invalidBranchCondition"
    })
    void shouldRaiseStandardFaultWhenProblemIsTolerated(String kind, String fault) {
        assertThat(between(body(kind) + respond("1")).run().text()).isEqualTo("fault " + fault);
        assertThat(between("<scope><faultHandlers><catch faultName=\"bpel:" + fault
                                + "\"><empty/></catch></faultHandlers>" + body(kind) + "</scope>" + respond("'caught'"))
                        .run()
                        .text())
                .isEqualTo("caught");
    }

    @Test
    void shouldRefuseWhenAProblemHasNoFault() {
        ProcessDefinition definition = ProcessFixture.definition(
                "",
                "<sequence>" + ProcessFixture.RECEIVE + set("$nothing", "1 +") + ProcessFixture.REPLY + "</sequence>");

        UncompilableProcessException refused = Assertions.catchThrowableOfType(
                UncompilableProcessException.class, () -> ProcessCompiler.compile(definition));

        assertThat(refused.problems()).extracting(Problem::code).contains("BPEL-VARIABLE");
    }
}

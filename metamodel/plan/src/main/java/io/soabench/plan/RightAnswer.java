package io.soabench.plan;

import io.soabench.plan.AnswerFormula.Call;
import io.soabench.plan.MockPlan.Draw;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;

/** The right answer to a functional check: computed from what the mocked services of the compiled testbed will answer. */
public final class RightAnswer {

    private RightAnswer() {}

    /**
     * Returns the right envelope.
     *
     * @param compiled the compiled testbed
     * @param answer path of the right answer in it, see {@link CheckPlan#answer}
     * @param uiid identifier of the request
     * @throws IOException when it, or the description of a service that it names, cannot be read
     * @throws IllegalArgumentException when it names a call without an answer in the compiled testbed
     */
    public static String of(Path compiled, String answer, String uiid) throws IOException {
        return AnswerFormula.filled(
                Files.readString(compiled.resolve(answer)),
                uiid,
                call -> BigInteger.valueOf(value(compiled, call, uiid)));
    }

    private static long value(Path compiled, Call call, String uiid) {
        String instance = call.service() + "-" + Math.max(1, call.instance());
        MockPlan mock = Json.read(compiled.resolve("mocks").resolve(instance).resolve(RunFiles.MOCK), MockPlan.class);
        return mock.draws().stream()
                .filter(draw -> call.element().isEmpty() || draw.element().equals(call.element()))
                .mapToLong((Draw draw) -> draw.value(uiid, call.step()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        instance + " draws nothing that \"" + call + "\" could be; compile the testbed again"));
    }
}

package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.MockPlan.Draw;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DrawTest {

    @Test
    void shouldDependOnIdentifierStepAndKeyOnly() {
        Draw draw = new Draw("price", 1, 1_000_000, 42);

        assertThat(draw.value("office.3.17", 1)).isEqualTo(new Draw("other", 1, 1_000_000, 42).value("office.3.17", 1));
        assertThat(draw.value("office.3.17~2", 1)).isEqualTo(draw.value("office.3.17", 1));
        assertThat(List.of(
                        draw.value("office.3.17", 1),
                        draw.value("office.3.17", 2),
                        draw.value("office.3.18", 1),
                        draw.value("office.4.17", 1),
                        new Draw("price", 1, 1_000_000, 43).value("office.3.17", 1)))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldNeverChange() {
        // What was answered in a run can be told from its plan for ever.
        assertThat(new Draw("price", 1, 100, 0x5eed).value("-check.1.1", 1)).isEqualTo(97);
        assertThat(new Draw("price", Long.MIN_VALUE, Long.MAX_VALUE, 1).value("", 0))
                .isEqualTo(6238072747940578789L);
    }

    @Test
    void shouldGiveEachNumberAsOften() {
        Draw draw = new Draw("price", -3, 6, 2_010);
        long[] counts = new long[10];
        for (int client = 1; client <= 100; client++) {
            for (int n = 1; n <= 200; n++) {
                for (int step = 1; step <= 5; step++) {
                    counts[(int) draw.value("H4." + client + "." + n, step) + 3]++;
                }
            }
        }
        double chiSquare = 0;
        for (long count : counts) {
            chiSquare += (count - 10_000.0) * (count - 10_000.0) / 10_000;
        }
        // The 99.9th percentile of the chi-square distribution with nine degrees of freedom.
        assertThat(chiSquare).isLessThan(27.9);
    }

    @Test
    void shouldTellTheRightAnswer(@TempDir Path compiled) throws Exception {
        Draw draw = new Draw("price", 1, 100, 7);
        MockPlan mock = new MockPlan(
                        "quotes",
                        1,
                        "quotes-1",
                        "quote.wsdl",
                        "urn:quote",
                        "QuoteService",
                        "QuotePort",
                        new MockPlan.UiidSource(MockPlan.UiidSource.Kind.ARRIVAL, List.of(), List.of(), ""),
                        List.of())
                .drawing(List.of(draw));
        Files.createDirectories(compiled.resolve("mocks/quotes-1"));
        Json.write(compiled.resolve("mocks/quotes-1/mock.json"), mock);
        Files.writeString(compiled.resolve("answer.xml"), "<o>${uiid}: ${quotes#1 + quotes#2}</o>");

        assertThat(RightAnswer.of(compiled, "answer.xml", "-check.1.2"))
                .isEqualTo("<o>-check.1.2: " + (draw.value("-check.1.2", 1) + draw.value("-check.1.2", 2)) + "</o>");
    }
}

package io.soabench.ide.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.words.Tokens;
import io.soabench.dsl.words.Unit;
import io.soabench.ide.model.Models;
import java.io.StringReader;
import java.util.List;
import java.util.stream.StreamSupport;
import org.eclipse.xtext.parser.IParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a text when its syntax errors are taken out. */
class MendedTextTest {

    private static final String MODEL =
            """
            testbed sample
            seed 1

            host here

            server engine : reference on here {
                heap 256 MiB
                workers 2
            }

            workload office closed { clients 2  think time 5 ms }

            suite Quick {
                repeat 2
                case on engine for process in (A), workload in (office)
            }
            """;

    private static List<MendedText.Fault> faults(String text) {
        return StreamSupport.stream(
                        Models.language()
                                .get(IParser.class)
                                .parse(new StringReader(text))
                                .getSyntaxErrors()
                                .spliterator(),
                        false)
                .map(node -> new MendedText.Fault(node.getOffset(), node.getLength()))
                .toList();
    }

    private static MendedText mend(String text) {
        return MendedText.of(text, MendedTextTest::faults);
    }

    @Test
    void shouldLeaveATextWithoutErrorsAsItIs() {
        MendedText mended = mend(MODEL);

        assertThat(mended.text()).isEqualTo(MODEL);
        assertThat(mended.isTorn()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heap 256 MiB\theap [256 MiB",
                "heap 256 MiB\t= heap 256 MiB",
                "    workers 2\n}\t    workers 2\n",
                "think time 5 ms\tthink tme 5 ms",
                "host here\thost here {",
                "repeat 2\trepeat 2 2",
                "case on engine\tcase on on engine",
                "seed 1\tseed x",
                "workload office closed\tworkload office clsed",
                "(office)\t(office",
                "heap 256 MiB\theap \"256",
                "server engine :\tserver engine",
            })
    void shouldTakeOneErrorOutAndKeepTheRest(String change) {
        String[] parts = change.split("\t", -1);
        String broken = MODEL.replace(parts[0], parts[1]);
        assertThat(faults(broken)).isNotEmpty();

        MendedText mended = mend(broken);

        assertThat(faults(mended.text())).isEmpty();
        assertThat(mended.isTorn()).isTrue();
        assertThat(mended.torn()).hasSize(1);
        // What is not torn is there to the last character.
        for (Unit unit : Unit.of(broken, Tokens.of(broken))) {
            if (!mended.torn().contains(unit)) {
                assertThat(mended.text().substring(unit.start(), unit.end()))
                        .isEqualTo(broken.substring(unit.start(), unit.end()));
            }
        }
    }

    @Test
    void shouldKeepWhatStandsBesideAnErrorInTheSameElement() {
        MendedText mended = mend(MODEL.replace("heap 256 MiB", "heap 256 MiB ]"));

        assertThat(mended.text()).contains("heap 256 MiB", "workers 2").doesNotContain("]");
        assertThat(mended.lost()).isEmpty();
    }

    @Test
    void shouldTakeOutWhatCannotBeMended() {
        MendedText mended = mend(MODEL.replace("host here", "host here there"));

        assertThat(mended.text()).contains("host here").doesNotContain("there");

        MendedText lost = mend(MODEL.replace("host here", "host \"here\""));

        assertThat(lost.lost()).hasSize(1);
        assertThat(lost.text()).doesNotContain("host");
    }
}

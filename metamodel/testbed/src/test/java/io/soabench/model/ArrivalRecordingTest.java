package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.model.testbed.Unit;
import org.junit.jupiter.api.Test;

class ArrivalRecordingTest {

    @Test
    void shouldCountTimesFromTheFirstArrival() {
        ArrivalRecording recording =
                ArrivalRecording.parse("at,who\n# of Monday\n1000,a\n1250,b\n\n1250;c\n1500\td\n", Unit.MILLISECOND);

        assertThat(recording.problems()).isEmpty();
        assertThat(recording.size()).isEqualTo(4);
        assertThat(recording.seconds(0)).isZero();
        assertThat(recording.seconds(1)).isEqualTo(0.25);
        assertThat(recording.seconds(2)).isEqualTo(0.25);
        assertThat(recording.seconds(3)).isEqualTo(0.5);
    }

    @Test
    void shouldLastAMeanDistanceBeyondItsLastArrival() {
        assertThat(ArrivalRecording.parse("0\n1\n4\n", Unit.SECOND).seconds()).isEqualTo(6, within(1e-12));
    }

    @Test
    void shouldKeepMicrosecondsOfTimesSinceTheEpoch() {
        ArrivalRecording recording = ArrivalRecording.parse("1700000000.000001\n1700000000.000004\n", Unit.SECOND);

        assertThat(recording.seconds(1)).isEqualTo(3e-6, within(1e-15));
    }

    @Test
    void shouldNameEachLineThatIsWrong() {
        assertThat(ArrivalRecording.parse("0\nsoon\n2\n1\n3\n", Unit.SECOND).problems())
                .extracting(ArrivalRecording.Problem::line)
                .containsExactly(2, 4);
        assertThat(ArrivalRecording.parse("0\n1e999999999\n1e309\n2\n", Unit.SECOND)
                        .problems())
                .extracting(ArrivalRecording.Problem::line)
                .containsExactly(2, 3);
        assertThat(ArrivalRecording.parse("time\nsoon\n", Unit.SECOND).problems())
                .extracting(ArrivalRecording.Problem::line)
                .containsExactly(2);
    }

    @Test
    void shouldReadDecimalCommasBetweenSemicolonsAndTabs() {
        for (String text : new String[] {"t;x\n0,00;a\n0,05;a\n1,5;b\n", "0,00\ta\n0,05\ta\n1,5\tb\n"}) {
            ArrivalRecording recording = ArrivalRecording.parse(text, Unit.SECOND);

            assertThat(recording.problems()).isEmpty();
            assertThat(recording.seconds(1)).isEqualTo(0.05, within(1e-12));
            assertThat(recording.seconds(2)).isEqualTo(1.5, within(1e-12));
        }
    }

    @Test
    void shouldRefuseACommaThatMayBeDecimal() {
        for (String text : new String[] {
            "0,05\n0,10\n1,15\n",
            "t\n0,05\n0,10\n1,15\n",
            "a,b\n0,05,1\n0,10,1\n1,15,1\n",
            "1.234,5;a\n1.235,5;a\n2.235,5;a\n"
        }) {
            assertThat(ArrivalRecording.parse(text, Unit.SECOND).problems())
                    .as(text)
                    .hasSize(3)
                    .allMatch(problem -> problem.text().contains("decimal comma"));
        }
        assertThat(ArrivalRecording.parse("at,status\n1,200\n2,200\n", Unit.SECOND)
                        .problems())
                .isEmpty();
        assertThat(ArrivalRecording.parse("1.5,200\n2.5,200\n", Unit.SECOND).problems())
                .isEmpty();
    }

    @Test
    void shouldRefuseARecordingWithoutARate() {
        for (String text : new String[] {"", "1\n", "1\n1\n", "time\n"}) {
            assertThat(ArrivalRecording.parse(text, Unit.SECOND).problems()).hasSize(1);
        }
    }
}

package io.soabench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.model.testbed.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results files of JMeter as recordings of arrivals. */
class JMeterResultsTest {

    /** A request that begins first and ends last stands in the last line. */
    @Test
    void shouldSortStartsOfRequests() {
        ArrivalRecording recording = ArrivalRecording.parse(
                """
                timeStamp,elapsed,label,responseCode
                1700000000500,10,"find, then book",200
                1700000001500,10,book,200
                1700000000000,9000,slow,200
                """,
                Unit.MILLISECOND);

        assertThat(recording.problems()).isEmpty();
        assertThat(recording.size()).isEqualTo(3);
        assertThat(recording.seconds(1)).isEqualTo(0.5, within(1e-12));
        assertThat(recording.seconds(2)).isEqualTo(1.5, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timeStamp;label\n2026/05/01 09:30:01.250;b\n2026/05/01 09:30:01.000;a\n",
                "label,timeStamp\nb,2026-05-01T09:30:01.25Z\na,2026-05-01T11:30:01+02:00\n",
                "timeStamp,label\n\"2026-05-01 09:30:01,250\",b\n2026-05-01 09:30:01,a\n",
                "\uFEFFtimeStamp,label\r\n\"1700000000250\",b\r\n\"1700000000000\",\"a \"\"1\"\"\nand on\"\r\n"
            })
    void shouldReadDatesAndQuotedNumbers(String text) {
        ArrivalRecording recording = ArrivalRecording.parse(text, Unit.MILLISECOND);

        assertThat(recording.problems()).isEmpty();
        assertThat(recording.size()).isEqualTo(2);
        assertThat(recording.seconds(1)).isEqualTo(0.25, within(1e-12));
    }

    @Test
    void shouldLeaveTransactionsOut() {
        ArrivalRecording recording = ArrivalRecording.parse(
                """
                timeStamp,label,responseMessage
                1000,a,OK
                2000,b,OK
                900,both,"Number of samples in transaction : 2, number of failing samples : 0"
                """,
                Unit.MILLISECOND);

        assertThat(recording.size()).isEqualTo(2);
        assertThat(recording.seconds(1)).isEqualTo(1);
    }

    @Test
    void shouldNameLinesThatAreWrong() {
        assertThat(ArrivalRecording.parse("timeStamp,label\n1,\"a\nb\"\nsoon,c\n3,d\n", Unit.MILLISECOND)
                        .problems())
                .containsExactly(new ArrivalRecording.Problem(
                        4,
                        "\"soon\" is no time; the column timeStamp has milliseconds, or dates such as"
                                + " 2026/05/01 09:30:00.125"));
        assertThat(ArrivalRecording.parse("timeStamp,label\n1,a\n2,b\n", Unit.SECOND)
                        .problems())
                .containsExactly(new ArrivalRecording.Problem(
                        2, "the column timeStamp of JMeter has milliseconds; write ms behind the file name"));
        assertThat(ArrivalRecording.parse("<?xml version=\"1.0\"?>\n<testResults version=\"1.2\">\n", Unit.MILLISECOND)
                        .problems())
                .containsExactly(new ArrivalRecording.Problem(
                        1, "this is a results file of JMeter in XML; let JMeter save results as CSV"));
        assertThat(ArrivalRecording.parse("timeStamp,label\n5,a\n5,b\n", Unit.MILLISECOND)
                        .problems())
                .hasSize(1);
    }
}

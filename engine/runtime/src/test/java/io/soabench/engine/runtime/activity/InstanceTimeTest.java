package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an instance does follows from what happens to it alone: the time it sees, and the order of nodes. */
class InstanceTimeTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String XPATH_2 =
            "<from expressionLanguage=\"urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0\">";
    private static final String XQUERY =
            "<from expressionLanguage=\"urn:oasis:names:tc:wsbpel:2.0:sublang:xquery1.0\">";
    private static final String UTC = "adjust-dateTime-to-timezone(current-dateTime(), xs:dayTimeDuration('PT0H'))";
    private static final String AND_AGAIN = "concat($s, ' ', " + UTC + ")";
    private static final String BOTH = respond("$s");

    private static String time(String variable, String from, String expression) {
        return "<assign><copy>" + from + "string(" + expression + ")</from><to>" + variable + "</to></copy></assign>";
    }

    @ParameterizedTest
    @ValueSource(strings = {XPATH_2, XQUERY})
    void shouldSeeOneTimeUntilSomethingElseHappens(String language) {
        ProcessFixture process =
                between(time("$s", language, UTC) + "<empty/>" + time("$s", language, AND_AGAIN) + BOTH);
        process.worker.pass(90 * SECOND_NS);
        process.worker.tickNs = SECOND_NS;

        String[] times = process.run().text().split(" ", 2);

        assertThat(times[0]).matches("1970-01-01T00:01:3\\dZ");
        assertThat(times[1]).isEqualTo(times[0]);
    }

    @Test
    void shouldSeeALaterTimeAfterAnAnswer() {
        ProcessFixture process =
                between(time("$s", XPATH_2, UTC) + ask("hold") + time("$s", XPATH_2, AND_AGAIN) + BOTH);
        ProcessFixture.Answer answer = process.run();

        process.worker.pass(5 * SECOND_NS);
        process.release("hold");

        assertThat(answer.text()).isEqualTo("1970-01-01T00:00:00Z 1970-01-01T00:00:05Z");
    }

    @Test
    void shouldGiveStyleSheetsTheSameTime() {
        ProcessFixture process = between("<assign><copy><from>bpel:doXslTransform('time.xsl', $request.body)</from>"
                + "<to variable=\"response\" part=\"body\"/></copy></assign>");
        process.worker.pass(3_600 * SECOND_NS);

        assertThat(process.run().text()).isEqualTo("1970-01-01T01:00:00Z");
    }

    @Test
    void shouldKeepTheZoneThatTheEngineHadWhenTheProcessWasDeployed() {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
            ProcessFixture process = between("<assign><copy>" + XPATH_2
                    + "string(implicit-timezone())</from><to>$s</to>" + "</copy></assign>" + respond("$s"));
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));

            assertThat(process.run().text()).isEqualTo("PT5H30M");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void shouldRingADeadlineThatIsComputedFromTheTimeOfTheInstance() {
        ProcessFixture process = between(time("$s", XPATH_2, UTC + " + xs:dayTimeDuration('PT10S')")
                + "<wait><until>$s</until></wait>" + respond("$s"));
        ProcessFixture.Answer answer = process.run();

        process.worker.pass(10 * SECOND_NS - 1);
        assertThat(answer.isGiven()).isFalse();
        process.worker.pass(1);

        assertThat(answer.text()).isEqualTo("1970-01-01T00:00:10Z");
    }

    /** Of several trees that functions return, the first one's nodes come first. */
    @Test
    void shouldOrderTreesOfFunctionsByTheirCalls() {
        String trees = "(bpel:doXslTransform('wrap.xsl', $request.body, 'who', 'a')"
                + " | bpel:doXslTransform('wrap.xsl', $request.body, 'who', 'b')"
                + " | bpel:doXslTransform('wrap.xsl', $request.body, 'who', 'c'))";
        ProcessFixture process = between(respond("concat(" + trees + "[1], ',', " + trees + "[last()])"));

        for (int i = 0; i < 20; i++) {
            assertThat(process.run().text()).isEqualTo("a 1,c 1");
        }
    }

    @Test
    void shouldNotCountTheSameTreeTwiceWhenAFunctionReturnsItAgain() {
        ProcessFixture process = between(set("$s", "'x'") + respond("count($request.body | $request.body)"));

        assertThat(process.run().text()).isEqualTo("1");
    }
}

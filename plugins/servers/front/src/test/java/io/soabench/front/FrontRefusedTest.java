package io.soabench.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXParseException;

class FrontRefusedTest {

    @Test
    void shouldHaveEachMessageOfAChainOnce() {
        IOException deepest = new IOException("line 3 is wrong");
        Exception repeats = new IllegalStateException("cannot parse a.xml: line 3 is wrong", deepest);

        assertThat(FrontRefused.reason(new IllegalStateException("no deployment", repeats)))
                .isEqualTo("no deployment: cannot parse a.xml: line 3 is wrong");
    }

    @Test
    void shouldLeaveOutAMessageThatIsItsCauseWithTheNameOfAClass() {
        assertThat(FrontRefused.reason(new RuntimeException(new IOException("line 3 is wrong"))))
                .isEqualTo("line 3 is wrong");
    }

    @Test
    void shouldNameTheLineThatAParserKnows() {
        SAXParseException parser = new SAXParseException("no attribute b", "", "a.xml", 8, 12);

        assertThat(FrontRefused.reason(new IllegalStateException("no attribute b", parser)))
                .isEqualTo("line 8, column 12: no attribute b");
    }

    @Test
    void shouldBeOneLine() {
        assertThat(FrontRefused.reason(new IOException("errors:\n * line 3\r\n * line 4\n")))
                .isEqualTo("errors: * line 3 * line 4");
    }

    @Test
    void shouldNameTheClassWhereThereIsNoMessage() {
        assertThat(FrontRefused.reason(new IllegalStateException("not started", new StackOverflowError())))
                .isEqualTo("not started: StackOverflowError");
    }
}

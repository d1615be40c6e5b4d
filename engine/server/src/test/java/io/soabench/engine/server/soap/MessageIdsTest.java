package io.soabench.engine.server.soap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The identifiers of answers, in one start of an engine and in several. */
class MessageIdsTest {
    @Test
    void shouldGiveOtherNamesInAnotherLife() {
        MessageIds first = new MessageIds("e", "1a");
        MessageIds second = new MessageIds("e", "1b");

        assertThat(first.engine()).isEqualTo(second.engine()).isEqualTo("e");
        assertThat(first.next()).isEqualTo("urn:soabench:e:answer:1a:1");
        assertThat(second.next()).isEqualTo("urn:soabench:e:answer:1b:1");
        assertThat(new MessageIds("e").next()).isEqualTo("urn:soabench:e:answer:1");
    }
}

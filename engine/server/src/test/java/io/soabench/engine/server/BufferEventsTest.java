package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BufferEventsTest {

    private static final String ENABLED = "io.netty.jfr.enabled";

    private final String before = System.getProperty(ENABLED);

    @BeforeEach
    void ask() {
        System.clearProperty(ENABLED);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(ENABLED);
        } else {
            System.setProperty(ENABLED, before);
        }
    }

    @Test
    void shouldTellNothingByItself() {
        BufferEvents.unlessAskedFor();

        assertThat(System.getProperty(ENABLED)).isEqualTo("false");
    }

    @Test
    void shouldTellWhenAsked() {
        System.setProperty(ENABLED, "true");

        BufferEvents.unlessAskedFor();

        assertThat(System.getProperty(ENABLED)).isEqualTo("true");
    }
}

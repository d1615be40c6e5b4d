package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeakSamplingTest {

    private static final String LEVEL = "io.netty.leakDetection.level";

    private final Level before = ResourceLeakDetector.getLevel();
    private final String asked = System.getProperty(LEVEL);

    @BeforeEach
    void sample() {
        ResourceLeakDetector.setLevel(Level.SIMPLE);
        System.clearProperty(LEVEL);
    }

    @AfterEach
    void restore() {
        ResourceLeakDetector.setLevel(before);
        if (asked == null) {
            System.clearProperty(LEVEL);
        } else {
            System.setProperty(LEVEL, asked);
        }
    }

    @Test
    void shouldNotSampleByItself() {
        LeakSampling.unlessAskedFor();

        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(Level.DISABLED);
    }

    @Test
    void shouldSampleWhenAsked() {
        System.setProperty(LEVEL, "paranoid");

        LeakSampling.unlessAskedFor();

        assertThat(ResourceLeakDetector.getLevel()).as("as Netty read it").isEqualTo(Level.SIMPLE);
    }
}

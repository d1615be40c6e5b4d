package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ExitHookTest {

    @Test
    void shouldRunItsActionOnceWhenItIsClosedTwice() {
        AtomicInteger runs = new AtomicInteger();
        ExitHook hook = new ExitHook("test-hook", runs::incrementAndGet);
        assertThat(runs).hasValue(0);

        hook.close();
        hook.close();

        assertThat(runs).hasValue(1);
    }
}

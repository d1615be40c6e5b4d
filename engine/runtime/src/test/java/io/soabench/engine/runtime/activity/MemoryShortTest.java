package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MemoryShortTest {
    private final AtomicBoolean isShort = new AtomicBoolean(true);
    private final ProcessFixture process = between(ask("hold") + respond("'done'"));

    @Test
    void shouldStartNoInstanceBesideOthersWhileTheHeapIsNearlyFull() {
        process.kernel.startNoneWhile(isShort::get);
        assertThat(process.kernel.isFull()).isFalse();
        ProcessFixture.Answer first = process.run();
        assertThat(process.asked).as("one that runs alone").containsExactly("hold");

        assertThat(process.kernel.isFull()).isTrue();
        ProcessFixture.Answer second = new ProcessFixture.Answer();
        assertThat(process.offer("run", request("2", 1, ""), second)).isFalse();
        assertThat(process.running()).isOne();

        process.release("hold");
        process.worker.drain();
        assertThat(first.text()).as("one that runs already").isEqualTo("done");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldStartInstancesAgainWhenThereIsRoom() {
        process.kernel.startNoneWhile(isShort::get);
        process.run();

        isShort.set(false);

        assertThat(process.kernel.isFull()).isFalse();
        process.run();
        assertThat(process.running()).isEqualTo(2);
    }
}

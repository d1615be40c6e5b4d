package io.soabench.engine.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

/** Policy {@code pipeline}. */
class PipelineSchedulerTest extends SchedulerContract {
    private PipelineScheduler pipeline;

    @Override
    protected Scheduler open(ThreadFactory factory) {
        pipeline = new PipelineScheduler(WORKERS, factory, CAPACITY, new SystemEngineClock(), tested.kernel::failed);
        return pipeline;
    }

    @Override
    protected int alarms() {
        return pipeline.alarms();
    }

    @Test
    void shouldPlaceInstancesInTurnWhereverTheyCome() {
        Worker first = place();
        Worker second = scheduler().place(first);

        assertThat(second).isNotEqualTo(first);
        assertThat(place()).isEqualTo(first);
        assertThat(scheduler().workers()).containsExactly(first, second);
        assertThat(scheduler().threads()).isEqualTo(WORKERS);
    }
}

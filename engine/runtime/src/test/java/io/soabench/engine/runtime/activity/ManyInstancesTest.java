package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.limited;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.ReplyTo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many instances that are made anew at one start; {@code -Dsoabench.recovered=1000000} makes them more. */
@Timeout(1_800)
class ManyInstancesTest {
    private static final int COUNT = Integer.getInteger("soabench.recovered", 20_000);
    private static final int STEP = 1_000;
    private static final KernelLimits LIMITS = new KernelLimits(COUNT + 1, 500, 10_000_000, 1L << 40, 1L << 40);
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(1, 2), 0);

    @TempDir
    private Path folder;

    private final AtomicReference<IOException> failure = new AtomicReference<>();

    private static ProcessFixture process() {
        return limited(
                LIMITS,
                "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>" + respond("'done'"));
    }

    private DurableInstances open(JournalFolder files, ProcessFixture process) throws IOException {
        DurableInstances instances = DurableInstances.open(
                files,
                OWNER,
                JournalSettings.SEGMENT_BYTES,
                process.worker,
                new RequestKeys(RequestKeys.Bounds.DEFAULT, process.worker),
                DurableInstances.DEFAULT_SNAPSHOT_RECORDS);
        process.deployment.stored(1, ZoneId.of("UTC"));
        DurableInstances.attach(process.kernel, List.of(instances), List.of(Runnable::run), () -> null, failure::set);
        return instances;
    }

    @Test
    void shouldGoOnWithAllOfThem() throws Exception {
        try (JournalFolder files = JournalFolder.open(folder)) {
            ProcessFixture process = process();
            try (DurableInstances instances = open(files, process)) {
                instances.letEffectsLeave();
                for (int i = 0; i < COUNT; i++) {
                    process.run();
                }
                assertThat(process.running()).isEqualTo(COUNT);
            }
        }
        try (JournalFolder files = JournalFolder.open(folder)) {
            ProcessFixture process = process();
            try (DurableInstances instances = open(files, process)) {
                assertThat(instances.toRecover()).isEqualTo(COUNT);

                DurableInstances.Recovered recovered = instances.recover(
                        version -> process.deployment,
                        (deployment, id, records) -> {
                            var done = process.recover(id, records);
                            process.worker.drain();
                            return done;
                        },
                        (operation, addressing, form) -> ReplyTo.NOBODY);

                assertThat(recovered).isEqualTo(new DurableInstances.Recovered(COUNT, 0, List.of()));
                assertThat(instances.recovered()).isEqualTo(COUNT);
                assertThat(instances.liveInstances()).isEqualTo(COUNT);
                while (instances.letEffectsLeave(STEP)) {
                    assertThat(process.completed()).isZero();
                }
                for (int i = 0; i < STEP; i++) {
                    process.send("start", ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">x</c:start>"));
                }
                assertThat(process.completed()).isEqualTo(STEP);
                assertThat(process.running()).isEqualTo(COUNT - STEP);
            }
        }
        assertThat(failure.get()).isNull();
    }
}

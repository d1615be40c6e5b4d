package io.soabench.engine.server.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.admin.AdminService;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin interface during the recovery of an engine. */
class RecoveryGateTest {
    private static final int SEGMENT = 64 * 1024;

    @TempDir
    private Path folder;

    @Test
    void shouldAnswerWhenTheEngineIsReady() throws Exception {
        AdminService service = new AdminService() {
            @Override
            public AdminAnswer answer(AdminRequest request) {
                return AdminAnswer.sentence(200, "It is ready.");
            }

            @Override
            public boolean isSlow(String path) {
                return path.equals("/slow");
            }

            @Override
            public void shutdown() {
                throw new AssertionError("nobody asks for it");
            }
        };
        try (JournalFolder files = JournalFolder.open(folder);
                DurableInstances instances = DurableInstances.open(
                        files,
                        new JournalIdentity(new UUID(1, 2), 0),
                        SEGMENT,
                        new SystemEngineClock(),
                        new RequestKeys(RequestKeys.Bounds.DEFAULT, new SystemEngineClock()))) {
            RecoveryGate gate = new RecoveryGate(service, List.of(instances));

            AdminAnswer before = gate.answer(null);
            gate.ready();

            assertThat(before.status()).isEqualTo(503);
            assertThat(before.body().toString()).isEqualTo("{\"status\":\"recovering\",\"recovered\":0,\"of\":0}");
            assertThat(gate.answer(null).status()).isEqualTo(200);
            assertThat(gate.isSlow("/slow")).isTrue();
        }
    }
}

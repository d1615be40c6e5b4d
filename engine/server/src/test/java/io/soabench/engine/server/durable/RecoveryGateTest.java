package io.soabench.engine.server.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.server.admin.AdminAnswer;
import io.soabench.engine.server.admin.AdminRequest;
import io.soabench.engine.server.admin.AdminService;
import org.junit.jupiter.api.Test;

/** The admin interface during the recovery of an engine. */
class RecoveryGateTest {
    @Test
    void shouldAnswerWhenTheEngineIsReady() {
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
        RecoveryGate gate = new RecoveryGate(service, () -> 3, () -> 7);

        AdminAnswer before = gate.answer(null);
        gate.ready();

        assertThat(before.status()).isEqualTo(503);
        assertThat(before.body().toString()).isEqualTo("{\"status\":\"recovering\",\"recovered\":3,\"of\":7}");
        assertThat(gate.answer(null).status()).isEqualTo(200);
        assertThat(gate.isSlow("/slow")).isTrue();
    }
}

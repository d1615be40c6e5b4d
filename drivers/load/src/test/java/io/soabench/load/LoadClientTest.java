package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LoadClientTest {

    @Test
    void shouldEndAtOnceWhenItIsTerminatedBeforeItIsReady() {
        List<String> said = new ArrayList<>();
        LoadClient client = new LoadClient(HostClock.system(), said::add, said::add);

        assertThat(client.endInOrder()).isEqualTo(LoadClient.DONE);
        assertThat(said).isEmpty();
    }
}

package io.soabench.engine.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.request.ServiceDirectory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error of the engine is told to who asked, and ends nothing else. */
@Tag("it")
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class AdminInterfaceTest {
    private final Counters counters = new Counters();

    /** Fails when it is asked for gauges. */
    private final class Failing implements EngineState {
        private final Throwable failure;

        Failing(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Counters counters() {
            return counters;
        }

        @Override
        public Map<String, Long> gauges() {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }

        @Override
        public long uptimeMs() {
            return 0;
        }

        @Override
        public void requestShutdown() {
            throw new IllegalStateException("nobody asks for this here");
        }
    }

    private static HttpResponse<String> get(AdminInterface admin, String path)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerAndGoOnWhenARequestFails(boolean deep) throws Exception {
        Throwable failure = deep ? new StackOverflowError("too deep") : new IllegalStateException("no gauges");
        Deployer deployer = new Deployer(
                new ServiceDirectory(),
                () -> "http://127.0.0.1:1",
                false,
                inquiry -> (portType, answer) -> answer.accept(List.of()),
                new SystemEngineClock());
        try (AdminInterface admin = new AdminInterface(0, deployer, new Failing(failure))) {
            for (int i = 1; i <= 3; i++) {
                HttpResponse<String> answer = get(admin, "/statistics");
                assertThat(answer.statusCode()).isEqualTo(500);
                assertThat(answer.body())
                        .contains("The engine failed to handle this request")
                        .contains(failure.getMessage());
                assertThat(counters.value(Counter.ERRORS)).isEqualTo(i);
            }
            assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
        }
    }
}

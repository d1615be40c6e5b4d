package io.soabench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Deadlines of tests, as the build sets them for all modules. */
class DeadlineTest {

    private static final String THREADS_WITH_A_DEADLINE = "junit-timeout-thread-";

    private String threadBefore;

    /** A test that waits for a server that says nothing; it is run by the test around it alone. */
    static final class Blocked {

        private static volatile int port;

        @Test
        @Timeout(1)
        void waitForAnAnswer() throws IOException {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @BeforeEach
    void begin() {
        threadBefore = Thread.currentThread().getName();
    }

    @Test
    void shouldGiveADeadlineToMethodsThatHaveNone() {
        assertThat(Thread.currentThread().getName()).startsWith(THREADS_WITH_A_DEADLINE);
        assertThat(threadBefore).startsWith(THREADS_WITH_A_DEADLINE);
    }

    /** An interrupt does not end a read from a socket. */
    @Test
    void shouldEndATestThatReadsFromASocketAndShowWhereItWaited() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Blocked.port = silent.getLocalPort();

            TestExecutionSummary summary =
                    CompletableFuture.supplyAsync(DeadlineTest::runBlocked).get(1, TimeUnit.MINUTES);

            assertThat(summary.getFailures())
                    .extracting(TestExecutionSummary.Failure::getException)
                    .singleElement()
                    .satisfies(failure -> assertThat(failure)
                            .isInstanceOf(TimeoutException.class)
                            .hasMessageContaining("waitForAnAnswer() timed out after 1 second")
                            .hasStackTraceContaining("NioSocketImpl.read")
                            .hasStackTraceContaining(Blocked.class.getName() + ".waitForAnAnswer"));
        }
    }

    /** Runs a class with the settings of this build, which are properties of this virtual machine; nobody needs its dump of threads. */
    private static TestExecutionSummary runBlocked() {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Blocked.class))
                .configurationParameter("junit.jupiter.execution.timeout.threaddump.enabled", "false")
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }
}

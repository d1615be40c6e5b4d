package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are nothing but a stream. */
@Timeout(120)
class LoadClientsTest {

    @TempDir
    Path folder;

    private final RunSignal signal = new RunSignal();
    private final LoadClients clients = new LoadClients(signal);

    /** A client that the test lets speak and end. */
    private final class Told implements LoadProgram {
        private final String name;
        private final LoadClients.Listener listener;
        private volatile int exit = -1;

        Told(String name) {
            this.name = name;
            listener = clients.add(this);
        }

        void say(String... lines) {
            Stream.of(lines).forEach(listener::receive);
        }

        void end(int status) {
            exit = status;
            listener.close();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean runs() {
            return exit < 0;
        }

        @Override
        public int exit() {
            return exit;
        }

        @Override
        public String death(long nowNs, Path base) {
            return "died with " + exit;
        }
    }

    @Test
    void shouldBeReadyAndDoneWhenAllAre() throws PhaseFailed {
        Told first = new Told("load-a");
        Told second = new Told("load-b");
        first.say("ready");
        assertThat(clients.waitedFor()).isEqualTo("load-a, load-b");
        assertThat(clients.allReady()).isFalse();

        second.say("ready");
        assertThat(clients.allReady()).isTrue();

        first.say("done");
        first.end(0);
        assertThat(clients.waitedFor()).isEqualTo("load-b");
        assertThat(clients.allDone()).isFalse();

        second.say("done");
        second.exit = 0;
        assertThat(clients.allDone()).isFalse();
        second.end(0);
        assertThat(clients.allDone()).isTrue();
        clients.check(0, folder);
    }

    @Test
    void shouldAddProgressUp() {
        String progress =
                "progress {\"phase\":\"measure\",\"sent\":%d,\"sentPerSecond\":20.0,\"answersPerSecond\":18.5,"
                        + "\"inFlight\":1,\"failures\":2,\"medianMs\":%s,\"p99Ms\":%s,\"slipP99Ms\":%s}";
        assertThat(clients.load()).isEmpty();
        new Told("load-a").say(progress.formatted(30, "1.5", "4.5", "0.2"));
        new Told("load-b").say(progress.formatted(50, "2.0", "2.5", "0.7"));

        assertThat(clients.load()).contains(new Progress.Load("measure", 80, 40.0, 37.0, 2, 4, 2.0, 4.5, 0.7));
    }

    @Test
    void shouldAddAnswersUp() {
        Told one = new Told("load-one");
        Told two = new Told("load-two");
        assertThat(clients.answered()).isZero();

        one.say("answered 7", "answered 12", "answered many");
        two.say("answered 30");

        assertThat(clients.answered()).isEqualTo(42);
    }

    @Test
    void shouldWakeWhoWaitsWhenSomethingIsHeard() throws InterruptedException {
        Told client = new Told("load-a");
        CompletableFuture<Void> said = CompletableFuture.runAsync(
                () -> client.say("ready"), CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));

        // Longer than this test may last.
        while (!clients.allReady()) {
            signal.await(3_600_000);
        }
        assertThat(said).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void shouldFailWhenAClientEndsBeforeItIsDone() {
        new Told("load-a").end(9);

        assertThatThrownBy(() -> clients.check(0, folder))
                .isInstanceOf(PhaseFailed.class)
                .hasMessage("load-a died with 9");
    }

    @Test
    void shouldFailWhenProgressIsInAnUnknownForm() {
        new Told("load-a").say("progress {]");

        assertThatThrownBy(() -> clients.check(0, folder))
                .isInstanceOf(PhaseFailed.class)
                .hasMessage("load-a reports its progress in an unknown form: progress {]");
    }

    @Test
    void shouldTellTheLongestSilence() {
        new Told("load-a").say("hung 30100 4");
        new Told("load-b").say("hung 30500 2", "hung x");

        assertThat(clients.hang()).contains(new LoadClients.Hang(30_500, 2));
    }
}

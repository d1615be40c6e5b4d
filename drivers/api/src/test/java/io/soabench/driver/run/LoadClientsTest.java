package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are nothing but a stream. */
@Timeout(30)
class LoadClientsTest {

    @TempDir
    Path folder;

    private final Bell bell = new Bell();
    private final LoadClients clients = new LoadClients(bell);

    /** A client that the test lets speak and end. */
    private final class Told implements LoadProgram {
        private final String name;
        private final PipedInputStream output = new PipedInputStream();
        private final PipedOutputStream mouth;
        private volatile int exit = -1;

        Told(String name) throws IOException {
            this.name = name;
            mouth = new PipedOutputStream(output);
        }

        void say(String text) throws IOException {
            mouth.write(text.getBytes(StandardCharsets.UTF_8));
            mouth.flush();
        }

        void end(int status) throws IOException {
            exit = status;
            mouth.close();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public InputStream output() {
            return output;
        }

        @Override
        public Optional<Path> log() {
            return Optional.of(folder.resolve(name + ".log"));
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

    private Told add(String name) throws IOException {
        Told told = new Told(name);
        clients.add(told);
        return told;
    }

    private void until(BooleanSupplier holds) throws InterruptedException {
        while (!holds.getAsBoolean()) {
            bell.await(1000);
        }
    }

    @Test
    void shouldBeReadyAndDoneWhenAllAre() throws Exception {
        Told first = add("load-a");
        Told second = add("load-b");
        first.say("ready\n");
        until(() -> clients.waitedFor().equals("load-a, load-b"));
        assertThat(clients.allReady()).isFalse();

        second.say("ready\n");
        until(clients::allReady);

        first.say("done\n");
        first.end(0);
        until(() -> clients.waitedFor().equals("load-b"));
        assertThat(clients.allDone()).isFalse();

        second.say("done\n");
        second.end(0);
        until(clients::allDone);
        clients.check(0, folder);
        assertThat(folder.resolve("load-a.log")).hasContent("ready\ndone\n");
    }

    @Test
    void shouldAddProgressUp() throws Exception {
        String progress =
                "progress {\"phase\":\"measure\",\"sent\":%d,\"sentPerSecond\":20.0,\"inFlight\":1,\"failures\":2,\"p99Ms\":%s}\n";
        add("load-a").say(progress.formatted(30, "4.5"));
        until(() -> clients.load().isPresent());
        add("load-b").say(progress.formatted(50, "2.5"));
        until(() -> clients.load().orElseThrow().sent() == 80);

        assertThat(clients.load()).contains(new Progress.Load("measure", 80, 40.0, 2, 4, 4.5));
    }

    @Test
    void shouldFailWhenAClientEndsBeforeItIsDone() throws Exception {
        Told client = add("load-a");
        client.end(9);
        until(() -> {
            try {
                clients.check(0, folder);
                return false;
            } catch (PhaseFailed e) {
                return true;
            }
        });

        assertThatThrownBy(() -> clients.check(0, folder))
                .isInstanceOf(PhaseFailed.class)
                .hasMessage("load-a died with 9");
    }

    @Test
    void shouldTellTheLongestSilence() throws Exception {
        add("load-a").say("hung 30100 4\n");
        add("load-b").say("hung 30500 2\nhung x\n");
        until(() -> clients.hang().filter(hang -> hang.silentMs() == 30_500).isPresent());

        assertThat(clients.hang()).contains(new LoadClients.Hang(30_500, 2));
    }
}

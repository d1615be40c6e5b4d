package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.plan.HostClock;
import io.soabench.plugin.Lifecycle.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When programs of a host leave archives of their classes. The JVM is a shell script that does what one would do with the options. */
@Timeout(300)
final class HostArchivesTest {

    private static final long LONG_MS = 30_000;

    /** Says what it was told about archives, then does as its main class is called; leaves an archive unless it is killed. Crashes by a damaged one. */
    private static final String JVM =
            """
            #!/bin/sh
            for option in "$@"; do
              case "$option" in
                -XX:ArchiveClassesAtExit=*) fresh=${option#*=}; told=leaves;;
                -XX:SharedArchiveFile=*) used=${option#*=}; told=uses;;
                x.*) main=$option;;
              esac
            done
            leave() { [ -z "$fresh" ] || echo classes > "$fresh"; exit 0; }
            trap leave TERM
            echo "archive ${told:-none}"
            [ -z "$used" ] || ! grep -q damaged "$used" || kill -BUS $$
            echo ready
            [ $main = x.Client ] || while :; do sleep 0.05; done
            read order
            [ "$order" != finish ] || echo done
            leave
            """;

    @TempDir
    private Path folder;

    private final HostExecutor host = new HostExecutor(List.of(), HostClock.system());
    private Path java;
    private Path jar;

    @BeforeEach
    void install() throws IOException {
        Path server = Files.createDirectories(folder.resolve("jdk/lib/server"));
        Files.writeString(server.resolve("classes.jsa"), "base");
        Files.writeString(server.resolve("libjvm.so"), "machine");
        java = Files.writeString(
                Files.createDirectories(folder.resolve("jdk/bin")).resolve("java"), JVM);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        jar = Files.writeString(folder.resolve("a.jar"), "classes");
    }

    @AfterEach
    void close() {
        host.close();
    }

    private HostMessage.Answer done(HostOrder order) throws Exception {
        HostMessage.Answer answer = host.ask(order).get(LONG_MS, TimeUnit.MILLISECONDS);
        assertThat(answer.problem()).as(order.toString()).isNull();
        return answer;
    }

    private HostPart.Program program(String main, String name) {
        return new HostPart.Program(
                List.of(java.toString(), "-cp", jar.toString(), main),
                Map.of(),
                folder.resolve("run/" + name).toString(),
                folder.resolve("archives").toString());
    }

    private HostPart.Server server(String name) {
        return new HostPart.Server(
                name,
                "127.0.0.1",
                Map.of(),
                new HostPart.Placing(folder.resolve("run/" + name).toString(), Map.of(), List.of()),
                program("x.Server", name),
                new Probe("line:ready", 0, LONG_MS),
                List.of(),
                List.of(),
                null,
                5_000,
                List.of(),
                null);
    }

    /** Starts servers and load clients. */
    private void start(int servers, int clients) throws Exception {
        done(new HostOrder.Place(
                new HostPart(
                        "archives-test-" + folder.getFileName(),
                        "1",
                        List.of(new HostPart.Target("Any", "http://127.0.0.1:1/")),
                        new HostPart.Places(
                                folder.resolve("run").toString(),
                                folder.resolve("out").toString(),
                                folder.toString()),
                        new HostPart.Limits(1 << 20, 1 << 30, 0, 1000),
                        60_000,
                        Map.of(),
                        IntStream.range(0, servers)
                                .mapToObj(i -> server("s" + i))
                                .toList(),
                        IntStream.range(0, clients)
                                .mapToObj(i -> new HostPart.Client("c" + i, program("x.Client", "c" + i), 5_000))
                                .toList(),
                        List.of()),
                LONG_MS));
        done(new HostOrder.Start(LONG_MS));
        done(new HostOrder.Ready(LONG_MS));
        if (clients > 0) {
            done(new HostOrder.Await("ready", LONG_MS));
        }
    }

    private void stop() throws Exception {
        done(new HostOrder.Stop(LONG_MS));
    }

    private List<String> told(String... names) throws IOException {
        List<String> told = new ArrayList<>();
        for (String name : names) {
            try (Stream<String> lines = Files.lines(folder.resolve("out/logs/" + name + "/stdout.log"))) {
                told.addAll(lines.filter(line -> line.startsWith("archive ")).toList());
            }
        }
        return told;
    }

    private List<String> archives() throws IOException {
        if (!Files.exists(folder.resolve("archives"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.resolve("archives"))) {
            return files.map(file -> file.getFileName().toString().split("-", -1)[0])
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldLetOneOfEqualServersLeaveAnArchiveThatAllUse() throws Exception {
        start(2, 0);
        stop();
        assertThat(told("s0", "s1")).containsExactlyInAnyOrder("archive leaves", "archive none");
        assertThat(archives()).containsExactly("Server");

        start(2, 0);
        stop();

        assertThat(told("s0", "s1")).containsExactly("archive uses", "archive uses");
        assertThat(archives()).containsExactly("Server");
    }

    @Test
    void shouldRemoveAnArchiveWithWhichAJvmCrashed() throws Exception {
        start(1, 0);
        stop();
        try (Stream<Path> files = Files.list(folder.resolve("archives"))) {
            Files.writeString(files.findFirst().orElseThrow(), "damaged");
        }

        assertThatThrownBy(() -> start(1, 0)).hasMessageContaining("s0");
        stop();
        assertThat(archives()).isEmpty();

        start(1, 0);
        stop();
        assertThat(told("s0")).containsExactly("archive leaves");
        assertThat(archives()).containsExactly("Server");
    }

    @Test
    void shouldKeepTheArchiveOfAClientThatHasDoneAll() throws Exception {
        start(0, 1);
        done(new HostOrder.Tell("c0", "finish"));
        done(new HostOrder.Await("done", LONG_MS));
        assertThat(archives()).as("kept when all is stopped").containsExactly("new");
        stop();

        assertThat(archives()).containsExactly("Client");
    }

    @Test
    void shouldKeepNothingOfAClientThatWasStopped() throws Exception {
        start(0, 1);
        stop();

        assertThat(archives()).isEmpty();
    }

    @Test
    void shouldNotDisturbOtherClientsByAnArchive() throws Exception {
        start(0, 2);
        done(new HostOrder.Tell("c0", "finish"));
        done(new HostOrder.Tell("c1", "finish"));
        done(new HostOrder.Await("done", LONG_MS));
        stop();

        assertThat(archives()).isEmpty();
    }

    @Test
    void shouldKeepNothingOfWhatIsKilled() throws Exception {
        start(1, 0);
        assertThat(archives()).containsExactly("new");
        host.close();

        assertThat(archives()).isEmpty();
    }
}

package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.load.jmeter.JMeterHome;
import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.ScriptedServer;
import io.soabench.load.server.StockPlan;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("JMeterHome")
class StockJMeterIT {

    @TempDir
    Path folder;

    @Test
    void shouldRunALoadTestWhenThereIsNoGui() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path jmx = folder.resolve("case.jmx");
        JMeterHome home = JMeterHome.open();
        try (home;
                OutputStream out = Files.newOutputStream(jmx)) {
            StockPlan.write(Map.of("soabench.endpoint", "${__P(soabench.endpoint,http://127.0.0.1:9/)}"), out);
        }
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.answering())) {
            Process process = new ProcessBuilder(ClientProcess.java(
                            StockJMeter.class,
                            List.of("-Xmx256m", "-Djava.io.tmpdir=" + temporary),
                            "-n",
                            "-t",
                            jmx.toString(),
                            "-l",
                            folder.resolve("results.csv").toString(),
                            "-Jsoabench.endpoint=" + server.endpoint()))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out.txt").toFile())
                    .start();
            try {
                assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("out.txt")))
                    .isZero();
            assertThat(Files.readString(folder.resolve("out.txt"))).doesNotContain("Could not", "Exception", "ERROR");
            assertThat(server.requests()).hasSize(3);
            assertThat(Files.readAllLines(folder.resolve("results.csv"))).hasSize(4);
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(f -> !f.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
    }
}

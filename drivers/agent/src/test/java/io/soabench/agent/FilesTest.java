package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.FolderOperations;
import io.soabench.plan.LoadRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {

    @TempDir
    Path folder;

    private Path write(String path, byte[] bytes) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    @Test
    void shouldFillTextsAndLeaveOtherBytesAsTheyAre() throws IOException {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        write("from/a/binary", bytes);
        write("from/text.xml", "grün ${server.m.address} ${uiid}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        write("from/mock.json", "${callback.quotes.1}".getBytes(java.nio.charset.StandardCharsets.UTF_8));

        FolderOperations.copy(
                folder.resolve("from"), folder.resolve("to"), t -> t.replace("${server.m.address}", "here")
                        .replace("${callback.quotes.1}", "there"));

        assertThat(folder.resolve("to/mock.json")).hasContent("there");
        assertThat(folder.resolve("to/a/binary")).hasBinaryContent(bytes);
        assertThat(folder.resolve("to/text.xml")).hasContent("grün here ${uiid}");
    }

    @Test
    void shouldPackEqualFoldersIntoEqualArchives() throws IOException {
        for (String name : new String[] {"one", "two"}) {
            write(name + "/b", new byte[] {1});
            write(name + "/a/c", new byte[] {2});
            FolderOperations.zip(folder.resolve(name), folder.resolve(name + ".zip"));
        }

        assertThat(folder.resolve("one.zip")).hasSameBinaryContentAs(folder.resolve("two.zip"));
    }

    @Test
    void shouldRemoveLinksButNotWhatTheyPointAt() throws IOException {
        Path kept = write("kept/file", new byte[] {1});
        write("gone/file", new byte[] {1});
        Files.createSymbolicLink(folder.resolve("gone/link"), folder.resolve("kept"));

        FolderOperations.remove(folder.resolve("gone"));
        FolderOperations.remove(folder.resolve("gone"));

        assertThat(folder.resolve("gone")).doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void shouldFindALineThatIsWrittenInPieces() throws IOException {
        Path file = folder.resolve("out");
        OutputFile output = new OutputFile(file);
        assertThat(output.nextLineBegins("ready")).isFalse();
        Files.writeString(file, "starting\nrea");
        assertThat(output.nextLineBegins("ready")).isFalse();
        Files.writeString(file, "dy at 8080\n", StandardOpenOption.APPEND);

        assertThat(output.nextLineBegins("ready")).isTrue();
        assertThat(output.nextLineBegins("ready")).isFalse();
    }

    @Test
    void shouldQuoteTheLastLineThatIsNoStackTrace() throws IOException {
        Path file = folder.resolve("err");
        Files.writeString(
                file, "first\nException in thread \"main\": no\n\tat a.B(C.java:1)\nCaused by: x\n\t... 3 more\n\n");

        assertThat(OutputFile.lastWords(file)).isEqualTo("Exception in thread \"main\": no");
        assertThat(OutputFile.lastWords(folder.resolve("missing"))).isEmpty();
        Files.writeString(
                file,
                """
                Unrecognized VM option 'Nonsense'
                Error: Could not create the Java Virtual Machine.
                Error: A fatal exception has occurred. Program will exit.
                """);
        assertThat(OutputFile.lastWords(file)).isEqualTo("Unrecognized VM option 'Nonsense'");
        Files.writeString(file, "x".repeat(400));
        assertThat(OutputFile.lastWords(file)).hasSize(301).endsWith("…");
    }

    @Test
    void shouldGiveDifferentFreePortsBelowTheOutgoingRange() throws IOException {
        Ports ports = new Ports();
        Set<Integer> chosen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            chosen.add(ports.choose("127.0.0.1"));
        }

        assertThat(chosen).hasSize(50).allMatch(p -> p >= 20_000 && Ports.free("127.0.0.1", p));
        String range = Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
        int outgoing = Integer.parseInt(range.strip().split("\\s+", 2)[0]);
        assertThat(chosen).allMatch(p -> outgoing <= 21_001 || p < outgoing);
    }

    @Test
    void shouldNameTheProcessThatListens() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.free("127.0.0.1", socket.getLocalPort())).isFalse();
            assertThat(Ports.owner(socket.getLocalPort())).hasValueSatisfying(o -> assertThat(o)
                    .startsWith("process " + ProcessHandle.current().pid() + " ("));
        }
    }

    @Test
    void shouldHaveTheStandardSettingsThatAreDocumented() {
        assertThat(DriverSettings.STANDARD)
                .isEqualTo(new DriverSettings(
                        209_715_200,
                        1000,
                        500,
                        512,
                        LoadRecord.Engine.LOOP,
                        67_108_864,
                        4_294_967_296L,
                        Optional.empty(),
                        1,
                        Optional.empty(),
                        Map.of()));
    }
}

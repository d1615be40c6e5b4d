package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestbedFoldersTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir
    Path output;

    @Test
    void shouldPointLatestAtTheNewestRun() throws IOException {
        TestbedFolders workspace = new TestbedFolders(output, "quickstart");

        Path first = workspace.newRun(NOON);
        TestbedFolders.begun(first);
        Path second = workspace.newRun(NOON.plusSeconds(61));
        assertThat(workspace.run("latest")).contains(first.toRealPath());
        TestbedFolders.begun(second);

        assertThat(first).isEqualTo(output.resolve("quickstart/runs/20261121-120000"));
        assertThat(output.resolve("quickstart/runs/latest").toRealPath()).isEqualTo(second.toRealPath());
        assertThat(workspace.run("latest")).contains(second.toRealPath());
        assertThat(workspace.run("20261121-120000")).contains(first.toRealPath());
    }

    @Test
    void shouldKeepTheFolderOfRunsOnlyWhenThereAreAny() throws IOException {
        TestbedFolders workspace = new TestbedFolders(output, "quickstart");

        Files.delete(workspace.newRun(NOON));
        workspace.refused();
        assertThat(output.resolve("quickstart/runs")).doesNotExist();
        workspace.refused();

        Path kept = workspace.newRun(NOON);
        Files.delete(workspace.newRun(NOON.plusSeconds(1)));
        workspace.refused();
        assertThat(kept).isDirectory();
    }

    @Test
    void shouldNumberTheRunWhenItsNameIsTaken() {
        TestbedFolders workspace = new TestbedFolders(output, "quickstart");

        workspace.newRun(NOON);

        assertThat(workspace.newRun(NOON).getFileName()).hasToString("20261121-120000-2");
        assertThat(workspace.newRun(NOON).getFileName()).hasToString("20261121-120000-3");
    }

    @Test
    void shouldFindNoRunWhenTheNameLeadsElsewhere() throws IOException {
        Files.createDirectories(output.resolve("other"));
        TestbedFolders workspace = new TestbedFolders(output, "quickstart");

        assertThat(workspace.run("../../other")).isEmpty();
        assertThat(workspace.run("none")).isEmpty();
    }

    @Test
    void shouldNotReplaceAFolderCalledLatest() throws IOException {
        Files.createDirectories(output.resolve("quickstart/runs/latest"));
        TestbedFolders workspace = new TestbedFolders(output, "quickstart");

        assertThatThrownBy(() -> workspace.newRun(NOON))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("is not a symbolic link");
        assertThat(output.resolve("quickstart/runs/latest")).isDirectory();
    }
}

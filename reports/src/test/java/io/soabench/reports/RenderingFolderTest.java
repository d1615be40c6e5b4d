package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RenderingFolderTest {

    @TempDir
    Path report;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(report)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldKeepTheEarlierReportAndNothingElseWhenNothingIsPublished() throws IOException {
        Files.writeString(report.resolve("index.html"), "the old one");

        try (RenderingFolder rendering = RenderingFolder.create(report)) {
            Files.writeString(rendering.path().resolve("index.html"), "half of the new o");
            Files.createDirectories(rendering.path().resolve("fonts/more"));
            assertThat(report.resolve("index.html")).hasContent("the old one");
        }

        assertThat(names()).containsExactly("index.html");
        assertThat(report.resolve("index.html")).hasContent("the old one");
    }

    @Test
    void shouldReplaceTheEarlierReportWhenTheNewOneIsPublished() throws IOException {
        Files.writeString(report.resolve("index.html"), "the old one");

        try (RenderingFolder rendering = RenderingFolder.create(report)) {
            Files.writeString(rendering.path().resolve("index.html"), "the new one");
            Files.writeString(rendering.path().resolve("rest.html"), "not finished");
            rendering.publish(List.of("index.html"));
        }

        assertThat(names()).containsExactly("index.html");
        assertThat(report.resolve("index.html")).hasContent("the new one");
    }

    @Test
    void shouldRemoveWhatAKilledRenderingLeftButNotWhatAnotherIsStillMaking() throws IOException {
        Path killed = Files.createDirectories(report.resolve(".rendering-1/fonts"));
        Files.writeString(killed.resolve("Regular.ttf"), "font");
        Files.writeString(killed.resolveSibling("lock"), "");
        Files.createDirectories(report.resolve(".rendering-2"));
        try (RenderingFolder busy = RenderingFolder.create(report);
                RenderingFolder next = RenderingFolder.create(report)) {
            assertThat(names())
                    .containsExactlyInAnyOrder(
                            busy.path().getFileName().toString(),
                            next.path().getFileName().toString());
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void shouldFailWhenAFileToPublishIsMissing() throws IOException {
        try (RenderingFolder rendering = RenderingFolder.create(report)) {
            assertThatThrownBy(() -> rendering.publish(List.of("index.html"))).isInstanceOf(IOException.class);
        }
    }
}

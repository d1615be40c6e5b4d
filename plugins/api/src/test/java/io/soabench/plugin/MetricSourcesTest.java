package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.MetricRecord;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricSourcesTest {

    @TempDir
    Path folder;

    /** A source without metrics. */
    public static final class Empty implements MetricSource {

        @Override
        public List<MetricRecord> metrics() {
            return List.of();
        }

        @Override
        public void observe(List<Long> pids, Sink sink) {}
    }

    private URLClassLoader naming(String type) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(MetricSource.class.getName()), type);
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
    }

    @Test
    void shouldFindWhatIsNamed() throws IOException {
        try (URLClassLoader plugins = naming(Empty.class.getName())) {
            assertThat(MetricSources.load(plugins)).singleElement().isInstanceOf(Empty.class);
        }
    }

    @Test
    void shouldRefuseAPluginThatIsNotThere() throws IOException {
        try (URLClassLoader plugins = naming("com.example.Gone")) {
            assertThatThrownBy(() -> MetricSources.load(plugins))
                    .isInstanceOf(PluginsRefused.class)
                    .hasMessageContainingAll("a metric source cannot be loaded", "com.example.Gone", "remove");
        }
    }
}

package io.soabench.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The catalogue of all metric sources that are on a class path. */
public final class MetricSources {

    private MetricSources() {}

    /**
     * Finds all metric sources.
     *
     * @throws PluginsRefused when one cannot be loaded
     */
    public static List<MetricSource> load(ClassLoader loader) {
        List<MetricSource> sources = new ArrayList<>();
        try {
            ServiceLoader.load(MetricSource.class, loader).forEach(sources::add);
        } catch (ServiceConfigurationError e) {
            throw new PluginsRefused(List.of(
                    "a metric source cannot be loaded: " + e.getMessage() + "; correct or remove that plug-in"));
        }
        return List.copyOf(sources);
    }
}

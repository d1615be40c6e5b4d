package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.EventType;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.Testbed;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * The goal that lists the installed server types, metric types and event types. Of a server type, it shows roles,
 * licence, ports, parameters with values and defaults, notices for readers of results, and known limits.
 */
@Mojo(name = "engines", requiresProject = false, aggregator = true, threadSafe = true)
public final class EnginesMojo extends TestbedMojo {

    @Override
    void perform() throws IOException {
        Map<String, ServerType> installed = serverTypes();
        List<io.soabench.model.testbed.ServerType> declared = new TestbedReader()
                .library().stream()
                        .flatMap((Testbed library) -> library.getElements().stream())
                        .filter(io.soabench.model.testbed.ServerType.class::isInstance)
                        .map(io.soabench.model.testbed.ServerType.class::cast)
                        .sorted(Comparator.comparing(
                                        (io.soabench.model.testbed.ServerType type) -> !type.isRunsProcesses())
                                .thenComparing(io.soabench.model.testbed.ServerType::getName))
                        .toList();
        getLog().info(count(declared.size(), "server type")
                + ". In a model: server NAME : TYPE on HOST { PARAMETER VALUE … }");
        for (io.soabench.model.testbed.ServerType type : declared) {
            getLog().info("");
            new ServerTypeSheet(type, Optional.ofNullable(installed.get(type.getName())))
                    .lines()
                    .forEach(getLog()::info);
        }
        List<Testbed> library = new TestbedReader().library();
        getLog().info("");
        getLog().info("Metrics. In a model: metric NAME of TARGETS { STATISTIC, … }");
        elements(library, MetricType.class).map(TypeLines::of).forEach(getLog()::info);
        getLog().info("");
        getLog().info("Events. In a model: at TIME in SUITE: event NAME of SERVER { PARAMETER VALUE … }");
        elements(library, EventType.class)
                .flatMap(type -> TypeLines.of(type).stream())
                .forEach(getLog()::info);
        getLog().info("");
        getLog().info("How to add one: plugins/servers/README.md of SOABench.");
    }

    private static <T extends NamedElement> Stream<T> elements(List<Testbed> library, Class<T> kind) {
        return library.stream()
                .flatMap(each -> each.getElements().stream())
                .filter(kind::isInstance)
                .map(kind::cast)
                .sorted(Comparator.comparing(NamedElement::getName));
    }
}

package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.testbed.EventType;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.TargetKind;
import io.soabench.plan.MetricRecord;
import io.soabench.plugin.Engine;
import io.soabench.plugin.EventTypes;
import io.soabench.plugin.MetricSource;
import io.soabench.plugin.ServerTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever the bundled plug-ins let a model say, they heed: parameters and ports of server and event types, types of metrics. */
class TypeReadersTest {

    private final ClassLoader loader = getClass().getClassLoader();

    private static <T> List<T> declared(Class<T> type) {
        return new TestbedReader()
                .library().stream()
                        .flatMap(file -> file.getElements().stream())
                        .filter(type::isInstance)
                        .map(type::cast)
                        .toList();
    }

    /** A lifecycle is data: what it does not name, it does not use. */
    private static boolean uses(Object data, String kind, String name) {
        String placeholder = "${" + kind + ":" + name;
        return data.toString().contains(placeholder + "}") || data.toString().contains(placeholder + ":");
    }

    @Test
    void shouldUseEveryParameterAndPortOfAServerType() {
        Map<String, io.soabench.plugin.ServerType> implemented = ServerTypes.load(loader);
        List<String> unread = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (ServerType type : declared(ServerType.class)) {
            names.add(type.getName());
            io.soabench.plugin.ServerType found = implemented.get(type.getName());
            for (ParameterDeclaration parameter : type.getParameters()) {
                boolean registry = found instanceof Engine engine
                        && engine.registryParameter().equals(parameter.getName());
                if (!registry && !uses(found.lifecycle(), "param", parameter.getName())) {
                    unread.add(type.getName() + ": parameter " + parameter.getName());
                }
            }
            for (PortDeclaration port : type.getPorts()) {
                if (!uses(found.lifecycle(), "port", port.getName())) {
                    unread.add(type.getName() + ": port " + port.getName());
                }
            }
        }

        assertThat(names)
                .contains("activevos", "axis2", "juddi", "lean", "ode", "orchestra", "reference")
                .isSubsetOf(implemented.keySet());
        assertThat(unread).as("what a model may set and nobody reads").isEmpty();
    }

    @Test
    void shouldUseEveryParameterOfAnEventType() {
        List<String> unread = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        Map<String, io.soabench.plugin.EventType> implemented = EventTypes.load(loader);
        for (EventType type : declared(EventType.class)) {
            names.add(type.getName());
            for (ParameterDeclaration parameter : type.getParameters()) {
                if (!uses(implemented.get(type.getName()).steps(), "event", parameter.getName())) {
                    unread.add(type.getName() + ": " + parameter.getName());
                }
            }
        }

        assertThat(names).isNotEmpty().isEqualTo(implemented.keySet());
        assertThat(unread).as("what a model may set and nobody reads").isEmpty();
    }

    @Test
    void shouldDeliverEveryMetricOfServersAndNoOther() {
        Set<String> delivered = new TreeSet<>();
        ServiceLoader.load(MetricSource.class, loader).forEach(source -> {
            source.metrics().stream()
                    .map(metric -> metric.name() + (metric.kind() == MetricRecord.Kind.COUNTER ? " counter" : ""))
                    .forEach(delivered::add);
            source.close();
        });

        assertThat(declared(MetricType.class).stream()
                        .filter(type -> Stream.of(TargetKind.SERVERS, TargetKind.ENGINES)
                                .anyMatch(type.getTargets()::contains))
                        .map(type -> type.getName() + (type.isCounter() ? " counter" : "")))
                .containsExactlyInAnyOrderElementsOf(delivered);
    }
}

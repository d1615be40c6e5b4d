package io.soabench.camel;

import io.soabench.driver.Driver;
import io.soabench.driver.EngineFailureContract;
import io.soabench.driver.run.DriverSettings;
import io.soabench.local.LocalDriver;
import io.soabench.messages.EngineFixture;
import io.soabench.plan.HostClock;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Camel that fails as a case of a run. The wrong routes have a step in line 6 that Camel does not know. */
class CamelFailuresIT extends EngineFailureContract {

    private static final String FILE = "camel/alone.yaml";

    private static final String ROUTE =
            """
            - route:
                id: Alone
                from:
                  uri: client:order
                  steps:
                    - to:
                        uri: client:answer
                        parameters:
                          sum: 15
            """;

    @Override
    protected Engine type() {
        return new CamelServerType();
    }

    @Override
    protected Driver driver(DriverSettings settings) {
        return new LocalDriver(List.of(), settings, HostClock.system());
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("heap", Long.toString(256L << 20), "jvm-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    }

    private static ProcessSource source(Path at, String text) throws IOException {
        Path file = Files.writeString(at.resolve("alone.yaml"), text);
        return new ProcessSource(
                "Alone",
                "",
                new TreeMap<>(Map.of(FILE, file)),
                "urn:test:order",
                "Alone",
                List.of(),
                List.of(),
                "",
                FILE,
                List.of(EngineFixture.order()),
                null);
    }

    @Override
    protected ProcessSource process(Path at) throws IOException {
        return source(at, ROUTE);
    }

    @Override
    protected ProcessSource wrongProcess(Path at) throws IOException {
        return source(at, ROUTE.replace("- to:", "- towards:"));
    }

    @Override
    protected List<String> refusal() {
        return List.of("Camel refuses camel/alone.yaml: ", "towards", "6");
    }

    @Override
    protected String request() {
        return "<order xmlns=\"urn:test:order\"><id>a</id></order>";
    }

    @Override
    protected String answer() {
        return "<total xmlns=\"urn:test:order\"><sum>15</sum></total>";
    }
}

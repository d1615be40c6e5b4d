package io.soabench.bpmn;

import io.soabench.driver.EngineFailureContract;
import io.soabench.messages.EngineFixture;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The failures of BPMN engines. The wrong process has a sequence flow in line 8 without its end. A subclass names the type and the driver. */
public abstract class BpmnFailureContract extends EngineFailureContract {

    private static final String FILE = "bpmn/alone.bpmn";

    /** Creates a contract. */
    protected BpmnFailureContract() {}

    @Override
    protected Map<String, String> parameters() {
        return Map.of("heap", Long.toString(256L << 20), "jvm-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    }

    private static String text() throws IOException {
        try (InputStream in = BpmnFailureContract.class.getResourceAsStream("alone.bpmn")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static ProcessSource source(Path at, String text) throws IOException {
        Path file = Files.writeString(at.resolve("alone.bpmn"), text);
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
    protected final ProcessSource process(Path at) throws IOException {
        return source(at, text());
    }

    @Override
    protected final ProcessSource wrongProcess(Path at) throws IOException {
        return source(at, text().replace(" targetRef=\"end\"", ""));
    }

    @Override
    protected final String request() {
        return "<order xmlns=\"urn:test:order\"><id>a</id></order>";
    }

    @Override
    protected final String answer() {
        return "<total xmlns=\"urn:test:order\"><sum>15</sum></total>";
    }
}

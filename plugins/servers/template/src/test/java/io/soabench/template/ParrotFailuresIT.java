package io.soabench.template;

import io.soabench.driver.Driver;
import io.soabench.driver.EngineFailureContract;
import io.soabench.driver.run.DriverSettings;
import io.soabench.local.LocalDriver;
import io.soabench.plan.HostClock;
import io.soabench.plugin.Engine;
import io.soabench.plugin.ProcessSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parrot that fails as a case of a run. The wrong package names a file that it lacks. */
class ParrotFailuresIT extends EngineFailureContract {

    private static final String WORDS =
            "<e:words xmlns:e=\"urn:template:echo\"><e:id>a</e:id><e:text>pretty bird</e:text></e:words>";

    @Override
    protected Engine type() {
        return new ParrotServerType();
    }

    @Override
    protected Driver driver(DriverSettings settings) {
        return new LocalDriver(List.of(), settings, HostClock.system());
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("heap", Long.toString(64L << 20), "threads", "8");
    }

    private static ProcessSource echo(Path at, String bpel) throws IOException {
        try (InputStream in = ParrotFailuresIT.class.getResourceAsStream("echo/echo.bpel")) {
            Files.copy(in, at.resolve("echo.bpel"));
        }
        return new ProcessSource(
                "Echo",
                bpel,
                new TreeMap<>(Map.of("echo.bpel", at.resolve("echo.bpel"))),
                "urn:template:echo-process",
                "Echo",
                List.of(new ProcessSource.Provided("client", "urn:template:echo", "EchoService", "EchoPort")),
                List.of());
    }

    @Override
    protected ProcessSource process(Path at) throws IOException {
        return echo(at, "echo.bpel");
    }

    @Override
    protected ProcessSource wrongProcess(Path at) throws IOException {
        return echo(at, "gone.bpel");
    }

    @Override
    protected List<String> refusal() {
        return List.of("the package has no file gone.bpel");
    }

    /** Parrot has few classes, so of each of them more is written. */
    @Override
    protected Map<String, String> endlessLog(Map<String, String> parameters) {
        return Map.of("jvm-options", "-Xlog:class*=trace:stdout");
    }

    @Override
    protected String request() {
        return WORDS;
    }

    @Override
    protected String answer() {
        return WORDS;
    }
}

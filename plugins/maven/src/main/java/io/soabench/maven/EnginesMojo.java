package io.soabench.maven;

import io.soabench.driver.ServerType;
import io.soabench.driver.ServerTypes;
import io.soabench.dsl.TypeLibrary;
import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;

/** Lists the server types that are installed: what they run, their licences, ports and parameters with defaults. */
@Mojo(name = "engines", requiresProject = false, aggregator = true, threadSafe = true)
public final class EnginesMojo extends TestbedMojo {

    @Override
    void perform() {
        for (ServerType type : ServerTypes.installed().values()) {
            List<String> lines = TypeLibrary.describe(type.name());
            getLog().info("");
            lines.forEach(getLog()::info);
        }
    }
}

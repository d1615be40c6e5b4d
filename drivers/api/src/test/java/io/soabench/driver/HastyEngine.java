package io.soabench.driver;

import io.soabench.plugin.Checksums;
import io.soabench.plugin.Durability;
import io.soabench.plugin.Engine;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Recovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An engine with another deadline for its start and another time between SIGTERM and SIGKILL. All else is that of its type. */
record HastyEngine(Engine type, long readyMs, long graceMs) implements Engine {

    @Override
    public Lifecycle lifecycle() {
        Lifecycle life = type.lifecycle();
        return new Lifecycle(
                life.files(),
                life.start(),
                new Lifecycle.Probe(life.ready().url(), life.ready().status(), readyMs),
                life.deploy(),
                life.deployed(),
                life.undeploy(),
                new Lifecycle.Stop(graceMs),
                life.endpoint(),
                life.serviceAddress(),
                life.statistics(),
                life.logs(),
                life.instances(),
                life.registry(),
                life.callback(),
                life.metricRequest(),
                life.redeploys(),
                life.calling(),
                life.batches(),
                life.archives());
    }

    @Override
    public String name() {
        return type.name();
    }

    @Override
    public String licence() {
        return type.licence();
    }

    @Override
    public String notice() {
        return type.notice();
    }

    @Override
    public Durability durability(Map<String, String> parameters) {
        return type.durability(parameters);
    }

    @Override
    public Recovery recovery(Map<String, String> parameters) {
        return type.recovery(parameters);
    }

    @Override
    public List<Program> programs() {
        return type.programs();
    }

    @Override
    public Checksums checksums() {
        return Checksums.NONE;
    }

    @Override
    public void packageProcess(ProcessSource process, Path folder) throws IOException {
        type.packageProcess(process, folder);
    }
}

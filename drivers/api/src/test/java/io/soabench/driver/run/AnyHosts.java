package io.soabench.driver.run;

import io.soabench.plan.EnvironmentRecord.HostRecord;
import io.soabench.plan.HostPlan;
import io.soabench.plugin.HostProgram;
import java.util.List;
import java.util.Optional;

/** Hosts that have everything, unless a test says otherwise. */
class AnyHosts implements Hosts {

    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public List<String> problems(HostPlan host) {
        return List.of();
    }

    @Override
    public Optional<String> taken(HostPlan host, int port) {
        return Optional.empty();
    }

    @Override
    public boolean lacks(HostPlan host, HostProgram program) {
        return false;
    }

    @Override
    public long memoryBytes() {
        return -1;
    }

    @Override
    public long openFiles() {
        return -1;
    }

    @Override
    public List<HostRecord> records() {
        return List.of();
    }
}

package io.soabench.local;

import io.soabench.agent.stage.RepetitionLayout;
import io.soabench.driver.Driver;
import io.soabench.driver.run.RunSetting;
import io.soabench.plan.HostPlan;
import io.soabench.plan.RunFiles;
import io.soabench.plugin.ServerType;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The places of files on this machine in one repetition: compiled and recorded files where the driver has them, the
 * rest below the run's work folder.
 *
 * @param host of the plan
 * @param folder of the repetition in the run record, absolute
 * @param work folder for everything that is removed afterwards
 */
record LocalLayout(RunSetting setting, HostPlan host, Path folder, Path work) implements RepetitionLayout {

    @Override
    public String root() {
        return work.toString();
    }

    @Override
    public String out() {
        return folder.toString();
    }

    @Override
    public String disk() {
        return setting.folder().toString();
    }

    @Override
    public String server(String name) {
        return work.resolve(name).toString();
    }

    @Override
    public String client(String name) {
        return work.resolve(name).toString();
    }

    @Override
    public String plan() {
        return setting.folder().resolve(RunFiles.PLAN).toString();
    }

    @Override
    public String compiled(String path) {
        return setting.request().compiled().toAbsolutePath().resolve(path).toString();
    }

    @Override
    public String archives() {
        return setting.settings()
                .archives()
                .map(folder -> folder.toAbsolutePath().toString())
                .orElse("");
    }

    @Override
    public String java() {
        return LocalHosts.java(host);
    }

    @Override
    public String classPath(ServerType type, ServerType.Program program) {
        return joined(program.key());
    }

    @Override
    public String loadClassPath() {
        return joined(Driver.LOAD_CLIENT);
    }

    private String joined(String coordinates) {
        List<Path> classPath = setting.request().classPaths().get(coordinates);
        return classPath.stream()
                .map(p -> p.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}

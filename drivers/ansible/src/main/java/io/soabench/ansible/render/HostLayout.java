package io.soabench.ansible.render;

import io.soabench.agent.stage.RepetitionLayout;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plugin.ServerType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The places of files on a remote host.
 *
 * @param directory the testbed's directory there
 * @param jars of each program, relative to the directory
 */
record HostLayout(String directory, String java, Map<String, List<String>> jars) implements RepetitionLayout {

    /** The plan lies beside what was compiled, since a run may be of a part of it. */
    static final String PLAN = RunFiles.PLAN;

    /** The key of the load client's class path in the folder. */
    static final String LOAD_CLIENT = "load/client";

    /** Returns the directory of the model, else one in {@code /var/tmp}, which most systems keep on a disk. */
    static HostLayout of(Plan plan, HostPlan host, Map<String, List<String>> jars) {
        return new HostLayout(
                host.directory() == null || host.directory().isEmpty()
                        ? "/var/tmp/soabench-" + plan.origin().testbed() + "-" + host.name()
                        : host.directory(),
                host.java() == null || host.java().isEmpty() ? "java" : host.java() + "/bin/java",
                jars);
    }

    /** Returns the name of the programs of a type in the folder. */
    static String program(ServerType type, String name) {
        return type.name() + "/" + name;
    }

    /** Returns one sentence for each directory that cannot be removed as a whole without harm, or is another host's, too. */
    static List<String> problems(List<HostPlan> hosts, Map<String, HostLayout> layouts) {
        Map<String, String> owners = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (HostPlan host : hosts) {
            HostLayout layout = layouts.get(host.name());
            if (!layout.isProper()) {
                problems.add("host \"" + host.name() + "\" has the directory \"" + layout.directory()
                        + "\"; it must be an absolute path of at least two folders, because it is removed afterwards");
            }
            String other = owners.putIfAbsent(host.address() + " " + layout.directory(), host.name());
            if (other != null) {
                problems.add("hosts \"" + other + "\" and \"" + host.name()
                        + "\" have the same address and directory; give one of them another directory");
            }
        }
        return problems;
    }

    private boolean isProper() {
        return directory.matches("(/[^/\\s'\"]+){2,}")
                && !List.of(directory.split("/", -1)).contains("..");
    }

    @Override
    public String root() {
        return directory + "/run";
    }

    @Override
    public String out() {
        return root() + "/out";
    }

    @Override
    public String disk() {
        return directory;
    }

    @Override
    public String server(String name) {
        return root() + "/servers/" + name;
    }

    @Override
    public String client(String name) {
        return root() + "/clients/" + name;
    }

    @Override
    public String plan() {
        return directory + "/" + PLAN;
    }

    @Override
    public String compiled(String path) {
        return directory + "/compiled" + (path.isEmpty() ? "" : "/" + path);
    }

    /** Returns the folder of archives: beside the shipped files, and kept or removed with them. */
    @Override
    public String archives() {
        return directory + "/archives";
    }

    @Override
    public String classPath(ServerType type, ServerType.Program program) {
        return joined(program(type, program.name()));
    }

    @Override
    public String loadClassPath() {
        return joined(LOAD_CLIENT);
    }

    private String joined(String program) {
        return jars.get(program).stream().map(jar -> directory + "/" + jar).collect(Collectors.joining(":"));
    }
}

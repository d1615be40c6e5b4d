package io.soabench.ansible.render;

import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where things lie on a host. All paths are absolute and those of the host.
 *
 * @param directory the testbed's directory there
 */
record HostLayout(String directory) {

    /** The plan lies beside what was compiled, since a run may be of a part of it. */
    static final String PLAN = RunFiles.PLAN;

    /** The directory of the model, else one in {@code /var/tmp}, which most systems keep on a disk. */
    static HostLayout of(Plan plan, Plan.HostPlan host) {
        return new HostLayout(
                host.directory() == null || host.directory().isEmpty()
                        ? "/var/tmp/soabench-" + plan.origin().testbed() + "-" + host.name()
                        : host.directory());
    }

    /** One sentence for each directory that cannot be removed as a whole without harm, or is another host's, too. */
    static List<String> problems(List<Plan.HostPlan> hosts, Map<String, HostLayout> layouts) {
        Map<String, String> owners = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (Plan.HostPlan host : hosts) {
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

    /** A file or folder of the compiled testbed. */
    String compiled(String path) {
        return directory + "/compiled" + (path.isEmpty() ? "" : "/" + path);
    }

    String plan() {
        return directory + "/" + PLAN;
    }

    String out() {
        return directory + "/run/out";
    }

    String work(String server) {
        return root(server) + "/work";
    }

    String packageOf(String server, String process) {
        return root(server) + "/packages/" + process;
    }

    String services(String server, String instance) {
        return root(server) + "/services/" + instance;
    }

    String client(String name) {
        return directory + "/run/clients/" + name;
    }

    private String root(String server) {
        return directory + "/run/servers/" + server;
    }
}

package io.soabench.ansible.render;

import io.soabench.plan.Plan;
import java.util.List;

/**
 * Where things lie on a host. All paths are absolute and those of the host.
 *
 * @param directory the testbed's directory there
 */
record HostLayout(String directory) {

    /** The plan lies beside what was compiled, since a run may be of a part of it. */
    static final String PLAN = "plan.json";

    /** The directory of the model, else one in {@code /var/tmp}, which most systems keep on a disk. */
    static HostLayout of(Plan plan, Plan.HostPlan host) {
        return new HostLayout(
                host.directory() == null || host.directory().isEmpty()
                        ? "/var/tmp/soabench-" + plan.testbed() + "-" + host.name()
                        : host.directory());
    }

    /** Whether it can be removed as a whole without harm: an absolute, normal path of two folders or more. */
    boolean isProper() {
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

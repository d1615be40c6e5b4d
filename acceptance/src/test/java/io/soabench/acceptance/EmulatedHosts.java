package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Hosts {@code h1}, {@code h2}, … of {@code ansible/testbed-hosts} for one test class: network namespaces of this machine with an sshd each.
 *
 * @param name of the set, which no other test has
 * @param net the first three numbers of their addresses, which no other test has either
 */
record EmulatedHosts(String name, String net) {

    private static final Path SCRIPT = Path.of(System.getProperty("soabench.root"), "ansible/testbed-hosts/hosts");
    private static final String ANSIBLE = System.getenv("SOABENCH_ANSIBLE");
    private static final long MOST_S = 120;

    /** Starts them; the test is skipped where there is no Ansible, no root or no network namespaces. */
    void up(int count) throws IOException, InterruptedException {
        assumeTrue(ANSIBLE != null, "name an Ansible: SOABENCH_ANSIBLE=<folder with ansible-playbook>");
        assumeTrue("root".equals(System.getProperty("user.name")), "emulated hosts need root");
        assumeTrue(call("ip", "netns", "list") == 0, "ip netns does not work here");
        assertThat(hosts("up", Integer.toString(count))).isZero();
    }

    /** Ends those that run. */
    void down() throws IOException, InterruptedException {
        hosts("down");
    }

    private int hosts(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(SCRIPT.toString());
        command.addAll(List.of(arguments));
        return call(command.toArray(String[]::new));
    }

    private int call(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(Map.of("SOABENCH_HOSTS_NAME", name, "SOABENCH_HOSTS_NET", net));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(MOST_S, TimeUnit.SECONDS))
                    .as(String.join(" ", command))
                    .isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** The folder of their keys, and of what lies on them. */
    Path state() {
        return Path.of("/var/lib/soabench-hosts", name);
    }

    /** A file on a host, as this machine sees it; only the homes and {@code /srv}, {@code /var/log}, {@code /var/tmp} are its own. */
    Path file(int host, String path) {
        return state().resolve("h" + host).resolve(path);
    }

    /** What reaches them: the Ansible, and their keys. */
    List<String> options() {
        return List.of(
                "-Dsoabench.ansible=" + ANSIBLE,
                "-Dsoabench.ssh=-o UserKnownHostsFile=" + state().resolve("known_hosts"));
    }
}

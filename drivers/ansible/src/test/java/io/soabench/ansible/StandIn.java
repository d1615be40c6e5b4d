package io.soabench.ansible;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.ansible.host.ConnectionTimeouts;
import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.driver.Driver;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A script that stands in for {@code ansible-playbook}, where the only host is this machine: so scripts, agent and connection are real
 * without an Ansible.
 */
final class StandIn {

    private final Path folder;
    private final Path program;
    private final Map<String, Object> behaviour = new LinkedHashMap<>();

    /** In a folder of its own; the test is skipped without Python. */
    StandIn(Path folder) throws IOException {
        assumeThat(Path.of("/usr/bin/python3")).as("python3 is needed").isExecutable();
        this.folder = folder;
        program = folder.resolve("ansible-playbook");
        try (InputStream in = StandIn.class.getResourceAsStream("stand_in.py")) {
            Files.copy(in, program);
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        behave("directory", directory().toString());
        behave("java", System.getProperty("java.home") + "/bin/java");
    }

    /** The host's directory. */
    Path directory() {
        return folder.resolve("host");
    }

    /** Changes what it does, see the script. */
    void behave(String what, Object how) {
        behaviour.put(what, how);
        Json.write(folder.resolve("behaviour.json"), behaviour);
    }

    /** A driver that takes it for Ansible. */
    Driver driver(DriverSettings settings) {
        return new AnsibleDriver(
                new AnsibleProgram("", folder.resolve("cache")),
                program.toString(),
                List.of(),
                settings,
                HostClock.system(),
                ConnectionTimeouts.STANDARD);
    }

    /** The same request, with the host's directory. */
    Driver.Request at(Driver.Request request) {
        return new Driver.Request(
                request.plan()
                        .withHosts(List.of(request.plan()
                                .hosts()
                                .get(0)
                                .withDirectory(directory().toString()))),
                request.compiled(),
                request.runFolder(),
                request.types(),
                request.classPaths(),
                request.versions(),
                request.unobtainable(),
                request.events());
    }

    /** The playbooks that were called. */
    List<String> called() throws IOException {
        return Files.readAllLines(folder.resolve("called"));
    }
}

package io.soabench.ansible;

import io.soabench.driver.Driver;
import io.soabench.driver.DriverContract;
import io.soabench.driver.run.Folders;
import io.soabench.driver.run.Settings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The driver keeps the whole contract over its connection to the agent of a host, which is this machine, without SSH. A script stands
 * in for Ansible, so that a test takes a few seconds; {@link AnsibleContractIT} has the real one.
 */
class ConnectionContractIT extends DriverContract {

    private static final Path HOST = Path.of("/var/tmp/soabench-fake-here");
    private static final long LEAD_MS = 700;

    private StandIn ansible;

    @BeforeEach
    void standIn() throws IOException {
        ansible = new StandIn(folder);
        ansible.behave("directory", HOST.toString());
    }

    @AfterEach
    void remove() throws IOException {
        Folders.remove(HOST);
    }

    @Override
    protected Driver driver(Settings settings) {
        return ansible.driver(settings.withLead(LEAD_MS));
    }
}

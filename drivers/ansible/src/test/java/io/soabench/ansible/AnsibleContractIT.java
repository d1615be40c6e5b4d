package io.soabench.ansible;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.ansible.host.Patience;
import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.driver.Driver;
import io.soabench.driver.DriverContract;
import io.soabench.driver.run.Folders;
import io.soabench.driver.run.Settings;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/**
 * The Ansible driver keeps the contract. The only host of its testbeds is this machine, so neither root nor sshd is needed. {@link
 * ConnectionContractIT} takes the same with a stand-in for Ansible; here the real one prepares and sweeps.
 */
@Timeout(400)
class AnsibleContractIT extends DriverContract {

    private static final long LEAD_MS = 700;

    @BeforeAll
    static void look() {
        assumeTrue(!EmulatedHosts.wish().isEmpty(), "name an Ansible: SOABENCH_ANSIBLE=<folder with ansible-playbook>");
    }

    /** What a run keeps on its hosts for the next one. */
    @AfterAll
    static void remove() throws IOException {
        Folders.remove(Path.of("/var/tmp/soabench-fake-here"));
    }

    @Override
    protected Driver driver(Settings settings) {
        return new AnsibleDriver(
                AnsibleProgram.ofUser(),
                EmulatedHosts.wish(),
                List.of(),
                settings.withLead(LEAD_MS),
                HostClock.system(),
                Patience.STANDARD);
    }
}

package io.soabench.ansible;

import io.soabench.ansible.host.ConnectionTimeouts;
import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.driver.Driver;
import io.soabench.driver.DriverContract;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * The driver keeps the contract over its connection to the agent of a host, which is this machine, without SSH. Ansible only prepares
 * that host and sweeps it; where a test looks at that ({@link DriverContract#AROUND}) it is the real one, elsewhere a script stands in
 * for it and the test takes a few seconds. When nothing is left out all tests have the real one, without a {@code SOABENCH_ANSIBLE}
 * none.
 */
@Timeout(400)
class AnsibleContractIT extends DriverContract {

    private static final boolean WHOLE = "none".equals(System.getProperty("soabench.contract.leftOut"));
    private static final long LEAD_MS = 700;

    private boolean real;
    private StandIn standIn;

    @BeforeEach
    void choose(TestInfo test) throws IOException {
        real = !EmulatedHosts.wish().isEmpty() && (WHOLE || test.getTags().contains(AROUND));
        standIn = new StandIn(folder);
        testbed.directory(standIn.directory());
    }

    @Override
    protected Driver driver(DriverSettings settings) {
        DriverSettings soon = settings.withLead(LEAD_MS);
        return real
                ? new AnsibleDriver(
                        AnsibleProgram.ofUser(),
                        EmulatedHosts.wish(),
                        List.of(),
                        soon,
                        HostClock.system(),
                        ConnectionTimeouts.STANDARD)
                : standIn.driver(soon);
    }
}

package io.soabench.ansible;

import io.soabench.ansible.host.ConnectionTimeouts;
import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.PlanRun;
import io.soabench.plan.HostClock;
import io.soabench.plan.RunRecord;
import java.util.List;

/**
 * A driver for hosts that are reached over SSH: Ansible prepares and cleans them, their agents run the repetitions.
 *
 * <p>However a run ends, no process is left on any host that can still be reached. In good order and after a failure the
 * {@link io.soabench.driver.PhaseTransitions} stops everything that was started. On SIGINT, SIGTERM or SIGHUP a shutdown hook asks the run to stop and
 * waits for it. When this JVM is killed, or a host cannot be reached any more, the agents end the processes when their time is over. Not to be
 * used by two threads at once.
 */
public final class AnsibleDriver implements Driver {

    /** The time until the common start of the load clients, which all of them must receive before it. */
    public static final long LEAD_MS = 2_000;

    private static final String NAME = "ansible";

    private final AnsibleProgram program;
    private final String wish;
    private final List<String> sshOptions;
    private final DriverSettings settings;
    private final HostClock clock;
    private final ConnectionTimeouts timeouts;

    /**
     * Creates a driver with these places and settings.
     *
     * @param wish the user's choice of an Ansible, see {@link AnsibleProgram#find}
     * @param sshOptions more options for {@code ssh}, one word each, without blanks
     */
    public AnsibleDriver(
            AnsibleProgram program,
            String wish,
            List<String> sshOptions,
            DriverSettings settings,
            HostClock clock,
            ConnectionTimeouts timeouts) {
        this.program = program;
        this.wish = wish;
        this.sshOptions = List.copyOf(sshOptions);
        this.settings = settings;
        this.clock = clock;
        this.timeouts = timeouts;
    }

    /**
     * Creates a driver with the Ansible of this user, more options for {@code ssh}, and a lead of at least {@value #LEAD_MS} ms. The lead is
     * the time in which all load clients learn when to begin.
     */
    public static AnsibleDriver standard(String wish, List<String> sshOptions, DriverSettings settings) {
        return new AnsibleDriver(
                AnsibleProgram.ofUser(),
                wish,
                sshOptions,
                settings.withLead(Math.max(settings.leadMs(), LEAD_MS)),
                HostClock.system(),
                ConnectionTimeouts.STANDARD);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RunRecord run(Request request, Progress progress) {
        return new PlanRun(
                        NAME,
                        settings,
                        clock,
                        setting -> new AnsiblePlatform(setting, program, wish, sshOptions, timeouts))
                .run(request, progress);
    }
}

package io.soabench.maven;

import io.soabench.ansible.AnsibleDriver;
import io.soabench.driver.Driver;
import io.soabench.driver.run.DriverSettings;
import io.soabench.local.LocalDriver;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.Recorder;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoFailureException;

/**
 * The choice of the driver of a plan: the one that the user names, else Ansible's when one of the hosts is another
 * machine.
 *
 * @param calibrates whether the local driver first measures the cost of the harness itself
 */
record DriverChoice(String wish, String ansible, List<String> sshOptions, boolean calibrates, DriverSettings settings) {

    private static final String LOCAL = "local";
    private static final String ANSIBLE = "ansible";

    /** Returns the name of the driver. */
    String name(Plan plan) throws MojoFailureException {
        if (wish == null || wish.isEmpty()) {
            return plan.hosts().stream().allMatch(HostPlan::local) ? LOCAL : ANSIBLE;
        }
        if (!wish.equals(LOCAL) && !wish.equals(ANSIBLE)) {
            throw new MojoFailureException(
                    "there is no driver \"" + wish + "\"; -Dsoabench.driver is " + LOCAL + " or " + ANSIBLE);
        }
        return wish;
    }

    /** Returns whether the driver works on hosts other than this machine. */
    boolean reachesHosts(Plan plan) throws MojoFailureException {
        return name(plan).equals(ANSIBLE);
    }

    /** Returns a copy that measures the cost of the harness first, or does not. */
    DriverChoice calibrating(boolean wanted) {
        return new DriverChoice(wish, ansible, sshOptions, wanted, settings);
    }

    /** Returns the same choice, whose driver records the server under test; nothing else is measured then. */
    DriverChoice recording(Map<Recorder, EngineRecording> of) {
        return new DriverChoice(wish, ansible, sshOptions, false, settings.withRecordings(of));
    }

    private LocalDriver local(ClassLoader plugins) {
        LocalDriver driver = LocalDriver.standard(plugins, settings);
        return calibrates ? driver.calibrating() : driver;
    }

    /** Returns the driver; {@code plugins} finds the metric sources. */
    Driver of(Plan plan, ClassLoader plugins) throws MojoFailureException {
        return name(plan).equals(LOCAL) ? local(plugins) : AnsibleDriver.standard(ansible, sshOptions, settings);
    }
}

package io.soabench.generators.cases;

import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.plan.CompiledFiles;
import java.util.List;

/**
 * The traces of a workload as it is dealt to certain client hosts.
 *
 * @param name of the folder
 * @param simulation of the workload, with the warm-up that the cases have
 * @param hosts the client hosts that have something to do
 */
public record TraceFolder(String name, SimulatedWorkload workload, WorkloadSimulation simulation, List<String> hosts) {

    /** Returns the path of the traces of all repetitions, see {@link CompiledFiles#inRepetition}. */
    public String tracePath(String host) {
        return CompiledFiles.REPETITION_FOLDER + "workloads/" + name + "/" + host + ".trace";
    }

    /** Returns the name of the table that JMeter reads. */
    public String table(String host) {
        return name + "-" + host + ".csv";
    }
}

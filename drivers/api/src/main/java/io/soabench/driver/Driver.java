package io.soabench.driver;

import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plugin.EventType;
import io.soabench.plugin.ServerType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A driver that runs a compiled testbed on some platform (B10 §4.4).
 *
 * <p>A driver leaves no process and no temporary file behind, however the run ends. It never changes what an earlier run
 * recorded.
 */
public interface Driver {

    /** Returns the name of this driver, e.g. {@code local}. */
    String name();

    /**
     * Runs all executions of the plan that the journal in the run folder does not show as completed.
     *
     * @return the journal as it is at the end; its state shows whether the run completed
     * @throws RunRefused when the run cannot begin at all; nothing was started then
     */
    RunRecord run(Request request, Progress progress);

    /**
     * A request for a run.
     *
     * @param compiled folder of the compiled testbed
     * @param runFolder folder of the run; exists and holds a journal when the run is resumed
     * @param classPaths resolved class paths by coordinates of {@link ServerType.Program} and of {@link #LOAD_CLIENT}
     * @param versions of the tool and of other software, for the environment record
     * @param unobtainable names of server types whose programs could not be obtained, each with the reason as a
     *     sentence: their cases fail without being tried, the others are run
     * @param events event types by name
     */
    record Request(
            Plan plan,
            Path compiled,
            Path runFolder,
            Map<String, ServerType> types,
            Map<String, List<Path>> classPaths,
            Map<String, String> versions,
            Map<String, String> unobtainable,
            Map<String, EventType> events) {

        /** Returns a copy with another plan. */
        public Request withPlan(Plan other) {
            return new Request(other, compiled, runFolder, types, classPaths, versions, unobtainable, events);
        }

        /** Returns a copy whose folders have absolute paths. */
        public Request withAbsolutePaths() {
            return new Request(
                    plan,
                    compiled.toAbsolutePath().normalize(),
                    runFolder.toAbsolutePath().normalize(),
                    types,
                    classPaths,
                    versions,
                    unobtainable,
                    events);
        }

        /** Creates a request without event types from plug-ins. */
        public Request(
                Plan plan,
                Path compiled,
                Path runFolder,
                Map<String, ServerType> types,
                Map<String, List<Path>> classPaths,
                Map<String, String> versions,
                Map<String, String> unobtainable) {
            this(plan, compiled, runFolder, types, classPaths, versions, unobtainable, Map.of());
        }

        /** Creates a request for which all programs could be obtained. */
        public Request(
                Plan plan,
                Path compiled,
                Path runFolder,
                Map<String, ServerType> types,
                Map<String, List<Path>> classPaths,
                Map<String, String> versions) {
            this(plan, compiled, runFolder, types, classPaths, versions, Map.of());
        }
    }

    /**
     * Coordinates of the program that observes servers on hosts which are not this machine; its class path has the plug-ins of the
     * metrics, too. Drivers that need none may do without.
     */
    String AGENT = "io.soabench:soabench-driver-agent:${project.version}";

    /** Coordinates of the load client. */
    String LOAD_CLIENT = "io.soabench:soabench-driver-load:${project.version}";
}

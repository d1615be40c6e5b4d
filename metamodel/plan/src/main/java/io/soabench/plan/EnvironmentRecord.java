package io.soabench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The environment of a run: {@code environment.json}. Results without it are not compared.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param recordedAt ISO 8601 instant
 * @param origin of the plan that is run
 * @param versions of the tool, by name
 * @param plugins artifacts of the plug-ins of the run
 * @param programs programs of the servers, by server type; types whose programs could not be obtained are missing
 * @param configuration effective parameters of each server, by server
 * @param commands the command line template of each server, by server
 * @param notices facts that a reader must know: about servers whose type has a notice, by server, and about processes
 *     that run elsewhere, by process
 * @param durability state of instances that survives a failure, by engine; null in records of earlier versions
 */
@FileFormat(version = EnvironmentRecord.FORMAT, remedy = "begin a new run")
public record EnvironmentRecord(
        int format,
        String recordedAt,
        ModelOrigin origin,
        String driver,
        Map<String, String> versions,
        Plugins plugins,
        Map<String, List<ProgramRecord>> programs,
        List<HostRecord> hosts,
        Map<String, Map<String, String>> configuration,
        Map<String, List<String>> commands,
        Map<String, String> notices,
        Map<String, DurabilityRecord> durability) {

    /** The version of the format that this class writes. */
    public static final int FORMAT = 1;

    /**
     * The state of instances that an engine keeps when it fails.
     *
     * @param level {@code none}, {@code process}, {@code disk} or {@code unknown}
     * @param sentence end of a sentence about the state, which begins with the name of the engine
     */
    public record DurabilityRecord(String level, String sentence) {}

    /**
     * The artifacts of the plug-ins, {@code groupId:artifactId:version} by name.
     *
     * @param serverTypes those that the plan uses
     * @param metricSources by class
     * @param eventTypes all that are known
     */
    public record Plugins(
            Map<String, String> serverTypes, Map<String, String> metricSources, Map<String, String> eventTypes) {}

    /**
     * A program of servers.
     *
     * @param name by which the lifecycle of the server type refers to it
     * @param coordinates {@code groupId:artifactId:version} as resolved
     * @param artifacts all of its class path in order, by their own descriptions: the engine itself where it is of another maker
     */
    public record ProgramRecord(String name, String coordinates, List<String> artifacts) {}

    /**
     * One machine. Texts are empty and numbers -1 when they are unknown.
     *
     * @param java version of the Java that servers run on
     * @param memoryBytes all of its memory
     * @param openFiles limit of open files of one process
     * @param clockOffsetNs wall clock of this host minus that of the driver's host
     * @param fingerprint when the run began; {@code null} when it could not be read
     */
    public record HostRecord(
            String name,
            String address,
            ProcessorRecord processors,
            SystemRecord system,
            String java,
            long memoryBytes,
            long openFiles,
            long clockOffsetNs,
            Fingerprint fingerprint) {}

    /**
     * The processors of a machine.
     *
     * @param model as the kernel names it
     * @param cpus logical processors that are online
     * @param cores physical cores
     * @param packages processor packages (sockets)
     * @param numaNodes memory nodes
     * @param governor of the first processor's frequency
     * @param hypervisor whether the processor reports that it is virtual
     */
    public record ProcessorRecord(
            String model, int cpus, int cores, int packages, int numaNodes, String governor, boolean hypervisor) {}

    /** The operating system of a machine. */
    public record SystemRecord(String name, String kernel, String architecture) {}

    /**
     * The properties of a machine that may change while a suite runs.
     *
     * @param atNs see {@link HostClock#epochNanos()}
     * @param boot identifies the time since the machine was started
     * @param cpusOnline as the kernel lists them, e.g. {@code 0-7}
     * @param loadAverage of the last minute, runnable tasks; -1 when unknown
     * @param availableBytes memory that can be used without swapping; -1 when unknown
     * @param swapUsedBytes -1 when unknown
     * @param stolenMs processor time that the hypervisor gave to others, since boot; -1 when unknown
     * @param surroundings the machine's other work since the reading before; {@code null} when it is unknown, and at the first reading
     */
    public record Fingerprint(
            long atNs,
            String boot,
            String kernel,
            String cpusOnline,
            String governor,
            double loadAverage,
            long availableBytes,
            long swapUsedBytes,
            long stolenMs,
            Surroundings surroundings) {

        /** Creates properties without knowledge of the other work of the machine. */
        public Fingerprint(
                long atNs,
                String boot,
                String kernel,
                String cpusOnline,
                String governor,
                double loadAverage,
                long availableBytes,
                long swapUsedBytes,
                long stolenMs) {
            this(atNs, boot, kernel, cpusOnline, governor, loadAverage, availableBytes, swapUsedBytes, stolenMs, null);
        }

        /** Returns the properties that have changed, one phrase each; load and free memory always move and are not named. */
        public List<String> changesTo(Fingerprint later) {
            List<String> changes = new ArrayList<>();
            change("boot", boot, later.boot, changes);
            change("kernel", kernel, later.kernel, changes);
            change("processors online", cpusOnline, later.cpusOnline, changes);
            change("frequency governor", governor, later.governor, changes);
            return changes;
        }

        private static void change(String what, String before, String after, List<String> changes) {
            if (!Objects.equals(before, after)) {
                changes.add(what + ": " + before + " -> " + after);
            }
        }
    }

    /**
     * The work of a machine between two readings that was not part of the run.
     *
     * @param seconds between both
     * @param foreignShare processor time of programs that do not belong to the run, as a share of that of all
     *     processors, 0 to 1
     * @param stolenShare processor time that the hypervisor gave to others, as such a share
     * @param idleShare processor time without a program, as such a share; null in records of earlier versions
     * @param clockStepMs by how much the wall clock moved against the monotonic one: it was set, or the machine slept
     * @param programs those that used most of it and still run, the most first; a few
     */
    public record Surroundings(
            double seconds,
            double foreignShare,
            double stolenShare,
            Double idleShare,
            long clockStepMs,
            List<Neighbour> programs) {

        /** Returns the share of the processors that other programs and other machines of the hypervisor took together. */
        public double takenShare() {
            return foreignShare + stolenShare;
        }
    }

    /**
     * A program that does not belong to the run.
     *
     * @param name as the kernel has it, at most 15 characters
     * @param pid of its process
     * @param cores processors that it used on average
     */
    public record Neighbour(String name, long pid, double cores) {}

    /**
     * The environment around one repetition: {@code environment.json} in its folder.
     *
     * @param changes from before to after, see {@link Fingerprint#changesTo}
     */
    @FileFormat(version = AroundRepetition.FORMAT, remedy = "measure the repetition again")
    public record AroundRepetition(int format, Fingerprint before, Fingerprint after, List<String> changes) {

        /** The version of the format that this class reads and writes. */
        public static final int FORMAT = 1;

        /** Creates a record of the version {@link #FORMAT}. */
        public AroundRepetition(Fingerprint before, Fingerprint after, List<String> changes) {
            this(FORMAT, before, after, changes);
        }
    }
}

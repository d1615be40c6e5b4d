package io.soabench.driver.run;

import io.soabench.plan.EngineRecording;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Recorder;
import io.soabench.plan.Yielding;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a driver.
 *
 * @param minFreeBytes free space that the disk of the run folder must have before a repetition; when less than a
 *     quarter of it is left during a repetition the servers are stopped
 * @param sampleMs interval between two observations of the metrics
 * @param leadMs time from the order to start until the common start of the load clients
 * @param loadHeapMiB largest Java heap of a load client
 * @param loadEngine the part of a load client that sends the requests
 * @param logLimitBytes bytes of one server's output and log files that are kept of a repetition; further bytes are only
 *     counted
 * @param workLimitBytes that the work folder of one server may hold; a server that writes more is stopped
 * @param yielding way in which the server under test leaves processors to the other programs of its case on its
 *     machine; empty: chosen for the machine
 * @param startFactor factor for the time limits that a server type states for the start and for a deployment; at least
 *     1
 * @param archives folder on this machine for archives of the classes of the tool's own programs; empty: they are
 *     started without. Hosts that are other machines have a folder of their own
 * @param recordings the recordings of the Java virtual machines of the server under test, by the recorder that a case
 *     names; empty: none is made. A repetition with a recording counts for no result
 */
public record DriverSettings(
        long minFreeBytes,
        long sampleMs,
        long leadMs,
        int loadHeapMiB,
        LoadRecord.Engine loadEngine,
        long logLimitBytes,
        long workLimitBytes,
        Optional<Yielding> yielding,
        int startFactor,
        Optional<Path> archives,
        Map<Recorder, EngineRecording> recordings) {

    /**
     * The settings of a driver that were not set by the user: 200 MiB of free disk, one observation a second, a start half a second ahead. A
     * load client has 512 MiB and sends with its event loop. A server has 64 MiB of logs and 4 GiB of files, and yields as suits its machine.
     * There are no archives, and nothing is recorded.
     */
    public static final DriverSettings STANDARD = new DriverSettings(
            200L << 20,
            1000,
            500,
            512,
            LoadRecord.Engine.LOOP,
            64L << 20,
            4L << 30,
            Optional.empty(),
            1,
            Optional.empty(),
            Map.of());

    /** Returns a copy with other limits for the output and files of a server. */
    public DriverSettings withLimits(long logBytes, long workBytes) {
        return new DriverSettings(
                minFreeBytes,
                sampleMs,
                leadMs,
                loadHeapMiB,
                loadEngine,
                logBytes,
                workBytes,
                yielding,
                startFactor,
                archives,
                recordings);
    }

    /** Returns a copy with another load engine. */
    public DriverSettings withEngine(LoadRecord.Engine engine) {
        return new DriverSettings(
                minFreeBytes,
                sampleMs,
                leadMs,
                loadHeapMiB,
                engine,
                logLimitBytes,
                workLimitBytes,
                yielding,
                startFactor,
                archives,
                recordings);
    }

    /** Returns a copy with another way to leave processors to others. */
    public DriverSettings withYielding(Optional<Yielding> other) {
        return new DriverSettings(
                minFreeBytes,
                sampleMs,
                leadMs,
                loadHeapMiB,
                loadEngine,
                logLimitBytes,
                workLimitBytes,
                other,
                startFactor,
                archives,
                recordings);
    }

    /** Returns a copy with another factor for the time that servers may take to start and to deploy. */
    public DriverSettings withStartFactor(int factor) {
        return new DriverSettings(
                minFreeBytes,
                sampleMs,
                leadMs,
                loadHeapMiB,
                loadEngine,
                logLimitBytes,
                workLimitBytes,
                yielding,
                factor,
                archives,
                recordings);
    }

    /** Returns a copy with a folder for archives of classes. */
    public DriverSettings withArchives(Path folder) {
        return new DriverSettings(
                minFreeBytes,
                sampleMs,
                leadMs,
                loadHeapMiB,
                loadEngine,
                logLimitBytes,
                workLimitBytes,
                yielding,
                startFactor,
                Optional.of(folder),
                recordings);
    }

    /** Returns a copy with another distance to the common start of the load clients. */
    public DriverSettings withLead(long ms) {
        return new DriverSettings(
                minFreeBytes,
                sampleMs,
                ms,
                loadHeapMiB,
                loadEngine,
                logLimitBytes,
                workLimitBytes,
                yielding,
                startFactor,
                archives,
                recordings);
    }

    /** Returns a copy that records the server under test of the cases that name a recorder. */
    public DriverSettings withRecordings(Map<Recorder, EngineRecording> of) {
        return new DriverSettings(
                minFreeBytes,
                sampleMs,
                leadMs,
                loadHeapMiB,
                loadEngine,
                logLimitBytes,
                workLimitBytes,
                yielding,
                startFactor,
                archives,
                Map.copyOf(of));
    }

    /** Returns the free space below which the servers of a running repetition are stopped. */
    public long floorBytes() {
        return minFreeBytes / 4;
    }
}

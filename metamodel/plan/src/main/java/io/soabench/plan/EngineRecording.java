package io.soabench.plan;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The recording that a recorder makes of each Java virtual machine of a server under test, in a repetition that does not
 * count. The machine writes the file when it ends.
 *
 * @param library absolute path of the library of async-profiler on the host of the server; empty for the flight recorder
 *     of the virtual machine
 */
public record EngineRecording(String library) {

    /** The recording of the flight recorder, which each virtual machine has. */
    public static final EngineRecording FLIGHT_RECORDER = new EngineRecording("");

    /** A pattern for the names of recordings in the folder of a server; the recorder adds the number of the process. */
    public static final String GLOB = "*-pid-*.jfr";

    /** Depth of stacks; the recorder's own limit of 64 cuts off the callers of most engines. */
    private static final int DEPTH = 512;

    private static final Pattern FILE = Pattern.compile("(?:hotspot|async-profiler)-pid-.*\\.jfr");

    /**
     * Returns the options of a virtual machine that make it record. They name no folder but that in which the machine
     * starts: both recorders take a comma in a path for the end of the path.
     */
    public List<String> options() {
        if (library.isEmpty()) {
            return List.of(
                    "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=.",
                    "-XX:FlightRecorderOptions=stackdepth=" + DEPTH);
        }
        return List.of(
                "-agentpath:" + library + "=start,quiet,event=cpu,alloc,jstackdepth=" + DEPTH
                        + ",jfr,file=async-profiler-pid-%p.jfr",
                // Without it, samples within a compiled method count for its next safepoint.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+DebugNonSafepoints");
    }

    /** Returns whether a file of this name is such a recording. */
    public static boolean is(String name) {
        return FILE.matcher(name).matches();
    }
}

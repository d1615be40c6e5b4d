package io.soabench.plan;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The recording that the flight recorder makes of each Java virtual machine of a server under test, in a repetition that
 * does not count. The machine writes the file when it ends.
 */
public final class EngineRecording {

    /** A pattern for the names of recordings in the folder of a server; the virtual machine chooses them. */
    public static final String GLOB = "hotspot-pid-*.jfr";

    /** Depth of stacks; the recorder's own limit of 64 cuts off the callers of most engines. */
    private static final int DEPTH = 512;

    private static final Pattern FILE = Pattern.compile("hotspot-pid-.*\\.jfr");

    private EngineRecording() {}

    /**
     * Returns the options of a virtual machine that make it record.
     *
     * @param folder absolute path of the folder, which exists when the machine starts
     */
    public static List<String> options(String folder) {
        return List.of(
                "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + folder,
                "-XX:FlightRecorderOptions=stackdepth=" + DEPTH);
    }

    /** Returns whether a file of this name is such a recording. */
    public static boolean is(String name) {
        return FILE.matcher(name).matches();
    }
}

package io.soabench.orchestra.front;

import io.soabench.front.FrontCommand;
import io.soabench.front.FrontRefused;
import io.soabench.front.LibraryEngine;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** OW2 Orchestra as a program. */
@Command(
        name = "soabench-orchestra",
        description = "Runs WS-BPEL 2.0 processes in OW2 Orchestra behind an HTTP layer of SOABench.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class OrchestraMain extends FrontCommand {

    /** The logger whose level is set; an unreferenced logger loses its level. */
    private static final Logger CACHE = Logger.getLogger("net.sf.ehcache");

    @Option(
            names = "--database",
            paramLabel = "WHERE",
            description = "Where the embedded database keeps instances: memory or file (default: memory).")
    private OrchestraSettings.Database database = OrchestraSettings.Database.MEMORY;

    @Option(names = "--job-threads", paramLabel = "N", description = "Threads that continue instances (default: 10).")
    private int jobThreads = 10;

    @Option(names = "--invoke-threads", paramLabel = "N", description = "Threads that call partners (default: 10).")
    private int invokeThreads = 10;

    @Option(names = "--connections", paramLabel = "N", description = "Connections to the database (default: 50).")
    private int connections = 50;

    /** Runs the server. Does not return normally. */
    public static void main(String[] arguments) {
        run(new OrchestraMain(), arguments);
    }

    @Override
    protected void checkOptions() {
        check("--job-threads", jobThreads, 1);
        check("--invoke-threads", invokeThreads, 1);
        check("--connections", connections, 2);
    }

    @Override
    protected LibraryEngine<?> start(Path folder) throws FrontRefused {
        // Otherwise the cache library warns about some thirty caches that have the values with which Orchestra was
        // released.
        CACHE.setLevel(Level.SEVERE);
        return OrchestraEngine.start(new OrchestraSettings(folder, database, jobThreads, invokeThreads, connections));
    }
}

package io.soabench.camel.front;

import io.soabench.front.FrontCommand;
import io.soabench.front.FrontRefused;
import io.soabench.front.LibraryEngine;
import io.soabench.front.PartnerOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Camel as a program. */
@Command(
        name = "soabench-camel",
        description = "Runs Camel routes behind an HTTP layer of SOABench.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class CamelMain extends FrontCommand {

    /** The first release of Java in which virtual threads are final (JEP 444). */
    private static final int VIRTUAL_THREADS = 21;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads of each parallel multicast or split; 0: Camel's own, 10 to 20 (default: 0).")
    private int threads;

    @Option(
            names = "--virtual-threads",
            paramLabel = "ON",
            arity = "1",
            description = "Whether Camel's threads are virtual: true or false (default: false).")
    private boolean virtualThreads;

    @Mixin
    private PartnerOptions partners = new PartnerOptions();

    /** Runs the server. Does not return normally. */
    public static void main(String[] arguments) {
        run(new CamelMain(), arguments);
    }

    @Override
    protected void checkOptions() {
        check("--threads", threads, 0);
        partners.check(this);
    }

    @Override
    protected LibraryEngine<?> start(Path folder) throws FrontRefused {
        if (virtualThreads) {
            int java = Runtime.version().feature();
            if (java < VIRTUAL_THREADS) {
                throw new FrontRefused("virtual threads need Java " + VIRTUAL_THREADS + ", and this is Java " + java
                        + "; run the server with a newer Java, or set virtual-threads to false");
            }
            // Camel reads this once, when its first class of threads is loaded.
            System.setProperty("camel.threads.virtual.enabled", "true");
        }
        return new CamelEngine(
                new CamelSettings(threads, virtualThreads, partners.connections(), partners.timeoutMs()));
    }
}

package io.soabench.flowable.front;

import io.soabench.bpmn.DatabaseOptions;
import io.soabench.front.FrontCommand;
import io.soabench.front.FrontRefused;
import io.soabench.front.LibraryEngine;
import io.soabench.front.PartnerOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flowable as a program. */
@Command(
        name = "soabench-flowable",
        description = "Runs BPMN processes in Flowable behind an HTTP layer of SOABench.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class FlowableMain extends FrontCommand {

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--history",
            paramLabel = "LEVEL",
            description = "none, instance, activity, audit or full (default: audit, the engine's own).")
    private String history = "audit";

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "stock: as released; tuned: without identity management and event registry (default: stock).")
    private FlowableSettings.Profile profile = FlowableSettings.Profile.STOCK;

    @Option(names = "--connections", paramLabel = "N", description = "Connections to the database (default: 16).")
    private int connections = 16;

    @Option(
            names = "--executor",
            paramLabel = "ON",
            arity = "1",
            description = "Whether jobs are executed: true or false (default: true).")
    private boolean executor = true;

    @Option(
            names = "--job-threads",
            paramLabel = "N",
            description = "Threads for jobs; 0: the engine's own (default: 0).")
    private int jobThreads;

    @Option(
            names = "--job-queue",
            paramLabel = "N",
            description = "Jobs that may wait; 0: the engine's own (default: 0).")
    private int jobQueue;

    @Option(
            names = "--jobs-per-acquisition",
            paramLabel = "N",
            description = "Jobs that one acquisition locks; 0: the engine's own (default: 0).")
    private int perAcquisition;

    @Option(
            names = "--job-wait",
            paramLabel = "MS",
            description = "Wait between acquisitions; 0: the engine's own (default: 0).")
    private int jobWait;

    @Option(
            names = "--parallel-calls",
            paramLabel = "ON",
            arity = "1",
            description =
                    "Whether calls of parallel branches in one transaction are made at once: true or false (default: false).")
    private boolean parallelCalls;

    @Mixin
    private PartnerOptions partners = new PartnerOptions();

    /** Runs the server. Does not return normally. */
    public static void main(String[] arguments) {
        run(new FlowableMain(), arguments);
    }

    @Override
    protected void checkOptions() {
        check("--connections", connections, 2);
        check("--job-threads", jobThreads, 0);
        check("--job-queue", jobQueue, 0);
        check("--jobs-per-acquisition", perAcquisition, 0);
        check("--job-wait", jobWait, 0);
        partners.check(this);
    }

    @Override
    protected LibraryEngine<?> start(Path folder) throws FrontRefused {
        return FlowableEngine.start(new FlowableSettings(
                folder,
                database.place(),
                history,
                connections,
                new FlowableSettings.Jobs(executor, jobThreads, jobQueue, perAcquisition, jobWait),
                profile,
                parallelCalls,
                partners.connections(),
                partners.timeoutMs()));
    }
}

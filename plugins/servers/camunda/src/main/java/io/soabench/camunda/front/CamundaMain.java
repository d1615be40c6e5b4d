package io.soabench.camunda.front;

import io.soabench.bpmn.DatabaseOptions;
import io.soabench.front.FrontCommand;
import io.soabench.front.FrontRefused;
import io.soabench.front.LibraryEngine;
import io.soabench.front.PartnerOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Camunda 7, or one of its forks, as a program. */
@Command(
        name = "soabench-camunda",
        description = "Runs BPMN processes in Camunda 7 behind an HTTP layer of SOABench.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class CamundaMain extends FrontCommand {

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--history",
            paramLabel = "LEVEL",
            description = "none, activity, audit or full (default: full, the engine's own).")
    private String history = "full";

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "stock: as released; tuned: without metrics and authorization, with UUIDs (default: stock).")
    private CamundaSettings.Profile profile = CamundaSettings.Profile.STOCK;

    @Option(names = "--connections", paramLabel = "N", description = "Connections to the database (default: 10).")
    private int connections = 10;

    @Option(
            names = "--executor",
            paramLabel = "ON",
            arity = "1",
            description = "Whether jobs are executed: true or false (default: true).")
    private boolean executor = true;

    @Option(names = "--job-core", paramLabel = "N", description = "Threads for jobs; 0: the engine's own (default: 0).")
    private int jobCore;

    @Option(
            names = "--job-max",
            paramLabel = "N",
            description = "Most threads for jobs; 0: the engine's own (default: 0).")
    private int jobMax;

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
            description = "Wait between acquisitions that find nothing; 0: the engine's own (default: 0).")
    private int jobWait;

    @Mixin
    private PartnerOptions partners = new PartnerOptions();

    /** Runs the server. Does not return normally. */
    public static void main(String[] arguments) {
        run(new CamundaMain(), arguments);
    }

    @Override
    protected void checkOptions() {
        check("--connections", connections, 2);
        check("--job-core", jobCore, 0);
        check("--job-max", jobMax, 0);
        check("--job-queue", jobQueue, 0);
        check("--jobs-per-acquisition", perAcquisition, 0);
        check("--job-wait", jobWait, 0);
        partners.check(this);
    }

    @Override
    protected LibraryEngine<?> start(Path folder) throws FrontRefused {
        return CamundaEngine.start(new CamundaSettings(
                folder,
                database.place(),
                history,
                connections,
                new CamundaSettings.Jobs(executor, jobCore, jobMax, jobQueue, perAcquisition, jobWait),
                profile,
                partners.connections(),
                partners.timeoutMs()));
    }
}

package io.soabench.bpmn.chain;

import io.soabench.bpmn.SoapPartnerClient;
import io.soabench.front.FrontCommand;
import io.soabench.front.LibraryEngine;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The front without an engine, as a program. */
@Command(
        name = "soabench-front",
        description =
                "Makes the calls of a BPMN file in a row, behind the HTTP layer of SOABench and without an engine.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ChainMain extends FrontCommand {

    @Option(
            names = "--partner-connections",
            paramLabel = "N",
            description = "Connections to one partner (default: 200).")
    private int partnerConnections = 200;

    @Option(
            names = "--partner-timeout",
            paramLabel = "MS",
            description = "Time for a partner's answer (default: 60000).")
    private long partnerTimeout = 60_000;

    /** Runs the server. Does not return normally. */
    public static void main(String[] arguments) {
        run(new ChainMain(), arguments);
    }

    @Override
    protected void checkOptions() {
        check("--partner-connections", partnerConnections, 1);
        check("--partner-timeout", partnerTimeout, 1);
    }

    @Override
    protected LibraryEngine<?> start(Path folder) {
        return new ChainEngine(SoapPartnerClient.of(partnerConnections, partnerTimeout));
    }
}

package io.soabench.bpmn.chain;

import io.soabench.bpmn.SoapPartnerClient;
import io.soabench.front.FrontCommand;
import io.soabench.front.LibraryEngine;
import io.soabench.front.PartnerOptions;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The front without an engine, as a program. */
@Command(
        name = "soabench-front",
        description =
                "Makes the calls of a BPMN file in a row, behind the HTTP layer of SOABench and without an engine.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ChainMain extends FrontCommand {

    @Mixin
    private PartnerOptions partners = new PartnerOptions();

    /** Runs the server. Does not return normally. */
    public static void main(String[] arguments) {
        run(new ChainMain(), arguments);
    }

    @Override
    protected void checkOptions() {
        partners.check(this);
    }

    @Override
    protected LibraryEngine<?> start(Path folder) {
        return new ChainEngine(SoapPartnerClient.of(partners.connections(), partners.timeoutMs()));
    }
}

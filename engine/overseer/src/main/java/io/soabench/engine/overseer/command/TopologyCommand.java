package io.soabench.engine.overseer.command;

import io.soabench.engine.overseer.topology.MachineFiles;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that prints a topology. */
@Command(
        name = "topology",
        description =
                "Prints packages, dies, cores, processors, caches, NUMA nodes, and what of them this process may use.",
        mixinStandardHelpOptions = true)
final class TopologyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @ArgGroup
    private Form form = new Form();

    @Option(
            names = "--width",
            paramLabel = "N",
            defaultValue = "100",
            description = "Width of the picture in characters (default: ${DEFAULT-VALUE}).")
    private int width;

    @Option(
            names = "--sysfs",
            paramLabel = "DIR",
            description = "A copy of another machine's /sys, or of its /sys/devices/system (default: /sys).")
    private Path sysfs;

    @Option(
            names = "--proc",
            paramLabel = "DIR",
            description = "A copy of that machine's /proc (default: /proc; with --sysfs none).")
    private Path proc;

    /** The options of the form; without one of them, the output is some lines of text. */
    static final class Form {
        @Option(names = "--json", description = "Prints JSON.")
        private boolean json;

        @Option(names = "--picture", description = "Draws boxes.")
        private boolean picture;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Topology topology;
        try {
            topology = Survey.of(files());
        } catch (IOException e) {
            spec.commandLine().getErr().println("overseer: " + e.getMessage());
            return 2;
        }
        if (form.json) {
            out.println(TopologyJson.of(topology).toPrettyString());
        } else if (form.picture) {
            out.print(TopologyPicture.of(topology, width));
        } else {
            out.print(TopologyText.of(topology));
        }
        out.flush();
        return 0;
    }

    private MachineFiles files() {
        MachineFiles here = MachineFiles.ofThisMachine();
        return new MachineFiles(
                sysfs == null ? here.sys() : sysfs,
                proc == null && sysfs == null ? here.proc() : Optional.ofNullable(proc));
    }
}

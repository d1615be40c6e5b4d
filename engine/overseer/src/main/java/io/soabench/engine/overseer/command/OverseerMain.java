package io.soabench.engine.overseer.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line. The exit status is 0 for success, 2 for a mistake that the user has to correct, and for {@code run}
 * that of its command.
 */
@Command(
        name = "overseer",
        description = "What this machine is made of, and what its processors count.",
        mixinStandardHelpOptions = true,
        versionProvider = OverseerMain.Version.class,
        subcommands = {TopologyCommand.class, CountersCommand.class, RunCommand.class, MemoryCommand.class})
public final class OverseerMain {

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = OverseerMain.class.getPackage().getImplementationVersion();
            return new String[] {"overseer " + (version == null ? "(not packaged)" : version)};
        }
    }

    /** Runs one command. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        // An argument of a program that begins with @ is not a file of arguments.
        return new CommandLine(new OverseerMain()).setExpandAtFiles(false);
    }
}

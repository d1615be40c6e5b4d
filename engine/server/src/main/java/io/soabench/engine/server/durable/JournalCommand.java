package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalReport;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that reads and repairs the journals of a durable engine that does not run. It prints lines of JSON. */
@Command(
        name = "journal",
        description =
                "Looks into the journals of a durable engine that does not run, and repairs them; prints lines of JSON.",
        mixinStandardHelpOptions = true,
        subcommands = {
            JournalCommand.Verify.class,
            JournalCommand.Show.class,
            JournalCommand.Export.class,
            JournalCommand.Instances.class,
            JournalCommand.End.class,
            JournalCommand.Cut.class
        })
public final class JournalCommand implements Callable<Integer> {
    private static final int DAMAGED = 1;
    private static final int REFUSED = 2;

    @Spec
    private CommandSpec spec;

    /** Prints the available commands, since the command line has none. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return REFUSED;
    }

    /** The common part of all commands: a folder, and lines to print. */
    abstract static class Reading implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(index = "0", paramLabel = "DIR", description = "Folder of the durable engine.")
        private Path folder;

        private final RecordLines lines = new RecordLines();

        @Override
        public final Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            try {
                return read(JournalInspection.of(folder), out);
            } catch (IOException e) {
                spec.commandLine().getErr().println("soabench-engine: " + e.getMessage());
                return REFUSED;
            } finally {
                out.flush();
            }
        }

        final RecordLines lines() {
            return lines;
        }

        abstract int read(List<JournalInspection.Found> journals, PrintWriter out) throws IOException;
    }

    /** The command that checks all journals. */
    @Command(
            name = "verify",
            description = "Checks every byte of the journals. One line a journal; exit status 1 if one is damaged.",
            mixinStandardHelpOptions = true)
    static final class Verify extends Reading {
        @Override
        int read(List<JournalInspection.Found> journals, PrintWriter out) throws IOException {
            int status = 0;
            for (JournalInspection.Found journal : journals) {
                JournalReport report = journal.read((segment, record) -> {});
                out.println(lines().line(journal.name(), report));
                if (!report.corruptions().isEmpty()) {
                    status = DAMAGED;
                }
            }
            return status;
        }
    }

    /** The command that prints all records. */
    @Command(
            name = "show",
            description = "Prints every record in the order of the journal, one line each.",
            mixinStandardHelpOptions = true)
    static final class Show extends Reading {
        @Override
        int read(List<JournalInspection.Found> journals, PrintWriter out) throws IOException {
            for (JournalInspection.Found journal : journals) {
                journal.read((segment, record) -> out.println(lines().line(journal.name(), segment, record)));
            }
            return 0;
        }
    }

    /** The command that prints the records of one instance. */
    @Command(
            name = "export",
            description = "Prints the records of one instance in the order of their numbers, each once.",
            mixinStandardHelpOptions = true)
    static final class Export extends Reading {
        private final RecordCodec codec = new RecordCodec();

        @Parameters(index = "1", paramLabel = "INSTANCE", description = "Number of the instance.")
        private long instance;

        @Override
        int read(List<JournalInspection.Found> journals, PrintWriter out) throws IOException {
            boolean any = false;
            for (JournalInspection.Found journal : journals) {
                NavigableMap<Long, String> found = new TreeMap<>();
                journal.read((segment, record) -> take(journal.name(), segment, record, found));
                found.values().forEach(out::println);
                any |= !found.isEmpty();
            }
            if (!any) {
                throw new IOException(
                        "There is no record of instance " + instance + "; 'journal show' prints all records.");
            }
            return 0;
        }

        private void take(String journal, long segment, JournalRecord record, NavigableMap<Long, String> found) {
            if (record.instance() != instance) {
                return;
            }
            if (record.type() == RecordType.HISTORY.number()) {
                try {
                    RecordedEvent event = codec.decode(record).event();
                    ((RecordedEvent.History) event).records().forEach(each -> take(journal, segment, each, found));
                    return;
                } catch (MalformedRecordException e) {
                    // Its line names the reason.
                }
            }
            found.put(record.sequence(), lines().line(journal, segment, record));
        }
    }

    /** The command that lists the instances that have not ended. */
    @Command(
            name = "instances",
            description = "Prints the instances that have not ended, one line each, also those that no engine can make"
                    + " anew.",
            mixinStandardHelpOptions = true)
    static final class Instances extends Reading {
        @Override
        int read(List<JournalInspection.Found> journals, PrintWriter out) throws IOException {
            for (JournalInspection.Found journal : journals) {
                if (journal.hasInstances()) {
                    journal.unfinished().forEach(instance -> out.println(lines().line(journal.name(), instance)));
                }
            }
            return 0;
        }
    }

    /** The command that ends an instance. */
    @Command(
            name = "end",
            description =
                    "Ends an instance for good, for instance one that no engine can make anew. What it would still have"
                            + " done is lost: print its records with 'export' first.",
            mixinStandardHelpOptions = true)
    static final class End extends Reading {
        @Parameters(index = "1", paramLabel = "INSTANCE", description = "Number of the instance.")
        private long instance;

        @Override
        int read(List<JournalInspection.Found> journals, PrintWriter out) throws IOException {
            for (JournalInspection.Found journal : journals) {
                if (journal.hasInstances() && journal.end(instance)) {
                    out.println(lines().ended(journal.name(), instance));
                    return 0;
                }
            }
            throw new IOException("There is no instance " + instance
                    + " that has not ended; 'journal instances' prints those that there are.");
        }
    }

    /** The command that drops the end of a damaged journal. */
    @Command(
            name = "cut",
            description =
                    "Gives up a batch of one journal and all later ones, for good. What they say is lost: make a copy"
                            + " of the folder first.",
            mixinStandardHelpOptions = true)
    static final class Cut extends Reading {
        @Parameters(index = "1", paramLabel = "JOURNAL", description = "Name of the journal, as 'verify' prints it.")
        private String journal;

        @Parameters(
                index = "2",
                paramLabel = "BATCH",
                description = "Number of the first batch to give up; 'verify' prints it as firstBatch.")
        private long batch;

        @Override
        int read(List<JournalInspection.Found> journals, PrintWriter out) throws IOException {
            if (batch < 1) {
                throw new IOException("Batches have numbers from 1 on, but not " + batch + ".");
            }
            JournalReport report = JournalInspection.named(journals, journal).cut(batch);
            out.println(lines().line(journal, report));
            return report.corruptions().isEmpty() ? 0 : DAMAGED;
        }
    }
}

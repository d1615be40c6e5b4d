package io.soabench.analyzer.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * A file {@code <name>.mv.db} that is being written. Rows go into {@code <name>.part.mv.db}, which replaces the old file when {@link
 * #finish} is called. Without that call, {@link #close} removes it and the old file stays. Used by one thread.
 */
final class DatabaseFile implements AutoCloseable {

    /** The ending of the names of database files. */
    static final String ENDING = ".mv.db";

    /** Setting that turns off H2's background writer, which sometimes still reads while the store closes (2.5.252: AssertionError). */
    private static final String NO_WRITER = ";WRITE_DELAY=0";

    /** Setting that leaves an unfinished file to the hook of this class when the process is ended. */
    private static final String NO_HOOK = ";DB_CLOSE_ON_EXIT=FALSE";

    /** Setting without which H2 writes errors to {@code <name>.part.trace.db}, at times after the database was closed. */
    private static final String NO_TRACE = ";TRACE_LEVEL_FILE=0";

    private final Path folder;
    private final String name;
    private final String again;
    private final Connection connection;
    private final TableWriter tables;

    /** Removes the unfinished file when the process is ended, as by Ctrl-C. */
    private final Thread interrupted = new Thread(this::discardQuietly, "unfinished-database");

    /**
     * Creates a new, empty database.
     *
     * @param folder folder of the database
     * @param name name of the file without its ending
     * @param again the way to write the database again after the disk was full, as the end of a sentence
     */
    DatabaseFile(Path folder, String name, String again) {
        this.folder = folder.toAbsolutePath();
        this.name = name;
        this.again = again;
        if (this.folder.toString().contains(";")) {
            throw new UncheckedIOException(new IOException("H2 cannot write to " + this.folder
                    + ": its path has a semicolon; move the folder to another place"));
        }
        try {
            discard();
            Runtime.getRuntime().addShutdownHook(interrupted);
            connection = DriverManager.getConnection(
                    "jdbc:h2:file:" + this.folder.resolve(part()) + NO_WRITER + NO_HOOK + NO_TRACE, "sa", "");
        } catch (SQLException | IOException e) {
            try {
                discard();
            } catch (IOException remains) {
                e.addSuppressed(remains);
            }
            throw failure(e);
        }
        tables = new TableWriter(connection, this::failure);
    }

    /** Returns the JDBC address for reading a finished file. */
    static String address(Path folder, String name) {
        return "jdbc:h2:file:" + folder.toAbsolutePath().resolve(name) + ";ACCESS_MODE_DATA=r;IFEXISTS=TRUE";
    }

    private String part() {
        return name + ".part";
    }

    /** A creator of tables and views. */
    interface SchemaWriter {

        /** Creates the tables and views. */
        void of(Schema schema) throws SQLException;
    }

    /** Creates the schema of the database and returns it. A failure leaves no files behind. */
    Schema make(SchemaWriter making) {
        Schema schema = new Schema(connection, tables);
        try {
            making.of(schema);
        } catch (SQLException e) {
            close();
            throw failure(e);
        }
        return schema;
    }

    /** Returns the writer of rows. */
    TableWriter tables() {
        return tables;
    }

    private void discard() throws IOException {
        Files.deleteIfExists(folder.resolve(part() + ENDING));
    }

    private void discardQuietly() {
        try {
            discard();
            CsvExport.delete(folder.resolve("export.part"));
        } catch (IOException e) {
            // The process ends. The next analysis removes the file.
        }
    }

    /** Takes the hook back. During the end of the process it stays, and does what it is for. */
    private void watchNoMore() {
        try {
            Runtime.getRuntime().removeShutdownHook(interrupted);
        } catch (IllegalStateException e) {
            // The process ends already.
        }
    }

    /** Returns an exception whose message is that of the file system; the exception of H2 around it is the cause. */
    UncheckedIOException failure(Exception e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String what = "cannot write " + folder.resolve(name + ENDING) + ": ";
        return root instanceof IOException && e instanceof SQLException
                ? new UncheckedIOException(
                        what + root.getMessage() + " (" + free() + " are free); " + again, new IOException(e))
                : new UncheckedIOException(
                        what + e.getMessage(), e instanceof IOException cause ? cause : new IOException(e));
    }

    private String free() {
        try {
            return (Files.getFileStore(folder).getUsableSpace() >> 20) + " MiB";
        } catch (IOException e) {
            return "an unknown number of MiB";
        }
    }

    /**
     * Puts the database in place of the old one.
     *
     * @param schema schema whose views are exported
     * @param export whether all views are exported to {@code export/<view>.csv}; otherwise an earlier export is
     *     removed, because it belongs to another database
     */
    void finish(Schema schema, boolean export) {
        try {
            connection.commit();
            Path part = folder.resolve("export.part");
            CsvExport.delete(part);
            if (export) {
                Files.createDirectories(part);
                for (String view : schema.views()) {
                    CsvExport.write(connection, view, part.resolve(view.toLowerCase(Locale.ROOT) + ".csv"));
                }
            }
            try (Statement sql = connection.createStatement()) {
                sql.execute("shutdown compact");
            }
            connection.close();
            Files.move(
                    folder.resolve(part() + ENDING),
                    folder.resolve(name + ENDING),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            CsvExport.delete(folder.resolve("export"));
            if (export) {
                Files.move(part, folder.resolve("export"));
            }
        } catch (SQLException | IOException e) {
            throw failure(e);
        }
    }

    /** Removes an unfinished file, also when H2 cannot close it any more. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Only a database that could not be written fails here. That failure was reported, and the file is removed
            // now.
        }
        try {
            discard();
            CsvExport.delete(folder.resolve("export.part"));
        } catch (IOException e) {
            throw failure(e);
        }
        watchNoMore();
    }
}

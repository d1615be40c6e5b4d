package io.soabench.generators.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The names of the columns of a file with records. */
public final class RowColumns {

    private RowColumns() {}

    /** The exception that ends the reading after the names, because files may be long. */
    private static final class Known extends IOException {
        private static final long serialVersionUID = 1;
        private final transient List<String> names;

        Known(List<String> names) {
            this.names = List.copyOf(names);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /**
     * Returns the names, in their order; none when the file has none, or cannot be read as one with records.
     *
     * @throws IOException when it cannot be read at all
     */
    public static List<String> of(Path file) throws IOException {
        try {
            new RecordFile(file).read(new RecordFile.Sink() {
                @Override
                public void columns(List<String> names) throws IOException {
                    throw new Known(names);
                }

                @Override
                public void record(long line, List<String> values) {
                    // The records follow the names and are not needed here.
                }

                @Override
                public void problem(long line, String text) {
                    // Problems of the file are not reported here: only the names are asked for.
                }
            });
            return List.of();
        } catch (Known known) {
            return known.names;
        }
    }
}

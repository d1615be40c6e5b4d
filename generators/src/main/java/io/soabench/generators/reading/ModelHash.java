package io.soabench.generators.reading;

import io.soabench.generators.output.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The hash of a model: of the names and contents of all its files, not of their places. */
public final class ModelHash {

    /** The ending of testbed files. */
    private static final String MODEL = ".testbed";

    private ModelHash() {}

    /** Returns the hash of files. */
    public static String of(Collection<Path> files) {
        try {
            Map<String, String> all = new TreeMap<>();
            for (Path file : files) {
                // A comment in the model changes nothing that is run.
                boolean model = file.toString().endsWith(MODEL);
                String hash = model ? Hashes.ofModel(file) : Hashes.of(file);
                // The content tells files of the same name apart; a path would differ between machines.
                all.put(file.getFileName() + " " + hash, hash);
            }
            return Hashes.ofHashes(all);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the model's files: " + e.getMessage(), e);
        }
    }
}

package io.soabench.juddi;

import java.nio.file.Path;
import org.apache.openjpa.enhance.PCEnhancer;
import org.apache.openjpa.lib.util.Options;

/**
 * jUDDI's entity classes as OpenJPA needs them. They are released as they were compiled; OpenJPA's enhancer adds to their byte code
 * what it calls by itself, and writes them into a folder that stands before the release on the class path.
 */
final class Enhancement {

    private Enhancement() {}

    /**
     * Enhances the classes that {@code META-INF/persistence.xml} lists. None of them may be loaded yet.
     *
     * @param folder on the class path, before jUDDI
     * @throws IllegalStateException when OpenJPA does not know how
     */
    static void into(Path folder) {
        Options options = new Options();
        options.setProperty("directory", folder.toString());
        if (!PCEnhancer.run(new String[0], options)) {
            throw new IllegalStateException("OpenJPA has not enhanced jUDDI's classes");
        }
    }
}

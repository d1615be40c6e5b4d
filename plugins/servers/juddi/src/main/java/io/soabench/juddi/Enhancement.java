package io.soabench.juddi;

import java.nio.file.Path;
import org.apache.openjpa.enhance.PCEnhancer;
import org.apache.openjpa.lib.util.Options;

/**
 * The byte-code enhancement of jUDDI's entity classes, which OpenJPA requires. The release contains them as they were
 * compiled. OpenJPA's enhancer adds the methods that OpenJPA calls. The result goes to a folder that precedes the
 * release on the class path.
 */
final class Enhancement {

    private Enhancement() {}

    /**
     * Enhances the classes that {@code META-INF/persistence.xml} lists. None of them may be loaded yet.
     *
     * @param folder on the class path, before jUDDI
     * @throws IllegalStateException when OpenJPA cannot enhance a class
     */
    static void into(Path folder) {
        Options options = new Options();
        options.setProperty("directory", folder.toString());
        if (!PCEnhancer.run(new String[0], options)) {
            throw new IllegalStateException("OpenJPA has not enhanced jUDDI's classes");
        }
    }
}

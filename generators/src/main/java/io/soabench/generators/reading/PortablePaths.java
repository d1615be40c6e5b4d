package io.soabench.generators.reading;

import java.nio.file.Path;
import java.util.Collection;

/** Operations on paths whose results have {@code /} on every platform. */
public final class PortablePaths {

    private PortablePaths() {}

    /** Returns the deepest folder that contains all files. */
    public static Path common(Collection<Path> files) {
        Path common = null;
        for (Path file : files) {
            Path folder = file.toAbsolutePath().normalize().getParent();
            while (common != null && !folder.startsWith(common)) {
                common = common.getParent();
            }
            common = common == null ? folder : common;
        }
        return common;
    }

    /** Returns a file as seen from a folder. */
    public static String relative(Path folder, Path file) {
        return folder.relativize(file.toAbsolutePath().normalize()).toString().replace('\\', '/');
    }
}

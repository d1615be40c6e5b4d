package io.soabench.engine.overseer.topology;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The kernel's files about machine and process: {@code /sys} and {@code /proc}, or copies of them. Immutable.
 *
 * @param sys a {@code /sys}, or a copy of it; a copy of {@code /sys/devices/system} alone will do for the processors
 * @param proc a {@code /proc}, or a copy of it; absent for a recorded machine, where there is no process to ask about
 */
public record MachineFiles(Path sys, Optional<Path> proc) {

    private static final Path SYS = Path.of("/sys");

    /** Returns the files of the machine on which this program runs. */
    public static MachineFiles ofThisMachine() {
        return new MachineFiles(SYS, Optional.of(Path.of("/proc")));
    }

    /** Returns a recorded machine, without any process. */
    public static MachineFiles recorded(Path sys) {
        return new MachineFiles(sys, Optional.empty());
    }

    /** Returns a recorded machine with a process on it: {@code proc} has its {@code self}. */
    public static MachineFiles recorded(Path sys, Path proc) {
        return new MachineFiles(sys, Optional.of(proc));
    }

    /** Returns the folder with {@code cpu} and {@code node}. */
    Path system() {
        Path inner = sys.resolve("devices/system");
        return !Files.isDirectory(inner) && Files.isDirectory(sys.resolve("cpu")) ? sys : inner;
    }

    /** Returns the place of a path below {@code /sys} of the running system; absent if this is a copy. */
    Optional<Path> located(String path) {
        Path absolute = Path.of(path).normalize();
        if (absolute.startsWith(SYS)) {
            return Optional.of(sys.resolve(SYS.relativize(absolute).toString()));
        }
        return sys.equals(SYS) ? Optional.of(absolute) : Optional.empty();
    }

    /**
     * Returns a file without blanks at its ends; absent if it does not exist or cannot be read. Files of {@code /sys}
     * without a value give an error when they are read.
     */
    public static Optional<String> text(Path file) {
        try {
            return Optional.of(
                    Files.readString(file, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

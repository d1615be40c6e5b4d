package io.soabench.driver.run;

import io.soabench.driver.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The disk of a run folder, and a little space on it that is given back when it is full: for the journal's last words. */
public final class RunDisk {

    private static final long RESERVE_BYTES = 256 << 10;
    private static final long FULL_BYTES = 1 << 20;

    private final Path folder;
    private final Path reserve;
    private final Progress progress;

    RunDisk(Path runFolder, String token, Progress progress) {
        this.folder = runFolder;
        this.reserve = reserveOf(runFolder, token);
        this.progress = progress;
    }

    /** Returns the file that the run with that token has set aside. */
    static Path reserveOf(Path runFolder, String token) {
        return runFolder.resolve("reserve-" + token);
    }

    void reserve() {
        try {
            Files.write(reserve, new byte[(int) RESERVE_BYTES]);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + reserve + ": " + e.getMessage(), e);
        }
    }

    /** Releases the reserved space. Can be called again. */
    void release() {
        try {
            Files.deleteIfExists(reserve);
        } catch (IOException e) {
            progress.note("the file " + reserve + " cannot be removed: " + e.getMessage());
        }
    }

    /** Runs an action. When it fails, the reserved space is released and the action is repeated once. */
    void write(Runnable writing) {
        try {
            writing.run();
        } catch (UncheckedIOException e) {
            release();
            writing.run();
        }
    }

    /** Returns the message with the full disk as the cause, if the disk is full. */
    String full(String message) {
        if (FolderOperations.free(folder) >= FULL_BYTES || message.startsWith("the disk of ")) {
            return message;
        }
        release();
        return "the disk of " + folder + " is full; make room and resume the run (" + message + ")";
    }

    /** Returns the sentence that the disk has too little space, or nothing when it has enough. */
    public static Optional<String> lacking(Path folder, DriverSettings settings) {
        try {
            long free = FolderOperations.free(folder);
            return free >= settings.minFreeBytes()
                    ? Optional.empty()
                    : Optional.of("the disk of " + folder + " has " + (free >> 20) + " MiB of free space, "
                            + (settings.minFreeBytes() >> 20) + " MiB are needed; make room");
        } catch (UncheckedIOException e) {
            return Optional.of(e.getMessage());
        }
    }
}

package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** The failure of a write because the disk is full. A later attempt may succeed. */
public final class DiskFullException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    private static final String ENGLISH = "No space left";
    private static final String ENGLISH_QUOTA = "quota exceeded";

    private static volatile String quotaText = ENGLISH_QUOTA;

    /** Creates an exception with a sentence for the user. */
    public DiskFullException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Sets the text of the system for an exceeded quota of a disk, in the language of this process: EDQUOT of errno(3).
     * No device of the system has that error at hand, so Java alone cannot learn the text.
     */
    public static void quotaText(String text) {
        quotaText = text;
    }

    /** Returns the text of the system for an exceeded quota; an English one unless another one was set. */
    public static String quotaText() {
        return quotaText;
    }

    /**
     * Returns the exception for a full disk or an exceeded quota if that is the cause, else the given exception. Java has
     * no type for them, so the message of the system decides, in the language of this process or in English.
     */
    public static IOException of(IOException e, Path folder) {
        return of(e, folder, OwnLanguage.FULL, quotaText);
    }

    /** Returns the exception as the other method does, with the texts of the system for a full disk and a quota. */
    static IOException of(IOException e, Path folder, String full, String quota) {
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        if (reason != null && Stream.of(full, ENGLISH, quota, ENGLISH_QUOTA).anyMatch(reason::contains)) {
            return new DiskFullException("There is no room on the disk of " + folder + ".", e);
        }
        return e;
    }

    /** The text of the system, found when the first write fails. */
    private static final class OwnLanguage {
        private static final String FULL = full();

        /** Returns the message of a write to a device that is always full: full(4). */
        private static String full() {
            try (FileChannel device = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
                device.write(ByteBuffer.allocate(1));
            } catch (FileSystemException e) {
                // There is no such device here.
            } catch (IOException e) {
                return e.getMessage() == null ? ENGLISH : e.getMessage();
            }
            return ENGLISH;
        }
    }
}

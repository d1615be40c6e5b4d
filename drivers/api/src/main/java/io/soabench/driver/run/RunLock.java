package io.soabench.driver.run;

import io.soabench.driver.RunRefused;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * A lock that keeps two drivers from working in one run folder. {@code run.lock} is locked while a driver works and
 * removed at its end. When a driver was killed it stays, unlocked, and names the token of that driver's processes.
 */
final class RunLock implements AutoCloseable {

    private static final int LONGEST = 200;

    private final Path file;
    private final FileChannel channel;
    private final String before;

    private RunLock(Path file, FileChannel channel, String before) {
        this.file = file;
        this.channel = channel;
        this.before = before;
    }

    /**
     * Takes the lock of a run folder, which is made when it is missing.
     *
     * @throws RunRefused when another driver has it
     */
    static RunLock take(Path runFolder, String token) {
        Path file = runFolder.resolve(RunFiles.LOCK);
        try {
            Files.createDirectories(runFolder);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new RunRefused(List.of("another driver works in " + runFolder + "; wait for its end"));
            }
            ByteBuffer content = ByteBuffer.allocate(LONGEST);
            channel.read(content, 0);
            String before = new String(content.array(), 0, content.position(), StandardCharsets.US_ASCII).strip();
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((token + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
            return new RunLock(file, channel, before);
        } catch (IOException e) {
            throw new RunRefused(List.of(
                    "the run folder " + runFolder + " cannot be used: " + e.getMessage() + "; choose another one"));
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** Returns the token of a driver that did not come to its end, if any. */
    Optional<String> tokenBefore() {
        return before.matches("[0-9a-f-]{36}") ? Optional.of(before) : Optional.empty();
    }

    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            Files.deleteIfExists(file);
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release " + file, e);
        }
    }
}

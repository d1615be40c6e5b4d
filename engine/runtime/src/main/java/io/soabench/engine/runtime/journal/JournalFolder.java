package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/**
 * The files of a journal in a folder of the file system, which only its owner can read.
 *
 * <p>The folder is locked until this object is closed. A file gets its name after its zeros are on the disk, so each
 * file with a name is complete.
 *
 * <p>Threading: one thread, and one other thread that calls {@link #create}. They must never be interrupted, because an
 * interrupt closes the channels.
 */
public final class JournalFolder implements JournalFiles {
    private static final String UNFINISHED = ".unfinished";
    private static final int CHUNK = 1 << 20;

    private final Path folder;
    private final FolderLock lock;
    private final Map<Integer, FileChannel> channels = new ConcurrentSkipListMap<>();

    private JournalFolder(Path folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Opens a folder, which is created if it does not exist.
     *
     * @throws FolderInUseException if another engine has locked it
     * @throws IOException if the file system refuses
     */
    public static JournalFolder open(Path folder) throws IOException {
        JournalFolder opened = new JournalFolder(folder, FolderLock.on(folder, "The journal"));
        try {
            opened.openFiles();
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private void openFiles() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            for (Path path : found.toList()) {
                String name = path.getFileName().toString();
                if (name.endsWith(UNFINISHED)) {
                    Files.delete(path);
                } else if (name.matches("\\d{10}\\.journal")) {
                    int file = number(name);
                    channels.put(file, FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
                }
            }
        }
    }

    private static int number(String name) throws IOException {
        long number = Long.parseLong(name.substring(0, name.indexOf('.')));
        if (number > Integer.MAX_VALUE) {
            throw new IOException("No journal writes a file " + name + "; move it out of the folder.");
        }
        return (int) number;
    }

    private Path path(int file) {
        return folder.resolve(String.format(Locale.ROOT, "%010d.journal", file));
    }

    private FileChannel channel(int file) throws IOException {
        FileChannel channel = channels.get(file);
        if (channel == null) {
            throw new IOException("There is no file " + path(file) + ".");
        }
        return channel;
    }

    @Override
    public List<Integer> list() {
        return List.copyOf(channels.keySet());
    }

    @Override
    public void create(int file, long bytes) throws IOException {
        Path path = path(file);
        Path unfinished = folder.resolve(path.getFileName() + UNFINISHED);
        FileChannel channel = FileChannel.open(
                unfinished,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                FolderLock.permissions(folder, FolderLock.OF_FILES));
        try {
            fill(channel, bytes);
            channel.force(true);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            FolderLock.forceEntries(folder);
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(unfinished);
            throw DiskFullException.of(e, folder);
        }
        channels.put(file, channel);
    }

    private static void fill(FileChannel channel, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, CHUNK));
        long position = 0;
        while (position < bytes) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - position));
            position += channel.write(zeros, position);
        }
    }

    @Override
    public long size(int file) throws IOException {
        return channel(file).size();
    }

    @Override
    public void read(int file, long position, ByteBuffer target) throws IOException {
        FileChannel channel = channel(file);
        long at = position;
        while (target.hasRemaining()) {
            int count = channel.read(target, at);
            if (count < 0) {
                throw new IOException(path(file) + " ends at byte " + at + ".");
            }
            at += count;
        }
    }

    @Override
    public void write(int file, long position, ByteBuffer source) throws IOException {
        FileChannel channel = channel(file);
        long at = position;
        try {
            while (source.hasRemaining()) {
                at += channel.write(source, at);
            }
        } catch (IOException e) {
            throw DiskFullException.of(e, folder);
        }
    }

    @Override
    public void force(int file) throws IOException {
        channel(file).force(false);
    }

    @Override
    public void delete(int file) throws IOException {
        channel(file).close();
        channels.remove(file);
        Files.delete(path(file));
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : channels.values()) {
            channel.close();
        }
        lock.close();
    }
}

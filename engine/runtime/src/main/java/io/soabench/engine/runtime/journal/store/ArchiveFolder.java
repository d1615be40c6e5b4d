package io.soabench.engine.runtime.journal.store;

import io.soabench.engine.runtime.journal.DiskFullException;
import io.soabench.engine.runtime.journal.FolderLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The archives in a folder of the file system, each in a folder of its own. An archive gets its name after its bytes
 * are on the disk.
 *
 * <p>Threading: one thread at a time, which is never interrupted.
 */
final class ArchiveFolder implements ArchiveFiles {
    private static final String ARCHIVE = "archive.zip";
    private static final String UNFINISHED = "archive.zip.unfinished";

    private final Path folder;

    ArchiveFolder(Path folder) throws IOException {
        this.folder = folder;
        FolderLock.create(folder);
    }

    @Override
    public Set<Long> list() throws IOException {
        Set<Long> versions = new TreeSet<>();
        try (Stream<Path> found = Files.list(folder)) {
            for (Path path : found.toList()) {
                String name = path.getFileName().toString();
                if (name.matches("[1-9]\\d{0,17}")) {
                    long version = Long.parseLong(name);
                    if (Files.exists(path.resolve(ARCHIVE))) {
                        versions.add(version);
                    } else {
                        // A crash has interrupted its writing or its deletion.
                        delete(version);
                    }
                }
            }
        }
        return versions;
    }

    @Override
    public void write(long version, byte[] archive) throws IOException {
        Path own = own(version);
        Path unfinished = own.resolve(UNFINISHED);
        try {
            FolderLock.create(own);
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                    FolderLock.permissions(folder, FolderLock.OF_FILES))) {
                ByteBuffer bytes = ByteBuffer.wrap(archive);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(unfinished, own.resolve(ARCHIVE), StandardCopyOption.ATOMIC_MOVE);
            FolderLock.forceEntries(own);
        } catch (IOException e) {
            IOException named = DiskFullException.of(e, folder);
            if (named instanceof DiskFullException) {
                delete(version);
            }
            throw named;
        }
    }

    @Override
    public byte[] read(long version) throws IOException {
        return Files.readAllBytes(own(version).resolve(ARCHIVE));
    }

    @Override
    public void delete(long version) throws IOException {
        Path own = own(version);
        Files.deleteIfExists(own.resolve(UNFINISHED));
        Files.deleteIfExists(own.resolve(ARCHIVE));
        Files.deleteIfExists(own);
    }

    private Path own(long version) {
        return folder.resolve(Long.toString(version));
    }
}

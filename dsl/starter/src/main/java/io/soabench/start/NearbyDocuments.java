package io.soabench.start;

import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlReading;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The documents in the folder of a file and below. If the wanted one is not there, the folder above is searched,
 * too, unless every user may write there.
 */
final class NearbyDocuments {

    private static final int DEPTH = 5;

    /** The greatest number of files that are searched. A place with more files is not the folder of a process. */
    private static final int MOST_FILES = 5_000;

    private static final Set<String> ENDINGS = Set.of("wsdl", "xsd", "bpel", "xml");

    private final Path folder;
    private List<Path> own;
    private List<Path> above;

    NearbyDocuments(Path first) {
        this.folder = first.getParent();
    }

    /** Returns the documents in the folder and below, sorted. */
    List<Path> all() throws IOException {
        if (own == null) {
            own = files(folder);
        }
        return own;
    }

    private List<Path> wider() throws IOException {
        if (above == null) {
            Path parent = folder.getParent();
            above = parent == null || parent.getParent() == null || isShared(parent) ? List.of() : files(parent);
        }
        return above;
    }

    /** Returns whether a folder holds many unrelated files: the user's home, and folders like {@code /tmp}. */
    private static boolean isShared(Path place) throws IOException {
        if (place.equals(Path.of(System.getProperty("user.home")))) {
            return true;
        }
        return place.getFileSystem().supportedFileAttributeViews().contains("posix")
                && Files.getPosixFilePermissions(place).contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static List<Path> files(Path below) throws IOException {
        List<Path> found = new ArrayList<>();
        int[] seen = {0};
        Files.walkFileTree(below, EnumSet.noneOf(FileVisitOption.class), DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (attributes.isRegularFile() && ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1))) {
                    found.add(file);
                }
                return ++seen[0] > MOST_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                // A file or folder that cannot be read is left out.
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName() == null
                        ? ""
                        : directory.getFileName().toString();
                return directory.equals(below) || !(name.startsWith(".") || name.equals("target"))
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }
        });
        return found.stream().sorted().toList();
    }

    /** Returns the document of that file name, if there is one only; else empty. */
    Optional<Path> named(String name) throws IOException {
        Predicate<Path> named = file -> file.getFileName().toString().equals(name);
        Optional<Path> near = only(matching(all(), named));
        return near.isPresent() ? near : only(matching(wider(), named));
    }

    /**
     * Returns the WSDL document or schema with that target namespace, if there is one only among those that may be
     * meant.
     */
    Optional<Path> withNamespace(String namespace, Predicate<Path> meant) throws IOException {
        Predicate<Path> wanted = meant.and(file -> has(file, namespace));
        List<Path> near = matching(all(), wanted);
        return only(near.isEmpty() ? matching(wider(), wanted) : near);
    }

    private static boolean has(Path file, String namespace) {
        String name = file.toString();
        if (!name.endsWith(".wsdl") && !name.endsWith(".xsd")) {
            return false;
        }
        try {
            return XmlReading.read(name, Files.readAllBytes(file), new Problems())
                    .flatMap((XmlElement root) -> root.attribute("targetNamespace"))
                    .filter(namespace::equals)
                    .isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static List<Path> matching(List<Path> files, Predicate<Path> wanted) {
        return files.stream().filter(wanted).toList();
    }

    /** Returns the only one of some files; empty when there are none or several. */
    private static Optional<Path> only(List<Path> found) {
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** Returns a path as it is seen from the folder. */
    String shown(Path file) {
        return folder.relativize(file).toString();
    }
}

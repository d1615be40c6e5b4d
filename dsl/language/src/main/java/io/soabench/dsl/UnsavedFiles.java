package io.soabench.dsl;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.resource.impl.URIHandlerImpl;

/** Model files as they stand in an editor, in place of the files on disk. */
final class UnsavedFiles extends URIHandlerImpl {

    private final Map<Path, String> texts;

    /** @param texts by absolute and normalized path */
    UnsavedFiles(Map<Path, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    /** Returns the bytes of a file, if it is one of these. */
    Optional<byte[]> of(Path file) {
        return Optional.ofNullable(texts.get(file)).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<byte[]> of(URI uri) {
        return uri.isFile() ? of(Path.of(uri.toFileString()).toAbsolutePath().normalize()) : Optional.empty();
    }

    @Override
    public boolean canHandle(URI uri) {
        return of(uri).isPresent();
    }

    @Override
    public InputStream createInputStream(URI uri, Map<?, ?> options) {
        return new ByteArrayInputStream(of(uri).orElseThrow());
    }

    @Override
    public boolean exists(URI uri, Map<?, ?> options) {
        return of(uri).isPresent();
    }
}

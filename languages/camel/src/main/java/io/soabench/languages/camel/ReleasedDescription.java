package io.soabench.languages.camel;

import io.soabench.plan.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A description that Camel is released with, as JSON. The build copies it beside the classes of this package. */
final class ReleasedDescription {

    private ReleasedDescription() {}

    /** Returns the content of a file. */
    static Map<?, ?> read(String name) {
        try (InputStream in = ReleasedDescription.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " of Camel is not beside the classes; build the module again");
            }
            return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), Map.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the object under a key; an empty one when there is none. */
    static Map<?, ?> object(Map<?, ?> from, String key) {
        return from.get(key) instanceof Map<?, ?> found ? found : Map.of();
    }
}

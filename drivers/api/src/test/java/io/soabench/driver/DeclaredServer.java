package io.soabench.driver;

import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The ports of a server type, and the defaults of its parameters in canonical units, as its declaration has them. */
record DeclaredServer(Map<String, Integer> ports, Map<String, String> defaults) {

    private static final String DECLARATIONS = "META-INF/soabench/types.testbed";
    private static final Pattern PORT = Pattern.compile("(?m)^ +port (\\S+)");
    private static final Pattern PARAMETER = Pattern.compile(
            "(?m)^ +parameter (\\S+) (one of \\([^)]*\\)|\\w+) = (\"[^\"]*\"|\\S+)(?: (ms|s|min|h|KiB|MiB|GiB)\\b)?");

    /** The size of each unit in the canonical one: milliseconds and bytes. */
    private static final Map<String, Long> UNITS = Map.of(
            "ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

    /** Reads the declaration of a type. A port is any free one. */
    static DeclaredServer of(ServerType type) {
        String text = declaration(type);
        Map<String, Integer> ports = new TreeMap<>();
        PORT.matcher(text).results().forEach(port -> ports.put(port.group(1), 0));
        Map<String, String> defaults = new TreeMap<>();
        PARAMETER.matcher(text).results().forEach(parameter -> defaults.put(parameter.group(1), canonical(parameter)));
        return new DeclaredServer(ports, defaults);
    }

    /** Only a size and a duration have a unit; after a number, {@code min} begins a bound. */
    private static String canonical(MatchResult parameter) {
        String value = parameter.group(3).replace("\"", "");
        boolean measured =
                parameter.group(2).equals("size") || parameter.group(2).equals("duration");
        return measured && parameter.group(4) != null
                ? Long.toString(Long.parseLong(value) * UNITS.get(parameter.group(4)))
                : value;
    }

    private static String declaration(ServerType type) {
        try {
            for (URL file : Collections.list(type.getClass().getClassLoader().getResources(DECLARATIONS))) {
                try (InputStream in = file.openStream()) {
                    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
                    int begin = text.indexOf("server type " + type.name() + ' ');
                    if (begin >= 0) {
                        int end = text.indexOf("\n}", begin);
                        return text.substring(begin, end < 0 ? text.length() : end);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no " + DECLARATIONS + " declares server type " + type.name());
    }
}

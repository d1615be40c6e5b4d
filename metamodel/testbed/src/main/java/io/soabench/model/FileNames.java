package io.soabench.model;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;

/** The names of files as Java can use them in the locale in which it was started. */
public final class FileNames {

    private FileNames() {}

    /** Returns a sentence about a name with letters that the locale does not have; empty for every other name. */
    public static Optional<String> problem(String name) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        try {
            return problem(name, Charset.forName(encoding));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return Optional.empty(); // The system will report a name that it cannot open.
        }
    }

    static Optional<String> problem(String name, Charset encoding) {
        return !encoding.canEncode() || encoding.newEncoder().canEncode(name)
                ? Optional.empty()
                : Optional.of("file \"" + name + "\" has a name that Java cannot use in this locale, whose encoding is "
                        + encoding.name() + "; set LC_ALL=C.UTF-8 and start again");
    }
}

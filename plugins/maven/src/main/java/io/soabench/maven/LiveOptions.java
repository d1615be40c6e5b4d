package io.soabench.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.apache.maven.plugin.MojoFailureException;

/**
 * The live page that a user wants.
 *
 * @param port 0 for a free one; empty for no page
 * @param token the token that programs send to read the metrics; empty for that of the address
 */
record LiveOptions(OptionalInt port, String token) {

    private static final String PARAMETER = "-Dsoabench.live.token";

    /** The fewest characters of a token, 96 bits in Base64. */
    private static final int FEWEST_CHARACTERS = 16;

    /** A token as the header has it (RFC 6750 section 2.1). */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]{" + FEWEST_CHARACTERS + ",}=*");

    private static final String CURE = "; make it with: (umask 027; openssl rand -hex 24 > FILE)";

    /**
     * Returns the page that the parameters describe.
     *
     * @param word see {@link LivePort}
     * @param file with the token; {@code null} for none
     */
    static LiveOptions of(String word, File file) throws MojoFailureException {
        return new LiveOptions(LivePort.of(word), file == null ? "" : token(file.toPath()));
    }

    private static String token(Path file) throws MojoFailureException {
        String token;
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view != null && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ)) {
                throw new MojoFailureException(PARAMETER + ": every user of this machine can read " + file
                        + "; take this right away: chmod o-r " + file);
            }
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw new MojoFailureException(PARAMETER + ": cannot read " + file + CURE, e);
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new MojoFailureException(PARAMETER + ": " + file + " must have one line of " + FEWEST_CHARACTERS
                    + " or more letters and digits" + CURE);
        }
        return token;
    }
}

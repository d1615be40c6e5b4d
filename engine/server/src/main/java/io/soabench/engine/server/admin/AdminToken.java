package io.soabench.engine.server.admin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;

/**
 * The secret of the users of the admin interface: a bearer token (RFC 6750, section 2.1). It comes from a file, since
 * every user of a host can read command lines. Immutable.
 */
public final class AdminToken {
    /** The absence of a token: every client has access. */
    public static final AdminToken NONE = new AdminToken(null);

    private static final String SCHEME = "Bearer ";
    private static final int MIN_CHARS = 16;
    private static final int MAX_CHARS = 1_000;

    private final byte[] expected;

    private AdminToken(byte[] expected) {
        this.expected = expected;
    }

    /** Returns a token that is known already. */
    public static AdminToken of(String token) {
        return new AdminToken((SCHEME + token).getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns the token in the first line of a file.
     *
     * @throws IllegalArgumentException with a sentence, when there is none, or users other than the owner can read the file
     */
    public static AdminToken read(Path file) {
        List<String> lines;
        try {
            PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view != null) {
                Set<PosixFilePermission> permissions = view.readAttributes().permissions();
                if (permissions.contains(PosixFilePermission.GROUP_READ)
                        || permissions.contains(PosixFilePermission.OTHERS_READ)) {
                    throw new IllegalArgumentException(
                            "admin-token=" + file + " can be read by others than its owner; use chmod 600");
                }
            }
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException("admin-token=" + file + " cannot be read: " + e, e);
        }
        String token = lines.isEmpty() ? "" : lines.get(0).strip();
        if (!token.matches("[A-Za-z0-9._~+/=-]{" + MIN_CHARS + "," + MAX_CHARS + "}")) {
            throw new IllegalArgumentException(
                    "admin-token=" + file + " does not begin with a line of " + MIN_CHARS + " to " + MAX_CHARS
                            + " letters, digits and '-._~+/='; write one, for instance with openssl rand -hex 16");
        }
        return of(token);
    }

    /**
     * Returns whether the value of an Authorization header proves that its sender knows the token. The check takes the
     * same time for every wrong value.
     */
    boolean isKnownBy(String authorization) {
        return expected == null || MessageDigest.isEqual(expected, authorization.getBytes(StandardCharsets.ISO_8859_1));
    }
}

package io.soabench.engine.server.deploy;

/**
 * The value of an HTTP header of calls to a partner: a text, or the place of a secret. Immutable.
 *
 * @param text the value itself; null for a secret
 * @param environment the variable with the secret, or null
 * @param file the file with the secret in the folder of secrets, or null
 * @param scheme the word before the secret, such as {@code Bearer}; null for none
 * @param user the user for basic authentication, where the secret is the password (RFC 7617); null for none
 */
record PartnerHeader(String text, String environment, String file, String scheme, String user) {
    static PartnerHeader of(String text) {
        return new PartnerHeader(text, null, null, null, null);
    }
}

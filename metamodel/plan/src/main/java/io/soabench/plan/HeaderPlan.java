package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An HTTP header of requests to a black box. Its value is a text, or a secret, of which the plan has the place only.
 *
 * @param name of the header
 * @param text its value; empty: a secret
 * @param environment variable with the secret, or empty
 * @param file name of the file with the secret in the folder of secrets, or empty
 * @param scheme word before the secret, such as {@code Bearer}; empty: none
 * @param user name for basic authentication, with the secret as the password (RFC 7617); empty: none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record HeaderPlan(String name, String text, String environment, String file, String scheme, String user) {

    /** The prefix of the names of variables with secrets. A model can send no other variable to a server. */
    public static final String PREFIX = "SOABENCH_SECRET_";

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e\\t]*[\\x21-\\x7e])?");
    private static final Pattern VARIABLE = Pattern.compile(PREFIX + "[A-Za-z0-9_]+");
    private static final Pattern FILE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

    /** The headers that the load client itself writes, or that would change the meaning of a message. */
    private static final Set<String> CLIENT_HEADERS = Set.of(
            "host",
            "accept",
            "accept-encoding",
            "connection",
            "content-length",
            "content-type",
            "content-encoding",
            "expect",
            "soapaction",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent",
            "x-soabench-uiid");

    /** The headers whose values are credentials, which belong into no model. */
    private static final Set<String> SECRET = Set.of("authorization", "proxy-authorization", "cookie");

    public HeaderPlan {
        name = name == null ? "" : name;
        text = text == null ? "" : text;
        environment = environment == null ? "" : environment;
        file = file == null ? "" : file;
        scheme = scheme == null ? "" : scheme;
        user = user == null ? "" : user;
    }

    /** Returns whether the value is a secret, which is in no model, plan or result. */
    public boolean secret() {
        return !environment.isEmpty() || !file.isEmpty();
    }

    /** Returns the name in lower case: names of headers are the same in any case (RFC 9110, section 5.1). */
    public String key() {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns whether a text can be the value of a header. */
    static boolean isValue(String value) {
        return VALUE.matcher(value).matches();
    }

    /**
     * Returns the defect of the header and the remedy, as the end of a sentence that begins with its name; empty when
     * the header can be sent.
     */
    public Optional<String> problem() {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("is no name of a header; write letters, digits and '-' only");
        }
        if (CLIENT_HEADERS.contains(key())) {
            return Optional.of("is written by the load client itself; leave it out");
        }
        if (!secret()) {
            if (SECRET.contains(key())) {
                return Optional.of(
                        "is a secret in clear; write: from environment \"" + PREFIX + "…\", or: from file \"…\"");
            }
            return isValue(text)
                    ? Optional.empty()
                    : Optional.of("has a value that is empty, or has characters that no header may have; correct it");
        }
        if (!environment.isEmpty() && !VARIABLE.matcher(environment).matches()) {
            return Optional.of("names the variable \"" + environment + "\", which is none for secrets; name one that"
                    + " begins with " + PREFIX);
        }
        if (!file.isEmpty() && !FILE.matcher(file).matches()) {
            return Optional.of("names the file \"" + file + "\", which is no name in the folder of secrets; write"
                    + " letters, digits, '.', '_' and '-' only");
        }
        if (!scheme.isEmpty() && !NAME.matcher(scheme).matches()) {
            return Optional.of("has the scheme \"" + scheme + "\", which is no word; write one like \"Bearer\"");
        }
        return user.indexOf(':') < 0 && user.chars().noneMatch(Character::isISOControl)
                ? Optional.empty()
                : Optional.of("has a user with a colon or a control character, which basic authentication does not"
                        + " allow; correct it");
    }
}

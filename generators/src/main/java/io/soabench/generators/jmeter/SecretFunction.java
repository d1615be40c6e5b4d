package io.soabench.generators.jmeter;

import io.soabench.plan.HeaderPlan;
import io.soabench.plan.SecretFile;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A function of JMeter that reads the secret of a header when a test plan starts, so that the plan has none. */
final class SecretFunction {

    private SecretFunction() {}

    /** Returns the text of a variable: Groovy in the function {@code __groovy}, in which a comma needs a backslash. */
    static String of(HeaderPlan header) {
        String secret = header.environment().isEmpty()
                ? "new File(System.getenv('" + SecretFile.FOLDER + "') ?: System.getProperty('user.home') + '/"
                        + SecretFile.USUAL_FOLDER + "'\\, '" + header.file() + "').getText('UTF-8').trim()"
                : "System.getenv('" + header.environment() + "')";
        if (!header.user().isEmpty()) {
            // In Base64, a name needs no escape in Groovy, in JMeter or in XML.
            String user = Base64.getEncoder().encodeToString((header.user() + ":").getBytes(StandardCharsets.UTF_8));
            return "Basic ${__groovy((new String('" + user + "'.decodeBase64()\\, 'UTF-8') + " + secret
                    + ").getBytes('UTF-8').encodeBase64().toString())}";
        }
        return (header.scheme().isEmpty() ? "" : header.scheme() + " ") + "${__groovy(" + secret + ")}";
    }
}

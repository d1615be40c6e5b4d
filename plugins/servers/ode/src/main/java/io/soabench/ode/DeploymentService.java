package io.soabench.ode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A client of ODE's deployment web service, over HTTP like any other client. Thread-safe. */
final class DeploymentService {

    private static final String PATH = OdePackage.PATH + "DeploymentService";
    private static final String DEPLOY = "http://www.apache.org/ode/deployapi";
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final URI address;

    DeploymentService(String host, int port) {
        this.address = URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + PATH);
    }

    /** A refusal by ODE; the message is ODE's own. */
    static final class Refusal extends Exception {

        private static final long serialVersionUID = 1L;

        Refusal(String message) {
            super(message);
        }
    }

    /**
     * Deploys a bundle; returns when the process is compiled and active.
     *
     * @param name letters, digits and underscores
     * @return ODE's name of the bundle
     */
    String deploy(String name, byte[] archive, Duration timeout) throws IOException, InterruptedException, Refusal {
        Document answer = call(
                "<p:deploy><name>" + name + "</name><package><d:zip xmlns:d=\"" + DEPLOY + "\">"
                        + Base64.getEncoder().encodeToString(archive) + "</d:zip></package></p:deploy>",
                timeout);
        NodeList names = answer.getElementsByTagNameNS(DEPLOY, "name");
        if (names.getLength() != 1) {
            throw new IOException("ODE's deployment service did not name the bundle that it deployed");
        }
        return names.item(0).getTextContent().strip();
    }

    /** Removes a bundle. */
    void undeploy(String bundle, Duration timeout) throws IOException, InterruptedException, Refusal {
        call("<p:undeploy><packageName>" + bundle + "</packageName></p:undeploy>", timeout);
    }

    private Document call(String body, Duration timeout) throws IOException, InterruptedException, Refusal {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(timeout)
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", "\"\"")
                .POST(BodyPublishers.ofString(
                        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body"
                                + " xmlns:p=\"http://www.apache.org/ode/pmapi\">" + body + "</s:Body></s:Envelope>"))
                .build();
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
        Document answer =
                SafeXml.read(new ByteArrayInputStream(response.body()), "the answer of ODE's deployment service");
        NodeList faults = answer.getElementsByTagName("faultstring");
        if (faults.getLength() > 0) {
            throw new Refusal(words(faults.item(0)));
        }
        if (response.statusCode() != OK) {
            throw new IOException("ODE's deployment service answered with status " + response.statusCode());
        }
        return answer;
    }

    private static String words(Node fault) {
        return fault.getTextContent().strip().replaceAll("\\s+", " ");
    }
}

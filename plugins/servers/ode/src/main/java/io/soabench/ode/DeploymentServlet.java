package io.soabench.ode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The servlet of {@code /deployments/<process>}, for {@code PUT} and {@code DELETE}. It translates a driver's package
 * into ODE's SOAP message. It answers 201, 204, 404, or 422 with ODE's own message. It is idle while a process is
 * measured.
 */
@SuppressWarnings("serial") // never serialized: Tomcat keeps no sessions
final class DeploymentServlet extends HttpServlet {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MOST_BYTES = 64 << 20;
    private static final int UNPROCESSABLE = 422;

    private final transient DeploymentService service;
    private final transient DescriptorParameters bundle;

    /** The bundle's name in ODE, by process. */
    private final transient Map<String, String> deployed = new ConcurrentHashMap<>();

    DeploymentServlet(DeploymentService service, DescriptorParameters bundle) {
        this.service = service;
        this.bundle = bundle;
    }

    /** An exchange with ODE. */
    private interface Exchange {
        int status() throws IOException, InterruptedException, DeploymentService.Refusal;
    }

    private static String process(HttpServletRequest request) {
        return request.getPathInfo() == null ? "" : request.getPathInfo().substring(1);
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] archive = request.getInputStream().readNBytes(MOST_BYTES);
        String process = process(request);
        answer(response, () -> {
            // ODE takes letters, digits and underscores.
            String name = "soabench_" + process.replaceAll("[^A-Za-z0-9]", "_");
            deployed.put(process, service.deploy(name, bundle.of(archive), TIMEOUT));
            return HttpServletResponse.SC_CREATED;
        });
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = deployed.remove(process(request));
        answer(response, () -> {
            if (name == null) {
                return HttpServletResponse.SC_NOT_FOUND;
            }
            service.undeploy(name, TIMEOUT);
            return HttpServletResponse.SC_NO_CONTENT;
        });
    }

    private static void answer(HttpServletResponse response, Exchange exchange) throws IOException {
        try {
            response.setStatus(exchange.status());
        } catch (DeploymentService.Refusal | IOException e) {
            response.setStatus(UNPROCESSABLE);
            response.setContentType("text/plain");
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            response.getWriter().println(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }
}

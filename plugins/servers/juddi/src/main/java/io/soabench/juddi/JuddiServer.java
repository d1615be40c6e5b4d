package io.soabench.juddi;

import com.sun.net.httpserver.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.xml.ws.Endpoint;
import org.apache.commons.configuration.ConfigurationException;
import org.apache.juddi.Registry;
import org.apache.juddi.api.impl.UDDIInquiryImpl;
import org.apache.juddi.api.impl.UDDIPublicationImpl;
import org.apache.juddi.api.impl.UDDISecurityImpl;
import org.uddi.api_v3.BusinessEntity;
import org.uddi.api_v3.Name;
import org.uddi.api_v3.SaveBusiness;
import org.uddi.v3_service.DispositionReportFaultMessage;

/**
 * A jUDDI registry: its services behind the HTTP server of the JDK, by the JAX-WS reference implementation. jUDDI keeps
 * its state in statics, so a process has one.
 */
final class JuddiServer implements AutoCloseable {

    /** The business whose services are those of the testbed. */
    static final String BUSINESS = "uddi:juddi.apache.org:soabench";

    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Endpoint> endpoints = new ArrayList<>();

    private JuddiServer(HttpServer http) {
        this.http = http;
    }

    /**
     * Starts the registry; it accepts publications when this returns.
     *
     * @param http bound, and not started yet
     * @throws ConfigurationException when jUDDI cannot be configured or seeded
     */
    static JuddiServer start(HttpServer http) throws ConfigurationException {
        JuddiServer server = new JuddiServer(http);
        Registry.start();
        UDDIPublicationImpl publication = new UDDIPublicationImpl();
        business(publication);
        Map<String, Object> services = new TreeMap<>(
                Map.of("inquiry", new UDDIInquiryImpl(), "publish", publication, "security", new UDDISecurityImpl()));
        services.forEach(server::serve);
        server.http.setExecutor(server.threads);
        server.http.start();
        return server;
    }

    private void serve(String path, Object service) {
        Endpoint endpoint = Endpoint.create(service);
        endpoint.publish(http.createContext("/juddiv3/services/" + path));
        endpoints.add(endpoint);
    }

    private static void business(UDDIPublicationImpl publication) throws ConfigurationException {
        BusinessEntity business = new BusinessEntity();
        business.setBusinessKey(BUSINESS);
        Name name = new Name();
        name.setValue("SOABench");
        business.getName().add(name);
        SaveBusiness save = new SaveBusiness();
        save.getBusinessEntity().add(business);
        try {
            publication.saveBusiness(save);
        } catch (DispositionReportFaultMessage e) {
            throw new ConfigurationException("the testbed's business cannot be published: " + e.getMessage(), e);
        }
    }

    /** Stops accepting requests, and gives up those in flight. */
    @Override
    public void close() {
        http.stop(0);
        endpoints.forEach(Endpoint::stop);
        threads.shutdownNow();
    }
}

package io.soabench.juddi;

import javax.persistence.EntityManager;
import javax.xml.ws.WebServiceContext;
import org.apache.juddi.config.PersistenceManager;
import org.apache.juddi.model.Publisher;
import org.apache.juddi.model.UddiEntityPublisher;
import org.apache.juddi.v3.auth.Authenticator;

/**
 * An authenticator for which each caller is jUDDI's own publisher {@value #NAME}. A registry of a testbed lives for one
 * repetition, on the testbed's network, and its publication must be one request without a token. jUDDI creates it by
 * the name of the class. Stateless.
 */
public final class AnyPublisher implements Authenticator {

    /** The publisher that jUDDI is seeded with; it owns all keys that begin with {@code uddi:juddi.apache.org:}. */
    static final String NAME = "root";

    @Override
    public String authenticate(String name, String credential) {
        return NAME;
    }

    @Override
    public UddiEntityPublisher identify(String token, String name, WebServiceContext context) {
        EntityManager entities = PersistenceManager.getEntityManager();
        try {
            return entities.find(Publisher.class, NAME);
        } finally {
            entities.close();
        }
    }
}

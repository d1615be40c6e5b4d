package io.soabench.bpmn;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;

/**
 * The HTTP client of all library engines that have none for SOAP: Apache HttpClient with a pool of connections. A call holds its thread, as the
 * service tasks of these engines do. No call is made twice.
 */
public final class SoapPartnerClient implements AutoCloseable {

    /**
     * The largest answer. It is far larger than messages of tests, but a partner that sends without end cannot fill the
     * memory.
     */
    private static final int LARGEST_ANSWER = 64 * 1024 * 1024;

    private final CloseableHttpClient client;

    private SoapPartnerClient(CloseableHttpClient client) {
        this.client = client;
    }

    /**
     * Creates a client.
     *
     * @param connections to one partner at a time; further calls wait
     * @param timeoutMs for a connection, and for each wait for an answer
     */
    public static SoapPartnerClient of(int connections, long timeoutMs) {
        Timeout timeout = Timeout.of(timeoutMs, TimeUnit.MILLISECONDS);
        PoolingHttpClientConnectionManager pool = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(connections)
                .setMaxConnTotal(Integer.MAX_VALUE)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(timeout)
                        .setSocketTimeout(timeout)
                        .build())
                .build();
        return new SoapPartnerClient(HttpClients.custom()
                .setConnectionManager(pool)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(timeout)
                        .setResponseTimeout(timeout)
                        .build())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableAuthCaching()
                .build());
    }

    /**
     * An answer.
     *
     * @param status of HTTP
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes are handed on, never compared
    record Answer(int status, byte[] body) {}

    /**
     * Sends an envelope and waits for the answer.
     *
     * @throws IOException when the partner cannot be reached or does not answer in time
     */
    Answer send(String address, String soapAction, byte[] envelope) throws IOException {
        HttpPost post = new HttpPost(address);
        post.addHeader("SOAPAction", '"' + soapAction + '"');
        post.setEntity(new ByteArrayEntity(envelope, ContentType.create("text/xml", "UTF-8")));
        return client.execute(
                post,
                response -> new Answer(
                        response.getCode(),
                        response.getEntity() == null
                                ? new byte[0]
                                : EntityUtils.toByteArray(response.getEntity(), LARGEST_ANSWER)));
    }

    @Override
    public void close() {
        client.close(org.apache.hc.core5.io.CloseMode.GRACEFUL);
    }
}

package io.soabench.engine.server.invoker;

import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.server.soap.SoapVersion;
import java.nio.charset.StandardCharsets;

/**
 * The common part of all calls of one operation at one address: the pool of connections, and the head of the request up
 * to the value of Content-Length. Immutable.
 */
final class CallTemplate {
    final String address;
    final PartnerPool pool;
    final SoapVersion version;
    final byte[] head;

    CallTemplate(PartnerOperation operation, String address, PartnerAddress parsed, PartnerPool pool, String headers) {
        this.address = address;
        this.pool = pool;
        this.version = operation.soap12() ? SoapVersion.V12 : SoapVersion.V11;
        String action = operation.soapAction().replaceAll("[\\r\\n\"]", "");
        String type = operation.soap12() && !action.isEmpty()
                ? version.contentType() + "; action=\"" + action + "\""
                : version.contentType();
        String head = "POST " + parsed.target() + " HTTP/1.1\r\nHost: " + parsed.authority() + "\r\nContent-Type: "
                + type + (operation.soap12() ? "" : "\r\nSOAPAction: \"" + action + "\"") + "\r\n" + headers
                + "Content-Length: ";
        this.head = head.getBytes(StandardCharsets.ISO_8859_1);
    }
}

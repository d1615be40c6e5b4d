package io.soabench.axis2;

import io.soabench.plan.SoapVersion;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.util.Locale;

/**
 * A request whose body was read already. Axis2 always sees an uncompressed SOAP 1.1 message, even if the headers
 * differ, because mocks judge messages by their content. It also always sees a message of http.
 */
final class MemoryRequest extends HttpServletRequestWrapper {

    private static final String HTTPS = "https";

    private final Input input;
    private final String contentType;

    /** @param soap version of SOAP that the mock speaks */
    MemoryRequest(HttpServletRequest request, byte[] body, int length, String charset, SoapVersion soap) {
        super(request);
        input = new Input(new ByteArrayInputStream(body, 0, length));
        contentType = contentType(request.getContentType(), charset, soap);
    }

    /** Returns the media type of the version, with the action in it where the client wrote one. */
    private static String contentType(String written, String charset, SoapVersion soap) {
        if (soap.actionInType() && written != null && written.startsWith(soap.mediaType())) {
            return written;
        }
        return charset.isEmpty() ? soap.mediaType() : soap.mediaType() + "; charset=" + charset;
    }

    @Override
    public ServletInputStream getInputStream() {
        return input;
    }

    @Override
    public String getContentType() {
        return contentType;
    }

    @Override
    public String getHeader(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "content-encoding" -> null;
            case "content-type" -> contentType;
            default -> super.getHeader(name);
        };
    }

    /** Returns false: Axis2 knows the transport http only, and the connector has removed TLS. */
    @Override
    public boolean isSecure() {
        return false;
    }

    /** Returns the address with the scheme by which Axis2 finds its transport. */
    @Override
    public StringBuffer getRequestURL() {
        StringBuffer address = super.getRequestURL();
        return super.isSecure() ? address.replace(0, HTTPS.length(), "http") : address;
    }

    private static final class Input extends ServletInputStream {
        private final ByteArrayInputStream bytes;

        Input(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("a body in memory is read without a listener");
        }
    }
}

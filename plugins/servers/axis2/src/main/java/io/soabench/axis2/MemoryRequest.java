package io.soabench.axis2;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.util.Locale;

/**
 * A request whose body was read already. Axis2 always sees an uncompressed SOAP 1.1 message, even if the headers
 * differ, because mocks judge messages by their content.
 */
final class MemoryRequest extends HttpServletRequestWrapper {

    private final Input input;
    private final String contentType;

    MemoryRequest(HttpServletRequest request, byte[] body, int length, String charset) {
        super(request);
        input = new Input(new ByteArrayInputStream(body, 0, length));
        contentType = charset.isEmpty() ? "text/xml" : "text/xml; charset=" + charset;
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

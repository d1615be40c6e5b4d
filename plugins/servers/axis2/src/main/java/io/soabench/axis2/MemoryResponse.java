package io.soabench.axis2;

import io.soabench.mock.AnswerBytes;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;

/** A response that keeps the answer of Axis2 until it is due; status and headers are the mock's own. */
final class MemoryResponse extends HttpServletResponseWrapper {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private final Output output = new Output(bytes);

    MemoryResponse(HttpServletResponse response) {
        super(response);
    }

    AnswerBytes body() {
        return new AnswerBytes(bytes.toByteArray());
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return output;
    }

    @Override
    public void setStatus(int status) {
        // The planned reply of the mock has this value.
    }

    @Override
    public void setContentType(String type) {
        // The planned reply of the mock has this value.
    }

    @Override
    public void setBufferSize(int size) {
        // There is no buffer to size.
    }

    @Override
    public void flushBuffer() {
        // Nothing leaves before it is due.
    }

    private static final class Output extends ServletOutputStream {
        private final ByteArrayOutputStream bytes;

        Output(ByteArrayOutputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public void write(int b) {
            bytes.write(b);
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            bytes.write(source, offset, length);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("a body in memory is written without a listener");
        }
    }
}

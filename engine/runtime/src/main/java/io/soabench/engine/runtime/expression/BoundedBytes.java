package io.soabench.engine.runtime.expression;

import java.io.ByteArrayOutputStream;

/** What a style sheet writes, of which there is no more than values may take. */
final class BoundedBytes extends ByteArrayOutputStream {
    private final Spending spending;

    BoundedBytes(Spending spending) {
        this.spending = spending;
    }

    @Override
    public synchronized void write(int octet) {
        spending.sequence(count + 1L);
        super.write(octet);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        spending.sequence((long) count + length);
        super.write(bytes, offset, length);
    }
}

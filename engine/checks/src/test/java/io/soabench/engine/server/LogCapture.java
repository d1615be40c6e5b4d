package io.soabench.engine.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A collector of log records while it is open. */
final class LogCapture extends Handler implements AutoCloseable {
    final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Logger root = Logger.getLogger("");

    LogCapture() {
        root.addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getLoggerName() == null || !record.getLoggerName().startsWith("jdk.")) {
            records.add(record);
        }
    }

    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public void close() {
        root.removeHandler(this);
    }
}

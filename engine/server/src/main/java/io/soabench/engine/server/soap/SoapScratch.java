package io.soabench.engine.server.soap;

import io.netty.util.concurrent.FastThreadLocal;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.runtime.xml.XmlOutput;

/** The reader and the output buffer that a thread reuses for each message. Belongs to one thread. */
public final class SoapScratch {
    private static final FastThreadLocal<SoapScratch> SCRATCH = new FastThreadLocal<>() {
        @Override
        protected SoapScratch initialValue() {
            return new SoapScratch();
        }
    };

    private final SoapReader reader = new SoapReader(XmlLimits.DEFAULT);
    private final XmlOutput output = new XmlOutput();
    private final StringBuilder text = new StringBuilder();

    private SoapScratch() {}

    /** Returns the objects of the calling thread. */
    public static SoapScratch ofThread() {
        return SCRATCH.get();
    }

    /** Returns the reader of envelopes. */
    public SoapReader reader() {
        return reader;
    }

    /** Returns the output buffer, which holds one envelope at a time. */
    public XmlOutput output() {
        return output;
    }

    /** Returns an empty buffer for a short text. */
    public StringBuilder text() {
        text.setLength(0);
        return text;
    }
}

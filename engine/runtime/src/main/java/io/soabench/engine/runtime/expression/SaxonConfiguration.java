package io.soabench.engine.runtime.expression;

import java.util.function.Function;
import net.sf.saxon.Configuration;
import net.sf.saxon.expr.instruct.Executable;
import net.sf.saxon.om.FocusTrackingIterator;
import net.sf.saxon.om.SequenceIterator;
import net.sf.saxon.s9api.SaxonApiException;

/**
 * A processor's configuration in which nothing is evaluated while an expression is compiled: filters of literal ranges would be, whatever the
 * level of optimisation, and there is nobody who counts then. The compiler takes what it cannot evaluate for something to be evaluated later.
 */
final class SaxonConfiguration extends Configuration {
    private static final ThreadLocal<Boolean> COMPILING = new ThreadLocal<>();

    /** Compiles something with this configuration. */
    <T> T compile(SaxonFunctions.Compilation<T> compilation) throws SaxonApiException {
        COMPILING.set(true);
        try {
            return compilation.compile();
        } finally {
            COMPILING.remove();
        }
    }

    /** Asked for whenever something is about to be evaluated. */
    @Override
    public Function<SequenceIterator, FocusTrackingIterator> getFocusTrackerFactory(
            Executable executable, boolean multithreaded) {
        if (COMPILING.get() != null) {
            throw new UnsupportedOperationException("nothing is evaluated while it is compiled");
        }
        return super.getFocusTrackerFactory(executable, multithreaded);
    }
}

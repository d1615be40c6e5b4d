package io.soabench.engine.runtime.kernel;

/**
 * A message exchange: the key that relates a request to its reply (WS-BPEL 2.0, section 10.4.1).
 *
 * @param operation the number of the operation, which includes the partner link
 * @param number the number of the message exchange; -1 for the unnamed one
 * @param holder the scope that declares the message exchange
 * @param link the scope that declares the partner link
 */
public record Exchange(int operation, int number, ScopeInstance holder, ScopeInstance link) {
    /** Returns whether the exchange ends with a scope, which declares the message exchange or the partner link. */
    boolean endsWith(ScopeInstance scope) {
        return holder.equals(scope) || link.equals(scope);
    }
}

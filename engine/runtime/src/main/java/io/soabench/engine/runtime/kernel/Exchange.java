package io.soabench.engine.runtime.kernel;

/**
 * The pair of a request and its reply (WS-BPEL 2.0, section 10.4.1).
 *
 * @param operation number of the operation, which includes the partner link
 * @param number number of the message exchange, -1 for an unnamed one
 * @param holder the scope that has the message exchange
 * @param link the scope that has the partner link
 */
public record Exchange(int operation, int number, ScopeInstance holder, ScopeInstance link) {
    boolean endsWith(ScopeInstance scope) {
        return holder.equals(scope) || link.equals(scope);
    }
}

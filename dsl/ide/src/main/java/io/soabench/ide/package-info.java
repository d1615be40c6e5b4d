/**
 * The language server: the testbed language for editors that speak the Language Server Protocol. Requests come on the thread that reads them
 * and are answered by one other, on which all models live; what the compiler says is worked out by a third, because it takes longer.
 */
package io.soabench.ide;

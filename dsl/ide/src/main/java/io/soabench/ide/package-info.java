/**
 * The language server: the testbed language for editors with the Language Server Protocol. One thread reads the
 * requests, and one other thread answers them. All models belong to the second. The compiler runs on a third
 * thread, because it takes longer.
 */
package io.soabench.ide;

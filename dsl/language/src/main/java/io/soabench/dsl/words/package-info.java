/** Model files as text that may be wrong: words, and parts that can be understood by themselves. Immutable; nothing here fails. */
package io.soabench.dsl.words;

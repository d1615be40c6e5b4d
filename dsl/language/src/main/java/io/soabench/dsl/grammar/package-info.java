/** What the grammar allows at a place of a text that is not finished. No state; nothing here fails because a text is wrong. */
package io.soabench.dsl.grammar;

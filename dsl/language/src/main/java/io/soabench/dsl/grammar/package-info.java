/** The expectations of the grammar at a place of an unfinished text. No state; errors in a text cause no failure. */
package io.soabench.dsl.grammar;

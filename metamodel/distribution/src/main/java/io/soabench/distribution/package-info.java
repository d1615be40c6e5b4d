/**
 * The probability distributions of the language: their parameters, how they are drawn from, their means and their
 * texts. Checks, compiler and relays share these definitions. The source of random numbers and the distributed
 * quantities do not belong here. Wrong parameters are {@link java.lang.IllegalArgumentException}s with one sentence.
 */
package io.soabench.distribution;

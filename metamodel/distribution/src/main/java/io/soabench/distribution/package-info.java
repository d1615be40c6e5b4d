/**
 * The probability distributions of the language: their parameters, how they are drawn from, their means and their texts.
 * Belongs here: what a distribution is, once for checks, compiler and relays; not where random numbers come from, and not what is
 * distributed. Wrong parameters are {@link java.lang.IllegalArgumentException}s with one sentence.
 */
package io.soabench.distribution;

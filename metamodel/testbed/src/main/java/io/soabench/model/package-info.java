/**
 * The meaning of a testbed model, in plain Java over the generated EMF classes of {@code io.soabench.model.testbed}:
 * defaults, units, and the test cases of a suite.
 *
 * <p>Nothing here knows the textual language. Everything is a pure function of a model that is no longer changed, so it
 * can be used from any thread. A model with validation errors may lead to {@link java.lang.IllegalArgumentException}.
 */
package io.soabench.model;

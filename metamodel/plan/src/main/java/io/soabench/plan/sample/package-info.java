/**
 * Sample plans for tests of all modules, for the simulated run of the analyzer and for authors of drivers. They stand among the
 * main sources because a build that skips tests builds no jars of test classes, either.
 */
package io.soabench.plan.sample;

package io.soabench.plan;

/**
 * The model that a plan was compiled from.
 *
 * @param testbed name of the testbed
 * @param title one line for the cover of the report
 * @param seed the seed from which every random stream was derived
 * @param profile name of the profile that was chosen; empty when there was none
 * @param modelHash SHA-256 of all model files that were read, hexadecimal; of testbed files without comments and layout
 */
public record ModelOrigin(String testbed, String title, long seed, String profile, String modelHash) {}

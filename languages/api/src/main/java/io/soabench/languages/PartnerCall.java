package io.soabench.languages;

import io.soabench.contracts.source.Location;

/**
 * A call of a partner in a process file.
 *
 * @param partner its name in the file
 * @param operation empty where the file does not name it
 * @param location of the call
 */
public record PartnerCall(String partner, String operation, Location location) {}

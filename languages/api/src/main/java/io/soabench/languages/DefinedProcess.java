package io.soabench.languages;

import io.soabench.contracts.source.Location;

/**
 * A process that a file defines, which may define several.
 *
 * @param id by which a model names it; empty where the file gives it none
 * @param name for people; its id where the file gives it no other
 * @param executable whether the file lets engines run it
 * @param location of its definition
 */
public record DefinedProcess(String id, String name, boolean executable, Location location) {}

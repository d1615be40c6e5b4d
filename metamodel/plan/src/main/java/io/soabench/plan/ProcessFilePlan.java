package io.soabench.plan;

/**
 * The file of a process that an engine runs.
 *
 * @param language word of the language for it: {@code bpel}, {@code bpmn}, {@code camel}
 * @param variant name by which the model distinguishes files in one language; empty: none
 * @param file path within the package
 * @param sha256 hash of its content, hexadecimal
 */
public record ProcessFilePlan(String language, String variant, String file, String sha256) {}

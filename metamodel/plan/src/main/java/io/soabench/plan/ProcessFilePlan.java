package io.soabench.plan;

/**
 * The file of a process that an engine runs.
 *
 * @param language word of the language for it: {@code bpel}, {@code bpmn}, {@code camel}
 * @param variant name by which the model distinguishes files in one language; empty: none
 * @param file path within the package
 * @param sha256 hash of its content, hexadecimal
 * @param process id of the process in the file that the engine runs; null where the file has no other
 */
public record ProcessFilePlan(String language, String variant, String file, String sha256, String process) {

    /** Creates the file of one process. */
    public ProcessFilePlan(String language, String variant, String file, String sha256) {
        this(language, variant, file, sha256, null);
    }
}

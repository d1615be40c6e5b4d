package io.soabench.eclipse.start;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of sources for a testbed. */
enum TestbedSource {
    BPEL("A BPEL process, with partners that are mocked", "BPEL file:", "*.bpel"),
    BPMN("The processes of a BPMN file, with tasks that call mocked partners", "BPMN file:", "*.bpmn"),
    WSDL("A service's description (WSDL), of which a mock is made", "WSDL file:", "*.wsdl"),
    BLACK_BOX("A service that runs", "Its address:", null);

    private final String label;
    private final String question;
    private final String files;

    TestbedSource(String label, String question, String files) {
        this.label = label;
        this.question = question;
        this.files = files;
    }

    /** Returns the source that a file is by the ending of its name; empty for other files. */
    static Optional<TestbedSource> of(String file) {
        return Arrays.stream(values())
                .filter(each ->
                        each.files != null && file.toLowerCase(Locale.ROOT).endsWith(each.files.substring(1)))
                .findFirst();
    }

    String label() {
        return label;
    }

    /** Returns the question for the source. */
    String question() {
        return question;
    }

    /** Returns the pattern of its file names; null for a source that is not a file. */
    String files() {
        return files;
    }
}

package io.soabench.eclipse.start;

/** The kinds of sources for a testbed. */
enum TestbedSource {
    BPEL("A BPEL process, with partners that are mocked", "BPEL file:", "*.bpel"),
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

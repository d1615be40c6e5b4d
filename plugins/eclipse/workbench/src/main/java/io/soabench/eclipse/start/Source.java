package io.soabench.eclipse.start;

/** The sources of a testbed. */
enum Source {
    BPEL("A BPEL process, with partners that are mocked", "BPEL file:", "*.bpel"),
    WSDL("A service's description (WSDL), of which a mock is made", "WSDL file:", "*.wsdl"),
    BLACK_BOX("A service that runs", "Its address:", null);

    private final String label;
    private final String question;
    private final String files;

    Source(String label, String question, String files) {
        this.label = label;
        this.question = question;
        this.files = files;
    }

    String label() {
        return label;
    }

    /** What is to be told of it. */
    String question() {
        return question;
    }

    /** The names of its files; null if it is none. */
    String files() {
        return files;
    }
}

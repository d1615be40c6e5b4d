package io.soabench.bpmn;

import java.util.List;

/**
 * The file of a package that connects a BPMN file with its contract.
 *
 * @param process path of the BPMN file in the package
 * @param id of the process in that file
 * @param path where the process is offered
 * @param operations by which clients start instances
 * @param partners by the names of their beans
 */
public record BpmnPackage(String process, String id, String path, List<Operation> operations, List<Partner> partners) {

    /** Name of the file in the package's root. */
    public static final String FILE = "soabench-bpmn.json";

    /**
     * An operation of a SOAP 1.1 service.
     *
     * @param soapAction empty when it has none
     * @param output {@code null} for a one-way operation
     */
    public record Operation(String name, String soapAction, Message input, Message output) {}

    /**
     * A message: one element in the body of the envelope.
     *
     * @param namespace of the element; empty when it has none
     * @param element local name
     * @param text the pieces of a serialized instance around its values: one more than values
     * @param values in document order
     */
    public record Message(String namespace, String element, List<String> text, List<Value> values) {}

    /**
     * A simple element or an attribute.
     *
     * @param path local names from the message's element, exclusively, separated by {@code /}; {@code @name} at its end for an attribute
     */
    public record Value(String path, Type type) {

        /** Returns the name of the process variable: the last step of the path. */
        public String name() {
            String last = path.substring(path.lastIndexOf('/') + 1);
            return last.startsWith("@") ? last.substring(1) : last;
        }
    }

    /** The kinds of values that expressions compute with. */
    public enum Type {
        /** Text, also each other type of XML Schema. */
        TEXT,
        /** Whole numbers within 64 bits. */
        INTEGER,
        /** Decimal numbers. */
        DECIMAL,
        /** Floating-point numbers. */
        DOUBLE,
        /** {@code true} or {@code false}. */
        BOOLEAN
    }

    /**
     * A partner.
     *
     * @param name of the bean in expressions
     * @param address URI of the service
     */
    public record Partner(String name, String address, List<Operation> operations) {}
}

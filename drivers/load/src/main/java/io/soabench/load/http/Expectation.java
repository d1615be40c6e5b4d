package io.soabench.load.http;

import io.soabench.plan.RowFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The expected answer of a request: its element, and the values of the record that filled the request. Immutable. */
public final class Expectation {

    private final boolean oneWay;
    private final boolean any;
    private final byte[] namespace;
    private final byte[] local;
    private final List<Place> places;
    private final RowFile rows;
    private final BatchOrder order;

    /** Bytes of an answer in which values are looked for. */
    private static final int MOST_KEPT = 1 << 20;

    /**
     * A place of the answer that must hold a value.
     *
     * @param namespaces of the elements from the body's element on
     * @param locals their names
     * @param column of the record that has the value
     * @param words for people
     */
    record Place(List<byte[]> namespaces, List<byte[]> locals, int column, String words) {}

    /**
     * @param oneWay whether no answer message is expected
     * @param answerElement expanded name {@code {namespace}local} of the answer's body element, or empty when any will do
     */
    public Expectation(boolean oneWay, String answerElement) {
        this(oneWay, answerElement, Optional.empty());
    }

    /**
     * @param filling the records that fill the request, and the places of the answer that must hold some of their values
     */
    public Expectation(boolean oneWay, String answerElement, Optional<RowFile> filling) {
        this(oneWay, answerElement, filling, null);
    }

    private Expectation(boolean oneWay, String answerElement, Optional<RowFile> filling, BatchOrder order) {
        this.order = order;
        rows = filling.orElse(null);
        places = filling.map(RowFile::answers).orElse(List.of()).stream()
                .map(Expectation::place)
                .toList();
        this.oneWay = oneWay;
        any = answerElement.isEmpty();
        namespace = namespace(answerElement);
        local = local(answerElement);
    }

    /** Returns the answer expected for an order: all its instances have completed. */
    public static Expectation of(BatchOrder order) {
        return new Expectation(false, "", Optional.empty(), order);
    }

    private static Place place(RowFile.Answer answer) {
        return new Place(
                answer.path().stream().map(Expectation::namespace).toList(),
                answer.path().stream().map(Expectation::local).toList(),
                answer.column(),
                answer.words());
    }

    private static byte[] namespace(String expanded) {
        int brace = expanded.lastIndexOf('}');
        return (brace > 0 ? expanded.substring(1, brace) : "").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] local(String expanded) {
        return expanded.substring(expanded.lastIndexOf('}') + 1).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the bytes of an answer that are needed to judge it. */
    public int mostKept() {
        return places.isEmpty() ? AnswerReader.MOST_KEPT : MOST_KEPT;
    }

    /** Returns the places that must hold values of the record. */
    List<Place> places() {
        return places;
    }

    /** Returns the records that fill the request; null when there are none. */
    RowFile rows() {
        return rows;
    }

    /** Returns the order that is answered; null when it is a message of a process. */
    BatchOrder order() {
        return order;
    }

    /** Returns whether every answer will do that is neither a fault nor an HTTP error, also none. */
    boolean nothing() {
        return oneWay || any;
    }

    /** Returns whether the body element that was found is the right one. */
    boolean is(SoapScan found) {
        return found.is(namespace, local);
    }
}

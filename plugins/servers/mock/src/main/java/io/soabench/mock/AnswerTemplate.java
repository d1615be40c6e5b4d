package io.soabench.mock;

import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.Draw;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer with places for values that are drawn from the identifier of a request, and for the identifier itself. The text between the
 * places is kept as bytes, so that an answer costs one copy of itself. An answer without places costs nothing. Immutable, safe for use
 * by many threads.
 */
final class AnswerTemplate {

    /** The identifier among the places, which are otherwise draws. */
    private static final int UIID = -1;

    private final AnswerBytes whole;
    private final List<Draw> draws;

    /** The text before each place, and behind the last one; empty when the answer has no places. */
    private final List<byte[]> texts = new ArrayList<>();

    /** The draw at each place, by its number, or {@link #UIID}. */
    private final List<Integer> places = new ArrayList<>();

    /**
     * Creates a template.
     *
     * @param text in UTF-8
     */
    AnswerTemplate(byte[] text, List<Draw> draws) {
        whole = new AnswerBytes(text);
        this.draws = List.copyOf(draws);
        String rest = new String(text, StandardCharsets.UTF_8);
        for (int first = first(rest); first < draws.size(); first = first(rest)) {
            String placeholder = placeholder(first);
            int at = rest.indexOf(placeholder);
            texts.add(rest.substring(0, at).getBytes(StandardCharsets.UTF_8));
            places.add(first);
            rest = rest.substring(at + placeholder.length());
        }
        if (!places.isEmpty()) {
            texts.add(rest.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String placeholder(int place) {
        return place == UIID ? MockPlan.UIID : Draw.placeholder(place);
    }

    /** Returns the place that comes first, or the number of draws when there is none. */
    private int first(String text) {
        int first = draws.size();
        int least = Integer.MAX_VALUE;
        for (int n = UIID; n < draws.size(); n++) {
            int at = text.indexOf(placeholder(n));
            if (at >= 0 && at < least) {
                least = at;
                first = n;
            }
        }
        return first;
    }

    /** Returns the text with its places unreplaced. */
    AnswerBytes text() {
        return whole;
    }

    /** Returns the answer to a call; an empty identifier stands for a missing one. */
    AnswerBytes answer(String uiid, int step) {
        if (places.isEmpty()) {
            return whole;
        }
        byte[][] values = new byte[places.size()][];
        int length = texts.get(0).length;
        for (int i = 0; i < values.length; i++) {
            values[i] = value(places.get(i), uiid, step);
            length += values[i].length + texts.get(i + 1).length;
        }
        byte[] answer = new byte[length];
        int at = put(texts.get(0), answer, 0);
        for (int i = 0; i < values.length; i++) {
            at = put(values[i], answer, at);
            at = put(texts.get(i + 1), answer, at);
        }
        return new AnswerBytes(answer);
    }

    private byte[] value(int place, String uiid, int step) {
        return place == UIID
                ? SoapFaults.escaped(uiid).getBytes(StandardCharsets.UTF_8)
                : Long.toString(draws.get(place).value(uiid, step)).getBytes(StandardCharsets.US_ASCII);
    }

    private static int put(byte[] part, byte[] whole, int at) {
        System.arraycopy(part, 0, whole, at, part.length);
        return at + part.length;
    }
}

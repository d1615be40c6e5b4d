package io.soabench.mock;

import io.soabench.plan.MockPlan.Draw;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An answer with places for values that are drawn from the identifier of a request. The text between the places is kept
 * as bytes, so that an answer costs one copy of itself. An answer without places costs nothing. Immutable, safe for use
 * by many threads.
 */
final class AnswerTemplate {

    private final AnswerBytes whole;
    /** The text before each place, and behind the last one; empty when the answer has no places. */
    private final List<byte[]> texts = new ArrayList<>();

    private final List<Draw> drawn = new ArrayList<>();

    /**
     * Creates a template.
     *
     * @param text in UTF-8
     */
    AnswerTemplate(byte[] text, List<Draw> draws) {
        whole = new AnswerBytes(text);
        if (draws.isEmpty()) {
            return;
        }
        String rest = new String(text, StandardCharsets.UTF_8);
        for (int first = first(rest, draws); first >= 0; first = first(rest, draws)) {
            String placeholder = Draw.placeholder(first);
            int at = rest.indexOf(placeholder);
            texts.add(rest.substring(0, at).getBytes(StandardCharsets.UTF_8));
            drawn.add(draws.get(first));
            rest = rest.substring(at + placeholder.length());
        }
        texts.add(rest.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the draw whose place comes first, or -1 when there is none. */
    private static int first(String text, List<Draw> draws) {
        int first = -1;
        int least = Integer.MAX_VALUE;
        for (int n = 0; n < draws.size(); n++) {
            int at = text.indexOf(Draw.placeholder(n));
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
        if (drawn.isEmpty()) {
            return whole;
        }
        byte[][] numbers = new byte[drawn.size()][];
        int length = texts.get(0).length;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.toString(drawn.get(i).value(uiid, step)).getBytes(StandardCharsets.US_ASCII);
            length += numbers[i].length + texts.get(i + 1).length;
        }
        byte[] answer = new byte[length];
        int at = put(texts.get(0), answer, 0);
        for (int i = 0; i < numbers.length; i++) {
            at = put(numbers[i], answer, at);
            at = put(texts.get(i + 1), answer, at);
        }
        return new AnswerBytes(answer);
    }

    private static int put(byte[] part, byte[] whole, int at) {
        System.arraycopy(part, 0, whole, at, part.length);
        return at + part.length;
    }
}

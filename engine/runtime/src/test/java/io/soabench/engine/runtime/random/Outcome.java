package io.soabench.engine.runtime.random;

import java.util.List;

/**
 * The visible behaviour of one instance, without the order of concurrent events.
 *
 * @param reply the text of the reply, or {@code fault}, its name and its data
 * @param calls every call of a partner with its address, token and text, sorted
 * @param replies the answers to all further messages, sorted
 */
public record Outcome(String reply, List<String> calls, List<String> replies) {
    /** Sorts the lists. */
    public Outcome {
        calls = calls.stream().sorted().toList();
        replies = replies.stream().sorted().toList();
    }
}

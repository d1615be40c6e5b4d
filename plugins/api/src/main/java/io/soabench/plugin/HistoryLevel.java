package io.soabench.plugin;

import java.util.Map;

/** The history of a library engine whose parameter {@code history} is a level, {@code none} the lowest of all. */
public final class HistoryLevel {

    private HistoryLevel() {}

    /** Returns the reason why the engine keeps no instances, see {@link Engine#withoutHistory}. */
    public static String without(Map<String, String> parameters) {
        return parameters.getOrDefault("history", "").equals("none")
                ? "has history none, so it keeps no begin and end of its instances"
                : "";
    }
}

package io.soabench.plugin;

import java.util.List;

/** The refusal of all plug-ins of a class path. Each reason is one sentence with the finding and a remedy. */
public final class PluginsRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;

    /** Creates the refusal with all reasons at once. */
    public PluginsRefused(List<String> reasons) {
        super(String.join("\n", reasons));
        this.reasons = List.copyOf(reasons);
    }

    /** Returns all reasons, at least one. */
    public List<String> reasons() {
        return reasons;
    }
}

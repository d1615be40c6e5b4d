package io.soabench.plugin;

import java.util.List;

/** The plug-ins of a class path cannot be used. Every reason is one sentence that says what was found and what to change. */
public final class PluginsRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;

    /** With all reasons at once. */
    public PluginsRefused(List<String> reasons) {
        super(String.join("\n", reasons));
        this.reasons = List.copyOf(reasons);
    }

    /** All reasons, at least one. */
    public List<String> reasons() {
        return reasons;
    }
}

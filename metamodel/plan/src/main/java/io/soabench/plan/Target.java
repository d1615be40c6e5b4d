package io.soabench.plan;

/**
 * The subject of a metric.
 *
 * @param kind kind of the subject
 * @param name of the one that is meant; empty: all of the kind
 */
public record Target(Kind kind, String name) {

    /** The kinds of subjects of metrics. */
    public enum Kind {
        /** The case as a whole: its process, and of metrics of servers the system under test. Has no name. */
        CASE,
        PROCESS,
        SERVICE,
        /** A server that runs no processes, or, without a name, any server; never a relay of the network. */
        SERVER,
        /** A server that runs processes. */
        ENGINE,
        HOST
    }

    /** All subjects of a case, because the model names no target. */
    public static final Target CASE = new Target(Kind.CASE, "");

    public Target {
        if (kind == Kind.CASE && !name.isEmpty()) {
            throw new IllegalArgumentException("a case as a target has no name, but there is \"" + name + "\"");
        }
    }

    /** Returns the target of all subjects of a kind. */
    public static Target all(Kind kind) {
        return new Target(kind, "");
    }

    /** Returns whether all of the kind are meant, in place of one. */
    public boolean every() {
        return name.isEmpty();
    }

    /** Returns how it is written in the language: {@code engines}, or the name; empty of a case. */
    public String text() {
        return !every()
                ? name
                : switch (kind) {
                    case CASE -> "";
                    case PROCESS -> "processes";
                    case SERVICE -> "services";
                    case SERVER -> "servers";
                    case ENGINE -> "engines";
                    case HOST -> "hosts";
                };
    }
}

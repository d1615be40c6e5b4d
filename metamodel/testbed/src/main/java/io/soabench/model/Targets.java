package io.soabench.model;

import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Measurable;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TargetKind;
import io.soabench.plan.Target;

/** The subjects of a model's metrics, in the words of the plan. */
public final class Targets {

    private Targets() {}

    /** Returns one subject of a model. */
    public static Target of(Measurable measurable) {
        return new Target(plan(kind(measurable)), measurable.getName());
    }

    /** Returns all subjects of a kind. */
    public static Target all(TargetKind kind) {
        return Target.all(plan(kind));
    }

    /** Returns the kind of a subject: a server that runs processes is an engine. */
    public static TargetKind kind(Measurable measurable) {
        if (measurable instanceof Process) {
            return TargetKind.PROCESSES;
        }
        if (measurable instanceof Service) {
            return TargetKind.SERVICES;
        }
        if (measurable instanceof Host) {
            return TargetKind.HOSTS;
        }
        return measurable instanceof Server server
                        && server.getType() != null
                        && server.getType().isRunsProcesses()
                ? TargetKind.ENGINES
                : TargetKind.SERVERS;
    }

    private static Target.Kind plan(TargetKind kind) {
        return switch (kind) {
            case NONE -> Target.Kind.CASE;
            case PROCESSES -> Target.Kind.PROCESS;
            case SERVICES -> Target.Kind.SERVICE;
            case SERVERS -> Target.Kind.SERVER;
            case ENGINES -> Target.Kind.ENGINE;
            case HOSTS -> Target.Kind.HOST;
        };
    }
}

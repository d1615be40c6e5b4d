package io.soabench.generators.cases;

import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.ProcessDeployed;
import io.soabench.model.testbed.ProcessReplaced;
import io.soabench.model.testbed.ProcessUndeployed;
import io.soabench.model.testbed.ServiceUnavailable;
import io.soabench.plan.EventPlan;
import io.soabench.plan.EventPlan.Kind;

/** The names of the model's events in plans and records. */
public final class EventIds {

    private EventIds() {}

    /** Returns the identity of an event, see {@link EventPlan#id}. */
    public static String id(WholeTestbed testbed, Event event) {
        String type = type(event);
        int n = 0;
        for (Event each : testbed.events()) {
            n += event.getSuite().equals(each.getSuite()) && type.equals(type(each)) ? 1 : 0;
            if (each == event) {
                break;
            }
        }
        return event.getSuite().getName() + "." + type + "." + n;
    }

    /** Returns the type by which plans know an event. */
    public static String type(Event event) {
        return event instanceof PluginEvent plugin
                ? plugin.getType().getName()
                : kind(event).text();
    }

    public static Kind kind(Event event) {
        if (event instanceof ServiceUnavailable) {
            return Kind.SERVICE_UNAVAILABLE;
        }
        if (event instanceof NewServiceInstance) {
            return Kind.NEW_SERVICE_INSTANCE;
        }
        if (event instanceof ProcessDeployed) {
            return Kind.PROCESS_DEPLOYED;
        }
        if (event instanceof ProcessUndeployed) {
            return Kind.PROCESS_UNDEPLOYED;
        }
        if (event instanceof ProcessReplaced) {
            return Kind.PROCESS_REPLACED;
        }
        return Kind.PLUGIN;
    }
}

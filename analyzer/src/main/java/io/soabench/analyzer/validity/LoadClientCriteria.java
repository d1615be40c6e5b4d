package io.soabench.analyzer.validity;

import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Criterion.Excuse;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.LoadRecord;
import java.util.ArrayList;
import java.util.List;

/** The criteria of load clients that keep to the workload. */
final class LoadClientCriteria {

    private static final Bound CPU = Bound.most(
            "the load client's share of the processors of its host",
            0.80,
            Criterion.RATIO,
            "A load client that needs more no longer answers its own timers in time.");

    private static final Criterion PROCESSOR = Criterion.of(
                    Subject.HARNESS, "load-client-processor", "Processor time of the load client")
            .looksAt("processor time of the load client in the measurement / (its length × processors of the host)")
            .violated(CPU)
            .remedy("Use more client hosts, or less load.")
            .disturbance()
            .judgedBy(LoadClientCriteria::processor);

    private static final Bound POOL = Bound.most(
            "the share of arrivals that found no free thread",
            0.001,
            Criterion.RATIO,
            "An open workload whose arrivals often find no thread is no longer open. The event loop needs no thread for a request.");

    private static final Criterion THREADS = Criterion.of(Subject.HARNESS, "load-client-threads", "Threads of JMeter")
            .looksAt(
                    "arrivals of an open workload in the measurement that found all threads of JMeter waiting for answers")
            .violated(POOL)
            .warned("any arrival found no free thread")
            .remedy(
                    "Measure without -Dsoabench.load=jmeter, or use less load: the engine may be slower than the workload.")
            .excusedBy(Excuse.SLOW)
            .judgedBy(LoadClientCriteria::threads);

    private static final Criterion CONNECTIONS = Criterion.of(
                    Subject.HARNESS, "load-client-connections", "Connections of the load client")
            .looksAt(
                    "requests of the measurement that waited in the load client until a connection was free, and callbacks"
                            + " whose connections it could not take")
            .warned(
                    "a request waited although the model does not limit connections, or a connection could not be accepted")
            .because(
                    "The engine never received more requests at once than the load client has connections. Response times include"
                            + " this wait, like a wait in a queue of the engine.")
            .remedy(
                    "Raise the limit of open files (ulimit -n), or use more client hosts; mostly the engine is saturated.")
            .judgedBy(LoadClientCriteria::connections);

    private static final Criterion CALLBACKS = Criterion.of(Subject.ENGINE, "callbacks", "Callbacks")
            .looksAt(
                    "callbacks of the process that no request waited for: too late, once more, related to no request, or"
                            + " not understood")
            .warned("a callback arrived that no request waited for")
            .because(
                    "A request that timed out has failed, whatever arrives later. A repeated answer, or one that belongs to no request, is an"
                            + " error of the engine or the process.")
            .remedy(
                    "For late callbacks, a longer time-out or less load. For others, check how the process correlates its callback with its request.")
            .judgedBy(LoadClientCriteria::callbacks);

    private static final Criterion ARRIVALS = Criterion.of(Subject.HARNESS, "arrivals", "Arrivals")
            .looksAt("requests of an open workload in the measurement: planned and sent")
            .violated("fewer requests were sent than planned")
            .because("An open workload does not depend on the engine; a workload that sends less is another one.")
            .remedy("See the slip of the load client; use more client hosts, or less load.")
            .consequence()
            .excusedBy(Excuse.SLOW)
            .judgedBy(LoadClientCriteria::arrivals);

    private static final Criterion TRACE = Criterion.of(Subject.HARNESS, "workload-trace", "Workload trace")
            .looksAt("clients that used their trace up and began again")
            .warned("a client used its trace up and began again")
            .because("The same think times come again, so that requests are less random than the workload specifies.")
            .remedy("The trace was made for longer response times; shorten the measurement if this matters.")
            .judgedBy(LoadClientCriteria::trace);

    private static final Criterion STOPPED = Criterion.of(Subject.HARNESS, "load-client-end", "End of the load client")
            .looksAt("how the load client ended")
            .violated("the load client was stopped early")
            .because("Its requests cover only a part of the measurement.")
            .remedy("The reason is in the driver's message; measure again.")
            .consequence()
            .judgedBy(LoadClientCriteria::stopped);

    private LoadClientCriteria() {}

    static List<Criterion> criteria() {
        return List.of(PROCESSOR, THREADS, CONNECTIONS, CALLBACKS, ARRIVALS, TRACE, STOPPED);
    }

    private static void processor(Evidence evidence, CriterionFindings findings) {
        for (LoadRecord load : evidence.folder().loads().values()) {
            double share = evidence.processorShare(load);
            if (Double.isNaN(share)) {
                findings.add(
                        State.UNKNOWN,
                        "How many processors host \"" + load.client()
                                + "\" has is not recorded, so the load client's share of them is unknown.");
                continue;
            }
            boolean good = share <= CPU.limit();
            findings.add(
                    good ? State.GOOD : State.VIOLATED,
                    share,
                    CPU.limit(),
                    Criterion.RATIO,
                    "The load client used " + SentenceText.percent(share) + " of the processors of host \""
                            + load.client()
                            + "\""
                            + (good
                                    ? "."
                                    : "; with more than " + SentenceText.level(CPU.limit())
                                            + " it measures itself. Use more client hosts or less load."));
        }
    }

    private static void threads(Evidence evidence, CriterionFindings findings) {
        for (LoadRecord load : evidence.folder().loads().values()) {
            LoadRecord.Phase measure = load.requests().measure();
            if (measure.missed() > 0) {
                double share = measure.sent() == 0 ? 1 : (double) measure.missed() / measure.sent();
                boolean bad = share > POOL.limit();
                findings.add(
                        bad ? State.VIOLATED : State.WARNING,
                        share,
                        POOL.limit(),
                        Criterion.RATIO,
                        SentenceText.count(measure.missed(), "arrival", "arrivals") + " (" + SentenceText.percent(share)
                                + ") on host \"" + load.client() + "\" found none of the "
                                + load.effort().threads()
                                + " threads of JMeter free"
                                + (bad
                                        ? ": the workload was not open any more. Measure without -Dsoabench.load=jmeter."
                                        : "."));
            }
        }
    }

    private static void connections(Evidence evidence, CriterionFindings findings) {
        for (LoadRecord load : evidence.folder().loads().values()) {
            LoadRecord.Waits waits = load.requests().measure().waits();
            if (waits.requests() > 0) {
                boolean wanted = load.effort().connections().use() == ConnectionPlan.Use.LIMITED;
                findings.add(
                        wanted ? State.GOOD : State.WARNING,
                        (double) waits.requests(),
                        0,
                        "requests",
                        SentenceText.count(waits.requests(), "request", "requests") + " on host \"" + load.client()
                                + "\" waited for one of the "
                                + load.effort().connections().most() + " connections that "
                                + (wanted ? "the model allows" : "the load client can have") + ", at most "
                                + SentenceText.ms(waits.maxUs() / 1e3) + ": the engine saw no more at once.");
            }
            notAccepted(load, findings);
        }
    }

    private static void notAccepted(LoadRecord load, CriterionFindings findings) {
        if (load.callbacks() != null && load.callbacks().notAccepted() > 0) {
            findings.add(
                    State.WARNING,
                    (double) load.callbacks().notAccepted(),
                    0,
                    "times",
                    "The load client on host \"" + load.client()
                            + "\" could not take connections of processes that called it back "
                            + SentenceText.count(load.callbacks().notAccepted(), "time", "times")
                            + ", because it may open no more files. It tried again ten times a second, and response times"
                            + " include the wait.");
        }
    }

    private static void callbacks(Evidence evidence, CriterionFindings findings) {
        for (LoadRecord load : evidence.folder().loads().values()) {
            LoadRecord.Callbacks came = load.callbacks();
            if (came != null && came.unwanted() > 0) {
                List<String> kinds = new ArrayList<>();
                add(kinds, came.late(), "came after the time-out of their request");
                add(kinds, came.repeated(), "answered a request once more");
                add(kinds, came.foreign(), "related to no request");
                add(kinds, came.malformed(), "could not be understood");
                findings.add(
                        State.WARNING,
                        (double) came.unwanted(),
                        0,
                        "callbacks",
                        "On host \"" + load.client() + "\", beside the " + came.taken()
                                + " callbacks that requests waited for, " + String.join(", ", kinds) + ".");
            }
        }
    }

    private static void add(List<String> kinds, long count, String what) {
        if (count > 0) {
            kinds.add(SentenceText.count(count) + " " + what);
        }
    }

    private static void arrivals(Evidence evidence, CriterionFindings findings) {
        for (LoadRecord load : evidence.folder().loads().values()) {
            LoadRecord.Phase measure = load.requests().measure();
            if (measure.planned() >= 0 && measure.sent() < measure.planned()) {
                findings.add(
                        State.VIOLATED,
                        (double) measure.sent(),
                        (double) measure.planned(),
                        "requests",
                        SentenceText.count(measure.planned()) + " arrivals were planned on host \"" + load.client()
                                + "\", but " + SentenceText.count(measure.sent()) + " requests were sent.");
            }
        }
    }

    private static void trace(Evidence evidence, CriterionFindings findings) {
        for (LoadRecord load : evidence.folder().loads().values()) {
            if (load.requests().laps() > 0) {
                findings.add(
                        State.WARNING,
                        (double) load.requests().laps(),
                        0,
                        "laps",
                        "Clients on host \"" + load.client() + "\" used their trace up and began again "
                                + SentenceText.count(load.requests().laps(), "time", "times")
                                + ": the same think times came again.");
            }
        }
    }

    private static void stopped(Evidence evidence, CriterionFindings findings) {
        for (LoadRecord load : evidence.folder().loads().values()) {
            if (load.ended() == LoadEnd.STOPPED) {
                findings.add(State.VIOLATED, "The load client of host \"" + load.client() + "\" was stopped early.");
            }
        }
    }
}

package io.soabench.engine.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.server.batch.BatchOutcome;
import io.soabench.engine.server.batch.BatchRun;
import io.soabench.engine.server.batch.Batches;
import io.soabench.engine.server.batch.RefusedBatchException;

/**
 * The path {@code /deployments/<name>/batch}. POST runs a batch, GET returns its progress, DELETE cancels it.
 * Thread-safe.
 */
public final class BatchRoutes {
    private static final String BEFORE = "/deployments/";
    private static final String AFTER = "/batch";
    private static final double NS_PER_US = 1_000;
    private static final double US_PER_MS = 1_000;

    private final Batches batches;

    BatchRoutes(Batches batches) {
        this.batches = batches;
    }

    /** Returns whether a path is that of the batch of a deployment. */
    public static boolean isBatch(String path) {
        return path.startsWith(BEFORE)
                && path.endsWith(AFTER)
                && path.length() > BEFORE.length() + AFTER.length()
                && path.indexOf('/', BEFORE.length()) == path.length() - AFTER.length();
    }

    /** Returns whether a request takes as long as a batch does. */
    public static boolean isLong(String method, String path) {
        return method.equals("POST") && isBatch(path);
    }

    AdminAnswer answer(AdminRequest request) {
        String name = request.path().substring(BEFORE.length(), request.path().length() - AFTER.length());
        return switch (request.method()) {
            case "POST" -> run(name, request);
            case "DELETE" -> batches.cancel(name) ? new AdminAnswer(204, null) : none(name);
            default -> {
                BatchOutcome progress = batches.progress(name);
                yield progress == null ? none(name) : new AdminAnswer(200, described(progress));
            }
        };
    }

    private static AdminAnswer none(String name) {
        return AdminAnswer.sentence(404, "No batch of deployment '" + name + "' runs.");
    }

    private AdminAnswer run(String name, AdminRequest request) {
        try {
            BatchOutcome outcome = batches.run(name, request.body(), request.gone());
            ObjectNode answer = described(outcome);
            if (outcome.end() == BatchRun.End.WHOLE) {
                return new AdminAnswer(200, answer);
            }
            return new AdminAnswer(
                    outcome.end() == BatchRun.End.TIMED_OUT ? 504 : outcome.end() == BatchRun.End.BROKEN ? 500 : 409,
                    answer.put("message", sentence(outcome)));
        } catch (RefusedBatchException e) {
            return AdminAnswer.sentence(e.status(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return AdminAnswer.sentence(503, "The engine stops.");
        }
    }

    private static String sentence(BatchOutcome outcome) {
        String why =
                switch (outcome.end()) {
                    case CANCELLED -> "was cancelled";
                    case TIMED_OUT -> "took longer than its 'timeoutMs'";
                    case UNDEPLOYED -> "has lost its deployment";
                    default -> "was ended by an error of the engine";
                };
        return "The batch " + why + " when " + (outcome.completed() + outcome.faulted()) + " of " + outcome.instances()
                + " instances had ended; "
                + (outcome.stillRunning() == 0
                        ? "those that ran were ended, too, and count as faulted."
                        : outcome.stillRunning()
                                + " have not ended, as their threads do not go on; start the engine again.");
    }

    private static ObjectNode described(BatchOutcome outcome) {
        ObjectNode answer = AdminAnswer.object()
                .put("instances", outcome.instances())
                .put("completed", outcome.completed())
                .put("faulted", outcome.faulted())
                .put("wallMs", ms(outcome.wallNs()));
        if (outcome.cpuNs() >= 0) {
            answer.put("cpuMs", ms(outcome.cpuNs()));
        } else {
            answer.putNull("cpuMs");
        }
        answer.put("gcCount", outcome.gcCount()).put("gcMs", outcome.gcMs());
        CounterRoutes.put(answer.putObject("counters"), outcome.counters());
        answer.put("calls", outcome.calls());
        if (outcome.lostCallbacks() > 0) {
            answer.put("lostCallbacks", outcome.lostCallbacks());
        }
        if (outcome.stillRunning() > 0) {
            answer.put("stillRunning", outcome.stillRunning());
        }
        if (outcome.firstReply() != null) {
            answer.put("firstReply", outcome.firstReply());
        }
        if (outcome.firstFault() != null) {
            answer.put("firstFault", outcome.firstFault());
        }
        return answer;
    }

    private static double ms(long ns) {
        return Math.round(ns / NS_PER_US) / US_PER_MS;
    }
}

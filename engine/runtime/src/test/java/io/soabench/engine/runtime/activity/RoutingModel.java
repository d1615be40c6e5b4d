package io.soabench.engine.runtime.activity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A second implementation of routing, for one process: an instance is started by {@code run} with its key, waits for {@code start}
 * without correlation values, then for {@code more} with its key, and ends. Slow and without threads: lists that are walked.
 *
 * <p>A message is {@link #choose chosen} an instance for and then {@link #arrive arrives} there; other things may happen between.
 */
final class RoutingModel {
    private final int mostInstances;
    private final long mostBytes;
    private final List<List<Instance>> versions = new ArrayList<>();
    private int running;
    private int dropped;

    /** What a client gets, by the number of its message; no entry when it gets nothing. */
    final Map<Integer, String> answers = new LinkedHashMap<>();

    RoutingModel(int mostInstances, long mostBytes) {
        this.mostInstances = mostInstances;
        this.mostBytes = mostBytes;
        versions.add(new ArrayList<>());
    }

    /** An instance that has begun, or is about to. */
    static final class Instance {
        private final String key;
        private final int version;
        private final List<Message> early = new ArrayList<>();
        private boolean isAwaitingStart = true;
        private boolean isTaken;
        private boolean isEnded;
        private long bytes;

        private Instance(String key, int version) {
            this.key = key;
            this.version = version;
        }

        private boolean isInLine() {
            return isAwaitingStart && !isTaken;
        }
    }

    /**
     * A message to a running instance.
     *
     * @param number unique in the test
     * @param key of the instance; null for a one-way message without correlation values
     * @param bytes its weight
     */
    record Message(int number, String key, long bytes) {
        boolean isOneWay() {
            return key == null;
        }
    }

    /** The end of a choice. */
    enum Choice {
        /** The message is on its way to an instance. */
        CHOSEN,
        /** The message was answered or dropped. */
        NOBODY,
        /** There is no room for it. */
        REFUSED
    }

    int running() {
        return running;
    }

    int dropped() {
        return dropped;
    }

    /** The keys of the running instances. */
    List<String> keys() {
        return versions.stream()
                .flatMap(List::stream)
                .map(instance -> instance.key)
                .toList();
    }

    void replace() {
        versions.add(new ArrayList<>());
    }

    /** Returns an instance that is about to begin; null when there are too many. */
    Instance start(String key) {
        if (running == mostInstances) {
            return null;
        }
        running++;
        return new Instance(key, versions.size() - 1);
    }

    void begin(Instance instance) {
        versions.get(instance.version).add(instance);
    }

    /** A message that was chosen an instance for. */
    private final Map<Message, Instance> underWay = new LinkedHashMap<>();

    Choice choose(Message message) {
        for (int version = versions.size() - 1; version >= 0; version--) {
            Choice choice = choose(message, versions.get(version));
            if (choice != Choice.NOBODY) {
                return choice;
            }
        }
        answers.put(message.number(), "fault correlationViolation");
        return Choice.NOBODY;
    }

    private Choice choose(Message message, List<Instance> instances) {
        if (message.key() != null) {
            return instances.stream()
                    .filter(instance -> instance.key.equals(message.key()))
                    .findFirst()
                    .map(instance -> send(message, instance))
                    .orElse(Choice.NOBODY);
        }
        List<Instance> line = instances.stream().filter(Instance::isInLine).toList();
        for (Instance instance : line) {
            if (send(message, instance) == Choice.CHOSEN) {
                instance.isTaken = true;
                return Choice.CHOSEN;
            }
        }
        if (!line.isEmpty()) {
            return Choice.REFUSED;
        }
        return instances.isEmpty() ? Choice.NOBODY : send(message, instances.get(0));
    }

    private Choice send(Message message, Instance instance) {
        if (instance.bytes > 0 && instance.bytes + message.bytes() > mostBytes) {
            return Choice.REFUSED;
        }
        instance.bytes += message.bytes();
        underWay.put(message, instance);
        return Choice.CHOSEN;
    }

    /** A chosen message has come to its instance. */
    void arrive(Message message) {
        Instance instance = underWay.remove(message);
        if (instance.isEnded) {
            Choice again = choose(message);
            if (again == Choice.CHOSEN) {
                arrive(message);
            } else if (again == Choice.REFUSED) {
                answers.put(message.number(), "fault missingReply");
            }
            return;
        }
        if (message.isOneWay()) {
            answers.put(message.number(), "taken");
        }
        if (message.isOneWay() && instance.isAwaitingStart) {
            instance.bytes -= message.bytes();
            instance.isAwaitingStart = false;
            instance.early.stream()
                    .filter(early -> !early.isOneWay())
                    .findFirst()
                    .ifPresent(early -> complete(instance, early));
        } else if (!message.isOneWay() && !instance.isAwaitingStart) {
            complete(instance, message);
        } else {
            instance.early.add(message);
        }
        instance.isTaken &= underWay.values().stream().anyMatch(instance::equals);
    }

    private void complete(Instance instance, Message last) {
        instance.early.remove(last);
        answers.put(last.number(), instance.key);
        end(instance);
    }

    /** Ends the instance with a key, if there is one; returns whether there was. */
    boolean end(String key) {
        for (List<Instance> version : versions) {
            for (Instance instance : version) {
                if (instance.key.equals(key)) {
                    end(instance);
                    return true;
                }
            }
        }
        return false;
    }

    private void end(Instance instance) {
        instance.isEnded = true;
        running--;
        versions.get(instance.version).remove(instance);
        for (Message early : instance.early) {
            if (early.isOneWay()) {
                dropped++;
            } else {
                answers.put(early.number(), "fault missingReply");
            }
        }
    }
}

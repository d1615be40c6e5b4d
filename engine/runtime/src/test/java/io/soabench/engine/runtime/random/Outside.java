package io.soabench.engine.runtime.random;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The partner and the client of random processes. A process says itself what the outside has to do, by the first word of a
 * question's text, so that a run does not depend on anything else:
 *
 * <ul>
 *   <li>{@code echo}: answers a hash of the text, so that one wrong call is seen in all later ones
 *   <li>{@code refuse}: answers the declared fault; {@code break}: answers nothing that can be read
 *   <li>{@code note}, {@code hint}: answers, and sends the process such a message with the same token
 *   <li>{@code notes n}: sends n notes together and answers when all are replied to
 *   <li>{@code pokes n}: sends n pokes, each when the one before was replied to, and answers then
 *   <li>{@code signal}: answers, and counts; {@code await n}: answers when n signals with the same token were given
 * </ul>
 *
 * Thread-safe. Answers and messages leave by an executor, which may delay and reorder them.
 */
public final class Outside {
    private final Executor later;
    private final Client client;
    private final ConcurrentMap<String, Conversation> conversations = new ConcurrentHashMap<>();

    /** The way to the process. */
    public interface Client {
        /** Sends a message; {@code replied} is told the text of the reply, a fault included, or nothing when it is one-way. */
        void send(Note note, Consumer<String> replied);
    }

    /** The way back to the invoke. */
    public interface Answer {
        /** A normal answer. */
        void text(String token, String text);

        /** The declared fault. */
        void refused(String text);

        /** Nothing that can be read. */
        void broken();
    }

    /**
     * A message to a running instance.
     *
     * @param operation also the name of the element
     * @param id of the instance
     * @param token of the place that waits for it
     * @param text data
     */
    public record Note(String operation, String id, String token, String text) {}

    /**
     * A call by the process.
     *
     * @param link name of the address that was called
     * @param id of the instance
     * @param token of the place that calls
     * @param text what to do, and data
     */
    public record Question(String link, String id, String token, String text) {
        private String verb() {
            return text.split(" ", 2)[0];
        }

        private int number() {
            return Integer.parseInt(text.split(" ", 3)[1]);
        }
    }

    /** One instance as seen from here. */
    private static final class Conversation {
        private final List<String> calls = new ArrayList<>();
        private final List<String> replies = new ArrayList<>();
        private final Map<String, Integer> signals = new HashMap<>();
        private final List<Waiting> waiting = new ArrayList<>();
    }

    private record Waiting(String token, int signals, Runnable answer) {}

    /** An outside without conversations. */
    public Outside(Executor later, Client client) {
        this.later = later;
        this.client = client;
    }

    /** A one-way call. */
    public void told(Question notice) {
        record(notice);
    }

    /** A call that is to be answered. */
    public void asked(Question question, Answer answer) {
        Conversation conversation = record(question);
        Runnable echo = () -> later.execute(() -> answer.text(question.token(), hash(question.text())));
        switch (question.verb()) {
            case "refuse" -> later.execute(() -> answer.refused("no " + question.text()));
            case "break" -> later.execute(answer::broken);
            case "note", "hint" -> {
                send(question, question.verb(), hash(question.text()), () -> {});
                echo.run();
            }
            case "notes" -> sendTogether(question, echo);
            case "pokes" -> sendInTurn(question, 1, echo);
            case "signal" -> {
                echo.run();
                signal(conversation, question.token());
            }
            case "await" -> await(conversation, new Waiting(question.token(), question.number(), echo));
            default -> echo.run();
        }
    }

    private Conversation record(Question question) {
        Conversation conversation = conversations.computeIfAbsent(question.id(), id -> new Conversation());
        synchronized (conversation) {
            conversation.calls.add(question.link() + " " + question.token() + ": " + question.text());
        }
        return conversation;
    }

    private void send(Question question, String operation, String text, Runnable then) {
        Note note = new Note(operation, question.id(), question.token(), text);
        later.execute(() -> client.send(note, reply -> {
            Conversation conversation = conversations.get(note.id());
            synchronized (conversation) {
                conversation.replies.add(operation + " " + note.token() + " " + text + ": " + reply);
            }
            then.run();
        }));
    }

    private void sendTogether(Question question, Runnable echo) {
        int[] open = {question.number()};
        for (int i = 1; i <= question.number(); i++) {
            send(question, "note", Integer.toString(i), () -> {
                boolean last;
                synchronized (open) {
                    last = --open[0] == 0;
                }
                if (last) {
                    echo.run();
                }
            });
        }
    }

    private void sendInTurn(Question question, int turn, Runnable echo) {
        send(
                question,
                "poke",
                Integer.toString(turn),
                turn == question.number() ? echo : () -> sendInTurn(question, turn + 1, echo));
    }

    private static void signal(Conversation conversation, String token) {
        List<Runnable> ready = new ArrayList<>();
        synchronized (conversation) {
            int given = conversation.signals.merge(token, 1, Integer::sum);
            conversation.waiting.removeIf(waiting -> {
                boolean is = waiting.token().equals(token) && waiting.signals() <= given;
                if (is) {
                    ready.add(waiting.answer());
                }
                return is;
            });
        }
        ready.forEach(Runnable::run);
    }

    private static void await(Conversation conversation, Waiting waiting) {
        synchronized (conversation) {
            if (conversation.signals.getOrDefault(waiting.token(), 0) < waiting.signals()) {
                conversation.waiting.add(waiting);
                return;
            }
        }
        waiting.answer().run();
    }

    private static String hash(String text) {
        return Integer.toHexString(text.hashCode());
    }

    /** What was seen of an instance that has ended with this reply. */
    public Outcome outcome(String id, String reply) {
        Conversation conversation = conversations.computeIfAbsent(id, any -> new Conversation());
        synchronized (conversation) {
            return new Outcome(reply, conversation.calls, conversation.replies);
        }
    }
}

package io.soabench.maven.live;

import io.soabench.plan.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A reader of a stream of server-sent events that keeps up. */
final class EventReader implements AutoCloseable {

    private static final long MOST_WAIT_S = 120;

    private final Stream<String> lines;
    private final BlockingQueue<Optional<Event>> events = new LinkedBlockingQueue<>();
    final HttpResponse<Stream<String>> response;

    record Event(String name, String data) {

        RunStatus.Change change() {
            if (!name.equals("change")) {
                throw new IllegalStateException("not a change: " + this);
            }
            return Json.parse(data, RunStatus.Change.class);
        }

        RunStatus.Whole whole() {
            if (!name.equals("whole")) {
                throw new IllegalStateException("not the whole: " + this);
            }
            return Json.parse(data, RunStatus.Whole.class);
        }
    }

    EventReader(String page) throws IOException, InterruptedException {
        response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(page + "events")).build(), HttpResponse.BodyHandlers.ofLines());
        lines = response.body();
        Thread thread = new Thread(this::read, "event-reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        String[] name = {""};
        try {
            lines.forEach(line -> {
                if (line.startsWith("event: ")) {
                    name[0] = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    events.add(Optional.of(new Event(name[0], line.substring("data: ".length()))));
                } else if (!line.isEmpty() && !line.equals(":")) {
                    throw new IllegalStateException("not a line of an event stream: " + line);
                }
            });
        } catch (UncheckedIOException e) {
            // Cut off.
        }
        events.add(Optional.empty());
    }

    /** Returns the next event; empty at the end of the stream. */
    Optional<Event> next() throws InterruptedException {
        Optional<Event> event = events.poll(MOST_WAIT_S, TimeUnit.SECONDS);
        if (event == null) {
            throw new IllegalStateException("no event came within " + MOST_WAIT_S + " s");
        }
        return event;
    }

    /** Returns the change with a line of the log that ends so. */
    RunStatus.Change awaitLine(String end) throws InterruptedException {
        while (true) {
            RunStatus.Change change = next().orElseThrow().change();
            if (change.line() != null && change.line().text().endsWith(end)) {
                return change;
            }
        }
    }

    /** Returns the change with a point. */
    RunStatus.Change awaitPoint() throws InterruptedException {
        while (true) {
            RunStatus.Change change = next().orElseThrow().change();
            if (change.point() != null) {
                return change;
            }
        }
    }

    @Override
    public void close() {
        lines.close();
    }
}

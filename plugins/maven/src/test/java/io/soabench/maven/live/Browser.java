package io.soabench.maven.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.plan.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium with one page, driven by the DevTools protocol. Used by one thread. */
final class Browser implements AutoCloseable {

    private static final long MOST_WAIT_S = 60;
    private static final long STEP_MS = 50;

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final List<String> problems = Collections.synchronizedList(new ArrayList<>());
    private int id;

    /** Returns the program; empty when there is none on the PATH. */
    static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts it with an empty page.
     *
     * @param profile an empty folder
     */
    Browser(Path program, Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        HttpClient client = HttpClient.newHttpClient();
        socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(page(client, listening())), new Listener())
                .orTimeout(MOST_WAIT_S, TimeUnit.SECONDS)
                .join();
        send("Runtime.enable", Map.of());
        send("Log.enable", Map.of());
        send("Page.enable", Map.of());
    }

    /** Returns host and port of its server. */
    private String listening() throws IOException {
        BufferedReader output = process.inputReader();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("DevTools listening on ws://")) {
                // The rest must be read, or the browser waits some day.
                Thread rest = new Thread(() -> readToEnd(output), "browser-output");
                rest.setDaemon(true);
                rest.start();
                return URI.create(line.substring(line.indexOf("ws://"))).getAuthority();
            }
        }
        throw new IOException("the browser ended with status " + process.exitValue());
    }

    private static void readToEnd(BufferedReader output) {
        try {
            output.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // The browser was ended.
        }
    }

    private static String page(HttpClient client, String authority) throws IOException, InterruptedException {
        String pages = client.send(
                        HttpRequest.newBuilder(URI.create("http://" + authority + "/json/list"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        for (JsonNode each : Json.parse(pages, JsonNode.class)) {
            if (each.path("type").asText().equals("page")) {
                return each.path("webSocketDebuggerUrl").asText();
            }
        }
        throw new IOException("the browser has no page: " + pages);
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                hear(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void hear(String message) {
        JsonNode said = Json.parse(message, JsonNode.class);
        String method = said.path("method").asText();
        boolean logged = method.equals("Log.entryAdded")
                && said.path("params").path("entry").path("level").asText().equals("error");
        if (said.has("id")) {
            answers.add(message);
        } else if (method.equals("Runtime.exceptionThrown") || logged) {
            problems.add(message);
        }
    }

    /** Returns exceptions of the page, and errors of the browser's log such as violations of a policy. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Sends a command and returns its result. */
    JsonNode send(String method, Map<String, ?> parameters) throws InterruptedException {
        id++;
        socket.sendText(Json.line(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        while (true) {
            String answer = answers.poll(MOST_WAIT_S, TimeUnit.SECONDS);
            if (answer == null) {
                throw new IllegalStateException("the browser did not answer " + method);
            }
            JsonNode read = Json.parse(answer, JsonNode.class);
            if (read.path("id").asInt() == id) {
                if (read.has("error")) {
                    throw new IllegalStateException(method + ": " + read.path("error"));
                }
                return read.path("result");
            }
        }
    }

    void open(String address) throws InterruptedException {
        send("Page.navigate", Map.of("url", address));
    }

    /** Sets the size of the window in CSS pixels, and the colours that the user prefers. */
    void look(int width, int height, String colours) throws InterruptedException {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
    }

    /** Returns the value of an expression of JavaScript as text. */
    String value(String expression) throws InterruptedException {
        JsonNode result = send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.path("exceptionDetails"));
        }
        return result.path("result").path("value").asText();
    }

    /** Waits until an expression has a value. */
    void await(String expression, String wanted) throws InterruptedException {
        String found = "";
        for (long ms = 0; ms < TimeUnit.SECONDS.toMillis(MOST_WAIT_S); ms += STEP_MS) {
            found = value(expression);
            if (found.equals(wanted)) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MS);
        }
        throw new IllegalStateException(expression + " is \"" + found + "\", not \"" + wanted + "\"");
    }

    /** Presses and releases a key. */
    void press(String key, int code) throws InterruptedException {
        send("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "windowsVirtualKeyCode", code));
        send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
    }

    /** Writes a picture of the page. */
    void picture(Path file) throws IOException, InterruptedException {
        JsonNode picture = send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(picture.path("data").asText()));
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(MOST_WAIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

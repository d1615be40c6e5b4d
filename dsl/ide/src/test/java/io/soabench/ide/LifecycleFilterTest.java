package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Messages as an editor writes them, in right and wrong orders. */
class LifecycleFilterTest {

    private static final int NOT_INITIALIZED = -32002;
    private static final int INVALID_REQUEST = -32600;
    private static final int METHOD_NOT_FOUND = -32601;

    private static final String INITIALIZE = request(1, "initialize", "{\"capabilities\":{}}");
    private static final String SHUTDOWN = request(8, "shutdown", "null");
    private static final String EXIT = "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
    private static final String NO_FILE = "{\"textDocument\":{\"uri\":\"file:///no.testbed\"}}";

    private static String request(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}".formatted(id, method, params);
    }

    private int exitCode;

    /** What is answered, by the number of the request: the code of an error, or 0. */
    private Map<Integer, Integer> answers(String... messages) throws InterruptedException {
        StringBuilder all = new StringBuilder();
        for (String each : messages) {
            all.append("Content-Length: ")
                    .append(each.length())
                    .append("\r\n\r\n")
                    .append(each);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        exitCode = LanguageServerMain.serve(
                new ByteArrayInputStream(all.toString().getBytes(StandardCharsets.UTF_8)), out);
        Map<Integer, Integer> codes = new TreeMap<>();
        for (JsonObject each : messages(out.toString(StandardCharsets.UTF_8))) {
            if (each.has("id") && !each.has("method")) {
                codes.put(
                        each.get("id").getAsInt(),
                        each.has("error")
                                ? each.getAsJsonObject("error").get("code").getAsInt()
                                : 0);
            }
        }
        return codes;
    }

    private static List<JsonObject> messages(String out) {
        List<JsonObject> all = new ArrayList<>();
        for (String each : out.split("Content-Length: \\d+\r\n(?:[^\r]+\r\n)*\r\n", -1)) {
            if (!each.isBlank()) {
                all.add(JsonParser.parseString(each).getAsJsonObject());
            }
        }
        return all;
    }

    @Test
    void shouldAnswerNothingBeforeItIsInitialized() throws Exception {
        assertThat(answers(
                        request(5, "textDocument/documentSymbol", NO_FILE), request(6, "shutdown", "null"), INITIALIZE))
                .containsExactly(Map.entry(1, 0), Map.entry(5, NOT_INITIALIZED), Map.entry(6, NOT_INITIALIZED));
        assertThat(exitCode).as("the connection was closed without a word").isEqualTo(1);
    }

    @Test
    void shouldBeInitializedOnce() throws Exception {
        assertThat(answers(INITIALIZE, request(2, "initialize", "{\"capabilities\":{}}"), SHUTDOWN, EXIT))
                .containsEntry(1, 0)
                .containsEntry(2, INVALID_REQUEST);
        assertThat(exitCode).isZero();
    }

    @Test
    void shouldAnswerNothingWhenItIsShutDown() throws Exception {
        assertThat(answers(INITIALIZE, SHUTDOWN, request(9, "textDocument/documentSymbol", NO_FILE), SHUTDOWN, EXIT))
                .containsEntry(9, INVALID_REQUEST);
        assertThat(exitCode).isZero();
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() throws Exception {
        assertThat(answers(
                        INITIALIZE,
                        request(3, "$/stroll", "{}"),
                        request(4, "walk/about", "{}"),
                        "{\"jsonrpc\":\"2.0\",\"method\":\"$/whistle\",\"params\":{}}",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"whistle\",\"params\":{}}",
                        SHUTDOWN,
                        EXIT))
                .containsEntry(3, METHOD_NOT_FOUND)
                .containsEntry(4, METHOD_NOT_FOUND)
                .containsEntry(8, 0);
    }

    @Test
    void shouldExitWithAnErrorWhenItWasNotShutDown() throws Exception {
        assertThat(answers(INITIALIZE, EXIT)).containsEntry(1, 0);
        assertThat(exitCode).isEqualTo(1);
    }
}

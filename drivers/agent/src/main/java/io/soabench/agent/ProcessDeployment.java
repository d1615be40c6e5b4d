package io.soabench.agent;

import io.soabench.agent.protocol.HostProblem;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.FolderOperations;
import io.soabench.driver.run.ServerClient;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.RunFiles;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The deployment of a process on the server under test, and its removal. Used by the thread that waits.
 *
 * @param process its name
 * @param server name of the server
 * @param archive file for a package that is sent as a zip
 */
record ProcessDeployment(Waiting waiting, String process, String server, Path archive) {

    private static final long POLL_MS = 50;
    private static final String ZIP = "zip:";

    /**
     * Sends the deploy actions.
     *
     * @param actions with their placeholders replaced
     * @throws PhaseFailed when the server refuses the process or does not answer
     */
    void deploy(List<HttpAction> actions, WatchedExchange exchange, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        for (HttpAction action : actions) {
            HttpResponse<byte[]> answer =
                    exchange.send(withBody(action), "deployment of " + process + " on server " + server, endNs);
            if (!action.expected().contains(answer.statusCode())) {
                throw new HostFailed(new HostProblem(
                        HostProblem.Code.NOT_DEPLOYED,
                        server,
                        "server " + server + " refused to deploy " + process + ": " + action.method() + " "
                                + action.url() + " was answered with " + ServerClient.words(answer),
                        RunFiles.LOGS + "/" + server,
                        "correct the process or leave it out for this server"));
            }
        }
    }

    /**
     * Sends the undeploy actions up to the first that fails.
     *
     * @param actions with their placeholders replaced
     * @return the failure as a sentence; nothing when there is none
     */
    Optional<String> undeploy(List<HttpAction> actions, ServerClient exchange, ChildProcess running)
            throws IOException {
        for (HttpAction action : actions) {
            CompletableFuture<HttpResponse<byte[]>> answer = exchange.send(withBody(action));
            var unused = answer.whenComplete((a, problem) -> waiting.wake());
            try {
                waiting.untilUninterruptibly(
                        () -> answer.isDone() || !running.runs(), Duration.ofMillis(action.timeoutMs()), POLL_MS);
            } catch (PhaseFailed e) {
                throw new IllegalStateException("nothing here fails a phase", e);
            }
            String problem = "";
            if (!answer.isDone()) {
                answer.cancel(true);
                problem = running.runs() ? "no answer within " + action.timeoutMs() + " ms" : "the server ended";
            } else if (answer.isCompletedExceptionally()) {
                problem = answer.handle((a, e) -> ServerClient.words(e)).join();
            } else if (!action.expected().contains(answer.join().statusCode())) {
                problem = ServerClient.words(answer.join());
            }
            if (!problem.isEmpty()) {
                return Optional.of("server " + server + " did not undeploy " + process + ": " + problem);
            }
        }
        return Optional.empty();
    }

    private HttpAction withBody(HttpAction action) throws IOException {
        if (!action.bodyFile().startsWith(ZIP)) {
            return action;
        }
        FolderOperations.zip(Path.of(action.bodyFile().substring(ZIP.length())), archive);
        return new HttpAction(
                action.method(),
                action.url(),
                action.contentType(),
                archive.toString(),
                action.expected(),
                action.timeoutMs(),
                action.tokenFile());
    }
}

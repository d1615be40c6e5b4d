package io.soabench.ide;

import java.util.function.Function;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.messages.Message;
import org.eclipse.lsp4j.jsonrpc.messages.NotificationMessage;
import org.eclipse.lsp4j.jsonrpc.messages.RequestMessage;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseMessage;

/**
 * A filter of an editor's messages by the life cycle of the protocol: <i>initialize</i>, anything, <i>shutdown</i>,
 * <i>exit</i> (Language Server Protocol 3.17, "Server lifecycle"). Other requests get its errors as answers, and
 * other notifications are dropped. Messages are handled on the reading thread.
 */
final class LifecycleFilter implements Function<MessageConsumer, MessageConsumer> {

    private enum State {
        NEW,
        RUNNING,
        DOWN
    }

    private State state = State.NEW;
    private MessageConsumer out = message -> {};

    /**
     * Puts this filter in front of the consumer of incoming messages. The consumer of outgoing messages, which is made first, gets the answers
     * of this filter.
     */
    @Override
    public MessageConsumer apply(MessageConsumer consumer) {
        if (consumer instanceof RemoteEndpoint) {
            return message -> take(message, consumer);
        }
        out = consumer;
        return consumer;
    }

    private void take(Message message, MessageConsumer server) {
        if (message instanceof RequestMessage request) {
            ResponseError error = refusal(request.getMethod());
            if (error == null) {
                server.consume(message);
            } else {
                ResponseMessage answer = new ResponseMessage();
                answer.setRawId(request.getRawId());
                answer.setError(error);
                out.consume(answer);
            }
        } else if (!(message instanceof NotificationMessage notification)
                || state == State.RUNNING
                || notification.getMethod().equals("exit")) {
            server.consume(message);
        }
    }

    /** Returns the reason to refuse a request now; null for none. */
    private ResponseError refusal(String method) {
        if (state == State.DOWN) {
            return error(ResponseErrorCode.InvalidRequest, "the server was shut down; start another one");
        }
        if (method.equals("initialize")) {
            if (state != State.NEW) {
                return error(ResponseErrorCode.InvalidRequest, "the server was initialized before; do so only once");
            }
            state = State.RUNNING;
        } else if (state == State.NEW) {
            return error(ResponseErrorCode.ServerNotInitialized, "send initialize before " + method);
        } else if (method.equals("shutdown")) {
            state = State.DOWN;
        } else if (method.startsWith("$/")) {
            return error(ResponseErrorCode.MethodNotFound, "there is no method " + method);
        }
        return null;
    }

    private static ResponseError error(ResponseErrorCode code, String sentence) {
        return new ResponseError(code, sentence, null);
    }
}

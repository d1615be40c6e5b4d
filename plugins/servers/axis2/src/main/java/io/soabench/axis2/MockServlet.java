package io.soabench.axis2;

import io.soabench.mock.AnswerBytes;
import io.soabench.mock.Callbacks;
import io.soabench.mock.InstancePorts;
import io.soabench.mock.MockService;
import io.soabench.mock.MockServices;
import io.soabench.mock.MockServices.Page;
import io.soabench.mock.PlannedReply;
import io.soabench.mock.RequestScan;
import io.soabench.plan.CallOutcome;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.transport.http.AxisServlet;

/**
 * Axis2's servlet with answers that are made at once and sent when they are due. GET requests and faults get the same
 * answers as from every other mock host.
 */
final class MockServlet extends AxisServlet {

    private static final long serialVersionUID = 1L;

    private static final String FAULT = "soabench.fault";
    private static final String SOAP_ACTION = "SOAPAction";
    private static final int FIRST_BUFFER = 4096;

    private final transient MockServices shared;
    private final transient Map<Integer, MockServices> own = new HashMap<>();
    private final transient InstancePorts instancePorts;
    private final transient PendingReplies replies;
    private final transient Callbacks callbacks;

    /**
     * Creates the servlet.
     *
     * @param instancePorts ports that orders may open and close
     */
    MockServlet(MockServices services, InstancePorts instancePorts, PendingReplies replies, Callbacks callbacks) {
        this.instancePorts = instancePorts;
        this.replies = replies;
        this.callbacks = callbacks;
        shared = services.shared();
        services.own().forEach(service -> own.put(service.ownPort(), MockServices.only(service)));
    }

    /** Returns the services at the port of a request. */
    private MockServices at(HttpServletRequest request) {
        return own.getOrDefault(request.getLocalPort(), shared);
    }

    private static String path(HttpServletRequest request) {
        String path = request.getPathInfo() == null ? "" : request.getPathInfo();
        return path.startsWith("/") ? path.substring(1) : path;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getPathInfo() == null ? "" : request.getPathInfo();
        String query = request.getQueryString() == null ? "" : request.getQueryString();
        String address = request.getRequestURL().toString();
        String base = address.substring(0, address.length() - path.length());
        send(at(request).page(path, query, base), response);
    }

    private static void send(Page page, HttpServletResponse response) throws IOException {
        response.setStatus(page.status());
        response.setContentType(page.contentType());
        response.setContentLength(page.body().length());
        response.getOutputStream().write(page.body().bytes());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String name = path(request);
        MockServices here = at(request);
        Optional<MockService> found = here.at(name);
        if (found.isEmpty()) {
            send(here.unknown(name), response);
            return;
        }
        byte[] body = new byte[bufferSize(request.getContentLengthLong())];
        int length = 0;
        try (InputStream in = request.getInputStream()) {
            for (int read = in.read(body); read >= 0 && length <= MockService.LARGEST_REQUEST; ) {
                length += read;
                if (length == body.length) {
                    body = Arrays.copyOf(body, 2 * length);
                }
                read = in.read(body, length, body.length - length);
            }
        }
        replies.begin(found.get());
        invoke(found.get(), new Message(body, Math.min(length, MockService.LARGEST_REQUEST + 1)), request, response);
    }

    private static int bufferSize(long contentLength) {
        return contentLength < FIRST_BUFFER || contentLength > MockService.LARGEST_REQUEST
                ? FIRST_BUFFER
                : (int) contentLength + 1;
    }

    /** A request body: the first bytes of an array that may be longer. */
    private static final class Message {
        final byte[] bytes;
        final int length;

        Message(byte[] bytes, int length) {
            this.bytes = bytes;
            this.length = length;
        }
    }

    private void invoke(MockService service, Message message, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        long arrivalNs = replies.now();
        MemoryResponse answer = new MemoryResponse(response);
        String charset = MockService.charset(request.getContentType());
        PlannedReply reply = null;
        if (message.length <= MockService.LARGEST_REQUEST) {
            request.setAttribute(DeployedMock.ARRIVAL, arrivalNs);
            super.doPost(
                    new MemoryRequest(
                            request,
                            message.bytes,
                            message.length,
                            charset,
                            service.folder().plan().soapVersion()),
                    answer);
            reply = (PlannedReply) request.getAttribute(DeployedMock.REPLY);
        }
        AnswerBytes body;
        if (reply == null) {
            reply = refusal(service, arrivalNs, message, charset, request);
            body = reply.body();
        } else {
            AnswerBytes written = answer.body();
            body = reply.soap() && written.length() > 0 ? written : reply.body();
        }
        callbacks.begin(reply, message.bytes, message.length, charset);
        ConnectionCloser end = ConnectionCloser.of(request);
        if (reply.dueNs() <= replies.now() && reply.outcome() != CallOutcome.SILENT) {
            replies.send(reply, body, response, end);
        } else {
            AsyncContext context = request.startAsync(request, response);
            context.setTimeout(0);
            replies.schedule(reply, body, response, context, end);
        }
    }

    /** Returns the answer to a request that reached no receiver. */
    private static PlannedReply refusal(
            MockService service, long arrivalNs, Message message, String charset, HttpServletRequest request) {
        RequestScan scan = service.scan(message.bytes, message.length, charset);
        String action = service.action(request.getHeader(SOAP_ACTION), request.getContentType());
        boolean understood = scan.defect() == RequestScan.Defect.NONE
                && service.operation(action, scan.element()).isPresent();
        if (understood) {
            Object fault = request.getAttribute(FAULT);
            return service.failure(
                    arrivalNs, "Axis2 could not process the request: " + (fault == null ? "no answer" : fault));
        }
        return service.reply(arrivalNs, action, null, scan);
    }

    /** Remembers a fault that Axis2 returns in place of an answer. */
    @Override
    protected void handleFault(MessageContext message, OutputStream out, AxisFault fault) {
        if (message.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST) instanceof HttpServletRequest request) {
            request.setAttribute(FAULT, fault.getMessage());
        }
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        order(request, response);
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws IOException {
        order(request, response);
    }

    private void order(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (at(request) == shared && !path(request).isEmpty()) {
            send(instancePorts.order(request.getMethod(), path(request)), response);
        } else {
            response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
        }
    }
}

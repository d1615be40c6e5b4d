package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * A process under test.
 *
 * @param kind white box (deployed from a package) or black box (already running, or a mocked service that clients call
 *     directly)
 * @param endpoint address of a black-box process; that of a service has the placeholders
 *     {@code ${server.<name>.address}} and {@code ${server.<name>.port.<port>}}; empty for a white-box process, whose
 *     address the server type gives
 * @param oneWay whether clients get no answer message
 * @param soapAction value of the SOAPAction header, without quotes
 * @param answerElement expanded name {@code {namespace}local} of the body element of the answer, or of the callback
 *     that answers; empty when any will do
 * @param packages folder of the package under the compiled testbed by server name
 * @param partners partners that the process calls
 * @param calls the prescribed calls of its partners, see {@link CallTree}; {@code null} for a black-box process
 * @param callback callback that answers one-way requests of clients; {@code null} for none
 * @param handlesFaults whether partners declare faults, and the process handles all of them; null is false
 * @param files the file that each engine runs, by server name; empty where all of them run the same BPEL file
 * @param form form of the requests of clients; {@code null} for SOAP 1.1 without headers of the model
 */
public record ProcessPlan(
        String name,
        Visibility kind,
        String endpoint,
        boolean oneWay,
        String soapAction,
        String answerElement,
        Map<String, String> packages,
        List<PartnerPlan> partners,
        CallTree calls,
        CallbackPlan callback,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) Boolean handlesFaults,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ProcessFilePlan> files,
        RequestForm form) {

    public ProcessPlan {
        // Plans of earlier versions have neither.
        handlesFaults = handlesFaults != null && handlesFaults;
        files = files == null ? Map.of() : files;
    }

    /** Creates a process that answers on the connection of the request, or not at all. */
    public ProcessPlan(
            String name,
            Visibility kind,
            String endpoint,
            boolean oneWay,
            String soapAction,
            String answerElement,
            Map<String, String> packages,
            List<PartnerPlan> partners,
            CallTree calls) {
        this(
                name,
                kind,
                endpoint,
                oneWay,
                soapAction,
                answerElement,
                packages,
                partners,
                calls,
                null,
                false,
                Map.of(),
                null);
    }

    private ProcessPlan with(
            CallbackPlan answer, boolean handling, Map<String, ProcessFilePlan> byServer, RequestForm sent) {
        return new ProcessPlan(
                name,
                kind,
                endpoint,
                oneWay,
                soapAction,
                answerElement,
                packages,
                partners,
                calls,
                answer,
                handling,
                byServer,
                sent);
    }

    /** Returns a copy that answers its clients by a callback; {@code null}: by none. */
    public ProcessPlan callingBack(CallbackPlan answer) {
        return with(answer, handlesFaults, files, form);
    }

    /** Returns a copy that handles all faults that its partners declare, or not. */
    public ProcessPlan handlingFaults(boolean all) {
        return with(callback, all, files, form);
    }

    /** Returns a copy of which engines run these files, by server name. */
    public ProcessPlan withFiles(Map<String, ProcessFilePlan> byServer) {
        return with(callback, handlesFaults, byServer, form);
    }

    /** Returns a copy to which clients send requests in another form. */
    public ProcessPlan requested(RequestForm other) {
        return with(callback, handlesFaults, files, other.equals(RequestForm.USUAL) ? null : other);
    }

    /** Returns the version of SOAP by which clients call it. */
    public SoapVersion soapVersion() {
        return form == null ? RequestForm.USUAL.soap() : form.soap();
    }

    /** Returns the HTTP headers of requests that the model states, without any secret. */
    public List<HeaderPlan> headers() {
        return form == null ? RequestForm.USUAL.headers() : form.headers();
    }

    /** Returns the certificates by which its server is trusted, see {@link RequestForm#trust}. */
    public String trust() {
        return form == null ? "" : form.trust();
    }

    /** Returns whether clients wait for a callback. */
    public boolean callsBack() {
        return callback != null;
    }

    /** The kinds of processes (B10 §3.2). */
    public enum Visibility {
        WHITE_BOX,
        BLACK_BOX
    }
}

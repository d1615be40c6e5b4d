package io.soabench.plan;

import java.util.List;

/**
 * A mocked service instance: {@code mock.json}.
 *
 * @param service name of the service
 * @param instance from 1
 * @param path last part of its address
 * @param wsdl path of its main WSDL document within the mock's folder
 * @param targetNamespace of the WSDL
 * @param wsdlService local name of the WSDL service
 * @param wsdlPort name of the WSDL port
 * @param port TCP port on which this instance alone listens from the start, as a number once it is placed; empty: it
 *     has none
 * @param laterPort the same of an instance that appears later, by an event at run time; it listens after an order
 * @param callback callback that answers one-way requests; {@code null} for none
 * @param draws numbers that differ from answer to answer; none: all answers of an operation are the same
 * @param soap version of SOAP that it speaks; {@code null}: SOAP 1.1
 */
public record MockPlan(
        String service,
        int instance,
        String path,
        String wsdl,
        String targetNamespace,
        String wsdlService,
        String wsdlPort,
        UiidSource uiid,
        List<MockOperation> operations,
        String port,
        String laterPort,
        Callback callback,
        List<Draw> draws,
        SoapVersion soap) {

    /** The placeholder for the identifier of the request in an answer that the user gives. */
    public static final String UIID = "${uiid}";

    /** Creates an instance that listens at the port of its host from the start. */
    public MockPlan(
            String service,
            int instance,
            String path,
            String wsdl,
            String targetNamespace,
            String wsdlService,
            String wsdlPort,
            UiidSource uiid,
            List<MockOperation> operations) {
        this(
                service,
                instance,
                path,
                wsdl,
                targetNamespace,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                "",
                "",
                null,
                List.of(),
                null);
    }

    /** Returns a copy with a port of its own. */
    public MockPlan listening(String ownPort, boolean appearsLater) {
        return new MockPlan(
                service,
                instance,
                path,
                wsdl,
                targetNamespace,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                appearsLater ? "" : ownPort,
                appearsLater ? ownPort : "",
                callback,
                draws,
                soap);
    }

    /** Returns a copy that calls back. */
    public MockPlan callingBack(Callback later) {
        return new MockPlan(
                service,
                instance,
                path,
                wsdl,
                targetNamespace,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                port,
                laterPort,
                later,
                draws,
                soap);
    }

    /** Returns a copy whose answers differ. */
    public MockPlan drawing(List<Draw> others) {
        return new MockPlan(
                service,
                instance,
                path,
                wsdl,
                targetNamespace,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                port,
                laterPort,
                callback,
                others,
                soap);
    }

    /** Returns a copy that speaks a version of SOAP. */
    public MockPlan speaking(SoapVersion version) {
        return new MockPlan(
                service,
                instance,
                path,
                wsdl,
                targetNamespace,
                wsdlService,
                wsdlPort,
                uiid,
                operations,
                port,
                laterPort,
                callback,
                draws,
                version == SoapVersion.SOAP_11 ? null : version);
    }

    /** Returns the version of SOAP that it speaks. */
    public SoapVersion soapVersion() {
        return soap == null ? SoapVersion.SOAP_11 : soap;
    }

    /** Returns the TCP port on which this instance alone listens, sooner or later; empty: it listens where its host does. */
    public String ownPort() {
        return port.isEmpty() ? laterPort : port;
    }

    /**
     * The source from which a mock reads the identifier of an invocation.
     *
     * @param kind from the message, from an HTTP header, or by order of arrival
     * @param id steps from the body's element (itself the first step) to the element that holds the UIID, as expanded names
     *     {@code {namespace}local}. A last step {@code @name} is an attribute. Empty unless kind is MESSAGE
     * @param step steps to the step number, as for the identifier; empty: by arrival
     * @param header name of the header; empty unless kind is HEADER
     */
    public record UiidSource(Kind kind, List<String> id, List<String> step, String header) {

        /** The sources of the identifier. */
        public enum Kind {
            MESSAGE,
            HEADER,
            ARRIVAL
        }
    }

    /**
     * An operation of the mocked port.
     *
     * @param soapAction value of the SOAPAction header without quotes, or empty
     * @param inputElement expanded name of the body's first element (rpc: the operation's wrapper), or empty when the
     *     body is empty
     * @param answer path of the answer's SOAP envelope within the mock's folder; empty for a one-way operation
     */
    public record MockOperation(String name, String soapAction, String inputElement, boolean oneWay, String answer) {}

    /**
     * A whole number in the answers of an instance that depends only on the identifier of the request and the step of
     * the call. So a process that forgets an answer, or takes another one, gives a wrong answer itself. Each number of
     * the range is as likely except for a share below 1 / 2⁵⁰ where it has fewer than 2¹⁴ numbers.
     *
     * @param element local name of the element that holds it
     * @param least the least number
     * @param greatest the greatest one, not below
     * @param key number that is unique to a seed, a service, an instance and an element
     */
    public record Draw(String element, long least, long greatest, long key) {

        private static final long FNV_PRIME = 0x100000001b3L;
        private static final long GOLDEN = 0x9e3779b97f4a7c15L;

        /** Returns the placeholder of the n-th draw in an answer, from 0. */
        public static String placeholder(int n) {
            return "${drawn." + n + "}";
        }

        /**
         * Returns the number in the answer to a call.
         *
         * @param uiid the identifier; a lap ({@code ~2}) changes nothing
         * @param step number of the call on behalf of the request, from 1
         */
        public long value(String uiid, int step) {
            long hash = key;
            for (int i = 0; i < uiid.length() && uiid.charAt(i) != '~'; i++) {
                hash = (hash ^ uiid.charAt(i)) * FNV_PRIME;
            }
            long spread = mixed(hash + step * GOLDEN);
            long numbers = greatest - least + 1;
            // The full range of a long has 2⁶⁴ numbers, which overflows to 0.
            return numbers == 0 ? spread : least + Long.remainderUnsigned(spread, numbers);
        }

        /** Returns the finalizer of SplitMix64 (Steele, Lea and Flood 2014): each bit of the result depends on all. */
        static long mixed(long word) {
            long mixed = (word ^ (word >>> 30)) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
            return mixed ^ (mixed >>> 31);
        }
    }

    /**
     * The callback of a mock after a one-way request.
     *
     * @param operation of the process
     * @param soapAction value of the SOAPAction header without quotes, or empty
     * @param address address for requests without one; once the mock is placed, empty when no process of the case is called back
     * @param message path of the SOAP envelope within the mock's folder, in which {@link #placeholder} stands for each copy
     * @param copies for each its steps from the body's element of the request, as {@link UiidSource#id}
     */
    public record Callback(
            String operation, String soapAction, String address, String message, List<List<String>> copies) {

        /** Returns the placeholder of the n-th copy in the message, from 0. */
        public static String placeholder(int n) {
            return "${copy." + n + "}";
        }

        /** Returns the placeholder of the case's address in a compiled testbed. */
        public static String addressOf(String service, int instance) {
            return "${callback." + service + "." + instance + "}";
        }
    }
}

package io.soabench.engine.server.request;

import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.server.invoker.PartnerAddress;
import io.soabench.engine.server.soap.RefusedSoapException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The addresses to which the engine may post messages that a request wants elsewhere than on its connection
 * (WS-Addressing 1.0 SOAP Binding, section 5.1). Without this limit, any client could make the engine post to any
 * address that the engine reaches. Allowed are the partners of the process, the engine itself, and the configured
 * addresses. Immutable and thread-safe.
 */
public final class ReplyTargets {
    /** The word that allows every address. */
    public static final String ANYWHERE = "any";

    private final boolean anywhere;

    /** The configured hosts with their ports, 80 where an entry has none, in small letters. */
    private final Set<String> authorities = new HashSet<>();

    /**
     * Makes the set of configured addresses.
     *
     * @param allowed {@code host:port} or {@code host}, or {@link #ANYWHERE}
     * @throws IllegalArgumentException with a sentence, if an entry has another form
     */
    public ReplyTargets(Set<String> allowed) {
        this.anywhere = allowed.contains(ANYWHERE);
        for (String entry : allowed) {
            if (!entry.equals(ANYWHERE)) {
                authorities.add(authority(entry));
            }
        }
    }

    private static String authority(String entry) {
        try {
            PartnerAddress address = PartnerAddress.parse("http://" + entry + "/");
            if (address.target().equals("/")) {
                return address.place().toLowerCase(Locale.ROOT);
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                "reply-to=" + entry + " is no host with or without a port; use host:port or '" + ANYWHERE + "'");
    }

    /**
     * Checks the addresses of a message for answers and faults.
     *
     * @throws RefusedSoapException if an address is not allowed, or nothing can be sent to it
     */
    void check(Deployment deployment, Addressing addressing) throws RefusedSoapException {
        if (addressing != null) {
            check(deployment, addressing.namespace(), "ReplyTo", addressing.replyTo());
            check(deployment, addressing.namespace(), "FaultTo", addressing.faultTo());
        }
    }

    private void check(Deployment deployment, String namespace, String header, Endpoint endpoint)
            throws RefusedSoapException {
        if (endpoint == null || endpoint.isNowhere()) {
            return;
        }
        String wanted;
        try {
            wanted = PartnerAddress.parse(endpoint.address()).place().toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            // Otherwise, the answer would be lost after the client has got 202.
            throw RefusedSoapException.invalidAddressing(
                    namespace,
                    "Nothing can be sent to the address '" + endpoint.address() + "' in '" + header
                            + "'; use an http or https URL of a host, a port from 1 to 65535 and a path without spaces.");
        }
        if (!anywhere && !isAllowed(deployment, wanted)) {
            throw new RefusedSoapException("The engine does not post to the address '" + endpoint.address() + "' in '"
                    + header + "': it is neither that of a partner of the process nor in --reply-to.");
        }
    }

    private boolean isAllowed(Deployment deployment, String wanted) {
        if (authorities.contains(wanted) || isAt(deployment.ownAddress(), wanted)) {
            return true;
        }
        for (int link = 0; link < deployment.partners(); link++) {
            if (isAt(deployment.address(link), wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(String address, String place) {
        try {
            return !address.isEmpty() && PartnerAddress.parse(address).place().equalsIgnoreCase(place);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}

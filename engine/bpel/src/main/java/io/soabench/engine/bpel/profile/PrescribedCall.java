package io.soabench.engine.bpel.profile;

import io.soabench.contracts.source.Location;
import java.util.List;

/**
 * An invocation of a partner.
 *
 * @param activity the id of the invoke
 * @param after see {@link Prescription#after()}
 * @param partnerLink its name
 * @param operation its name
 * @param requestResponse false for one-way calls, which the process does not wait for
 * @param location the invoke
 */
public record PrescribedCall(
        int activity,
        List<Integer> after,
        String partnerLink,
        String operation,
        boolean requestResponse,
        Location location)
        implements Prescription {
    public PrescribedCall {
        after = List.copyOf(after);
    }
}

package io.soabench.start;

import java.io.IOException;
import java.util.List;

/** The content of a draft, with one implementation for each kind of first testbed. */
interface DraftContent {

    /**
     * Adds all files to a draft.
     *
     * @param notes gets sentences about choices, findings and repairs
     */
    Filled fill(TestbedDraft draft, List<String> notes) throws StartRefusedException, IOException;

    /**
     * A draft with all its files.
     *
     * @param model the name of the model file in the draft
     * @param waitsFor operations of later client messages that the load does not send
     */
    record Filled(String model, List<String> waitsFor) {

        public Filled {
            waitsFor = List.copyOf(waitsFor);
        }
    }
}

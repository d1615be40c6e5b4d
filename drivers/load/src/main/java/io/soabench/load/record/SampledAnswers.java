package io.soabench.load.record;

import io.soabench.load.input.LoadPlan;
import io.soabench.load.text.Uiid;
import io.soabench.plan.KeptAnswers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

/**
 * The answers that are kept to be compared with the right ones: of the measured requests that were answered those with the lowest ranks. A
 * request that is not among them so far costs one hash and one comparison. Safe for use by many threads.
 */
public final class SampledAnswers {

    private final LoadPlan.Compared compared;
    private final Uiid uiid;
    private final List<String> chunks;
    private final boolean[] known;
    private final TreeMap<Long, KeptAnswers.Kept> kept = new TreeMap<>(Long::compareUnsigned);

    /** The highest rank that is kept; no answer beyond it is wanted. */
    private volatile long highest = -1;

    /** @param chunks names of the chunks of the trace, by index */
    public SampledAnswers(LoadPlan.Compared compared, Uiid uiid, List<String> chunks) {
        this.compared = compared;
        this.uiid = uiid;
        this.chunks = List.copyOf(chunks);
        known = new boolean[chunks.size()];
        for (int i = 0; i < known.length; i++) {
            known[i] =
                    compared.most() > 0 && !compared.sample().of(chunks.get(i)).isEmpty();
        }
    }

    private long rank(int client, int number, int lap) {
        return compared.sample().rank(compared.repetition(), client, number, lap);
    }

    /** Returns whether the answer to a request is to be kept, as far as is known now. */
    public boolean wants(int chunk, int client, int number, int lap) {
        return known[chunk] && Long.compareUnsigned(rank(client, number, lap), highest) <= 0;
    }

    /**
     * Takes the answer to a measured request.
     *
     * @param envelope without secrets
     */
    public void add(int chunk, int client, int number, int lap, String envelope) {
        byte[] bytes = uiid.buffer();
        int size = uiid.put(bytes, 0, client, number, lap);
        KeptAnswers.Kept answer = new KeptAnswers.Kept(
                new String(bytes, 0, size, StandardCharsets.US_ASCII), chunks.get(chunk), envelope);
        synchronized (kept) {
            kept.put(rank(client, number, lap), answer);
            if (kept.size() > compared.most()) {
                kept.pollLastEntry();
            }
            if (kept.size() == compared.most()) {
                highest = kept.lastKey();
            }
        }
    }

    /** Returns whether answers of the trace are compared at all. */
    public boolean any() {
        for (boolean each : known) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    /** Returns the answers that are kept. */
    public List<KeptAnswers.Kept> kept() {
        synchronized (kept) {
            return List.copyOf(kept.values());
        }
    }
}

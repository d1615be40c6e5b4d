package io.soabench.reports;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A picture on white with a palette: pictures of charts have few colours and the shades between them. */
final class FewColours {

    /** Colours that a picture with a palette can have. */
    private static final int COLOURS = 256;

    /** Bits of each primary colour that shades of antialiasing are told apart by. */
    private static final int SHADE_BITS = 4;

    private final int[] colours;
    private final byte[] indices;

    private FewColours(int[] colours, byte[] indices) {
        this.colours = colours;
        this.indices = indices;
    }

    /**
     * With the colours that are used most; other dots have the nearest of these.
     *
     * @param dots as ARGB
     */
    static FewColours of(int[] dots) {
        int[] pixels = dots.clone();
        int before = 0;
        int shaded = shade(onWhite(before));
        for (int i = 0; i < pixels.length; i++) {
            if (pixels[i] != before) {
                before = pixels[i];
                shaded = shade(onWhite(before));
            }
            pixels[i] = shaded;
        }
        Map<Integer, Integer> palette = palette(pixels);
        int[] colours = new int[palette.size()];
        palette.forEach((colour, index) -> colours[index] = colour);
        byte[] indices = new byte[pixels.length];
        Map<Integer, Integer> nearest = new HashMap<>(palette);
        for (int i = 0; i < pixels.length; i++) {
            indices[i] = i > 0 && pixels[i] == pixels[i - 1]
                    ? indices[i - 1]
                    : nearest.computeIfAbsent(pixels[i], p -> nearest(p, colours))
                            .byteValue();
        }
        return new FewColours(colours, indices);
    }

    /** At most 256, as RGB, the most used first. */
    int[] colours() {
        return colours;
    }

    /** The place of the colour of each dot. */
    byte[] indices() {
        return indices;
    }

    /** The page behind a chart is white. */
    private static int onWhite(int argb) {
        int alpha = argb >>> 24;
        int result = 0;
        for (int shift : new int[] {16, 8, 0}) {
            int part = argb >> shift & 0xff;
            result |= (255 - alpha + part * alpha / 255) << shift;
        }
        return result;
    }

    /** Rounded, so that pure white and pure black stay what they are. */
    private static int shade(int rgb) {
        int most = (1 << SHADE_BITS) - 1;
        int result = 0;
        for (int shift : new int[] {16, 8, 0}) {
            int part = rgb >> shift & 0xff;
            result |= (int) (Math.round(part * (double) most / 255) * 255 / most) << shift;
        }
        return result;
    }

    private static Map<Integer, Integer> palette(int[] pixels) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int pixel : pixels) {
            counts.merge(pixel, 1, Integer::sum);
        }
        List<Integer> most = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(COLOURS)
                .map(Map.Entry::getKey)
                .toList();
        Map<Integer, Integer> palette = new HashMap<>();
        for (int colour : most) {
            palette.put(colour, palette.size());
        }
        return palette;
    }

    private static int nearest(int rgb, int[] colours) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < colours.length; i++) {
            int distance = 0;
            for (int shift : new int[] {16, 8, 0}) {
                int difference = (rgb >> shift & 0xff) - (colours[i] >> shift & 0xff);
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }
}

package io.soabench.reports.picture;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** A picture on white with a palette: pictures of charts have few colours and the shades between them. */
final class PaletteImage {

    /** Maximum number of colours of a palette. */
    private static final int COLOURS = 256;

    /** Bits of each primary colour that distinguish shades of antialiasing. */
    private static final int SHADE_BITS = 4;

    private static final int MOST = (1 << SHADE_BITS) - 1;

    /** Number of distinguished colours, one of each primary colour behind the other. */
    private static final int SHADES = 1 << (3 * SHADE_BITS);

    /** The nearest of few parts of a primary colour; rounded, so that pure white and pure black stay the same. */
    private static final byte[] NEAREST_PART = nearestParts();

    private final int[] colours;
    private final byte[] indices;

    private PaletteImage(int[] colours, byte[] indices) {
        this.colours = colours;
        this.indices = indices;
    }

    /** Returns a picture with the most used colours; other dots have the nearest of these. */
    static PaletteImage of(BufferedImage picture) {
        int[] pixels = onWhite(picture);
        short[] shades = new short[pixels.length];
        int[] counts = new int[SHADES];
        int before = 0;
        short shade = shade(before);
        for (int i = 0; i < pixels.length; i++) {
            if (pixels[i] != before) {
                before = pixels[i];
                shade = shade(before);
            }
            shades[i] = shade;
            counts[shade]++;
        }
        int[] used = IntStream.range(0, SHADES)
                .filter(each -> counts[each] > 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(each -> -counts[each]).thenComparing(each -> each))
                .mapToInt(each -> each)
                .toArray();
        int[] colours =
                Arrays.stream(used).limit(COLOURS).map(PaletteImage::rgb).toArray();
        byte[] places = new byte[SHADES];
        for (int i = 0; i < used.length; i++) {
            places[used[i]] = (byte) (i < COLOURS ? i : nearest(rgb(used[i]), colours));
        }
        byte[] indices = new byte[shades.length];
        for (int i = 0; i < shades.length; i++) {
            indices[i] = places[shades[i]];
        }
        return new PaletteImage(colours, indices);
    }

    /** Returns at most 256 colours as RGB, the most used first. */
    int[] colours() {
        return colours;
    }

    /** Returns the index of the colour of each dot. */
    byte[] indices() {
        return indices;
    }

    private static byte[] nearestParts() {
        byte[] parts = new byte[1 << Byte.SIZE];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = (byte) Math.round(i * (double) MOST / (parts.length - 1));
        }
        return parts;
    }

    /** Returns the dots as RGB on white, the page behind a chart. Copying by drawing is faster than reading the dots one by one. */
    private static int[] onWhite(BufferedImage picture) {
        BufferedImage page = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = page.createGraphics();
        pen.drawImage(picture, 0, 0, Color.WHITE, null);
        pen.dispose();
        return ((DataBufferInt) page.getRaster().getDataBuffer()).getData();
    }

    private static short shade(int rgb) {
        int shade = 0;
        for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
            shade = shade << SHADE_BITS | NEAREST_PART[rgb >> shift & 0xff];
        }
        return (short) shade;
    }

    private static int rgb(int shade) {
        int rgb = 0;
        for (int shift = 2 * SHADE_BITS; shift >= 0; shift -= SHADE_BITS) {
            rgb = rgb << Byte.SIZE | (shade >> shift & MOST) * 255 / MOST;
        }
        return rgb;
    }

    private static int nearest(int rgb, int[] colours) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < colours.length; i++) {
            int distance = 0;
            for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
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

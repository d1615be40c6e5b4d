package io.soabench.reports.picture;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * A picture in the one form of PNG (ISO/IEC 15948) of the reports: a palette and one byte for each dot. A browser reads the file, and a PDF
 * takes its parts as they are. Arrays are passed without copies and must not be changed.
 */
public final class PalettePng {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int PALETTE_USED = 3;
    private static final int RGB = 3;
    private static final String HEAD = "IHDR";
    private static final String PALETTE = "PLTE";
    private static final String DATA = "IDAT";
    private static final String END = "IEND";

    private final int width;
    private final int height;
    private final byte[] palette;
    private final byte[] packed;

    private PalettePng(int width, int height, byte[] palette, byte[] packed) {
        this.width = width;
        this.height = height;
        this.palette = palette;
        this.packed = packed;
    }

    /** Returns the width in dots. */
    public int width() {
        return width;
    }

    /** Returns the height in dots. */
    public int height() {
        return height;
    }

    /** Returns three bytes for each colour: red, green, blue. */
    public byte[] palette() {
        return palette;
    }

    /** Returns the compressed lines of the picture, each with its filter before it. */
    public byte[] packed() {
        return packed;
    }

    /** Returns the same picture on white, with its most used colours. */
    public static PalettePng of(BufferedImage picture) {
        PaletteImage few = PaletteImage.of(picture);
        byte[] palette = new byte[few.colours().length * RGB];
        for (int i = 0; i < few.colours().length; i++) {
            int rgb = few.colours()[i];
            palette[i * RGB] = (byte) (rgb >> 16);
            palette[i * RGB + 1] = (byte) (rgb >> Byte.SIZE);
            palette[i * RGB + 2] = (byte) rgb;
        }
        return new PalettePng(
                picture.getWidth(), picture.getHeight(), palette, packed(few.indices(), picture.getWidth()));
    }

    /** Returns the compressed dots. Each line names no filter, because filters make pictures with palettes no smaller (ISO/IEC 15948 §12.8). */
    private static byte[] packed(byte[] dots, int width) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            byte[] line = new byte[width + 1];
            for (int at = 0; at < dots.length; at += width) {
                System.arraycopy(dots, at, line, 1, width);
                out.write(line);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory takes every byte", e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    /** Returns the file. */
    public byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(SIGNATURE);
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(head);
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[] {Byte.SIZE, PALETTE_USED, 0, 0, 0});
        chunk(out, HEAD, head.toByteArray());
        chunk(out, PALETTE, palette);
        chunk(out, DATA, packed);
        chunk(out, END, new byte[0]);
        return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String name, byte[] data) throws IOException {
        byte[] type = name.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(type);
        check.update(data);
        out.writeInt(data.length);
        out.write(type);
        out.write(data);
        out.writeInt((int) check.getValue());
    }

    /** Reads a file; empty when {@link #bytes()} did not write it. */
    public static Optional<PalettePng> read(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        try {
            if (!Arrays.equals(in.readNBytes(SIGNATURE.length), SIGNATURE)) {
                return Optional.empty();
            }
            DataInputStream head = new DataInputStream(new ByteArrayInputStream(chunk(in, HEAD)));
            int width = head.readInt();
            int height = head.readInt();
            if (head.readByte() != Byte.SIZE
                    || head.readByte() != PALETTE_USED
                    || head.readShort() != 0
                    || head.readByte() != 0) {
                return Optional.empty();
            }
            byte[] palette = chunk(in, PALETTE);
            byte[] packed = chunk(in, DATA);
            boolean whole = palette.length > 0 && packed.length > 0 && in.readInt() == 0 && isNext(in, END);
            return whole ? Optional.of(new PalettePng(width, height, palette, packed)) : Optional.empty();
        } catch (EOFException e) {
            return Optional.empty();
        }
    }

    private static boolean isNext(DataInputStream in, String name) throws IOException {
        return Arrays.equals(in.readNBytes(name.length()), name.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Returns the content of the next chunk.
     *
     * @throws EOFException when it has another name
     */
    private static byte[] chunk(DataInputStream in, String name) throws IOException {
        int length = in.readInt();
        if (!isNext(in, name)) {
            throw new EOFException("another chunk than " + name);
        }
        byte[] data = in.readNBytes(length);
        in.readInt();
        return data;
    }
}

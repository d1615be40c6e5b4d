package io.soabench.reports;

import com.lowagie.text.pdf.PRStream;
import com.lowagie.text.pdf.PdfArray;
import com.lowagie.text.pdf.PdfDictionary;
import com.lowagie.text.pdf.PdfName;
import com.lowagie.text.pdf.PdfNumber;
import com.lowagie.text.pdf.PdfObject;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfString;
import java.awt.Color;
import java.io.IOException;

/**
 * Makes a PDF smaller without a difference that can be seen: pictures of charts get a palette, and lose their transparency before the white
 * of the page.
 */
final class SlimPdf {

    private static final int RGB = 3;
    private static final int OPAQUE = 0xff;

    private SlimPdf() {}

    /** Changes what a reader has read, before a stamper writes it. */
    static void pictures(PdfReader reader) throws IOException {
        for (int number = 1; number < reader.getXrefSize(); number++) {
            if (reader.getPdfObject(number) instanceof PRStream stream && rgb(stream)) {
                slim(stream);
            }
        }
        reader.removeUnusedObjects();
    }

    private static boolean rgb(PdfDictionary stream) {
        PdfNumber bits = stream.getAsNumber(PdfName.BITSPERCOMPONENT);
        return PdfName.IMAGE.equals(stream.getAsName(PdfName.SUBTYPE))
                && PdfName.DEVICERGB.equals(stream.getDirectObject(PdfName.COLORSPACE))
                && PdfName.FLATEDECODE.equals(stream.getDirectObject(PdfName.FILTER))
                && bits != null
                && bits.intValue() == Byte.SIZE;
    }

    private static void slim(PRStream stream) throws IOException {
        byte[] parts = PdfReader.getStreamBytes(stream);
        PdfObject mask = PdfReader.getPdfObject(stream.get(PdfName.SMASK));
        byte[] alpha = mask instanceof PRStream transparency ? PdfReader.getStreamBytes(transparency) : null;
        int[] dots = new int[parts.length / RGB];
        if (alpha != null && alpha.length != dots.length) {
            return;
        }
        for (int i = 0; i < dots.length; i++) {
            int at = i * RGB;
            dots[i] = new Color(
                            parts[at] & OPAQUE,
                            parts[at + 1] & OPAQUE,
                            parts[at + 2] & OPAQUE,
                            alpha == null ? OPAQUE : alpha[i] & OPAQUE)
                    .getRGB();
        }
        FewColours few = FewColours.of(dots);
        stream.setData(few.indices(), true);
        stream.put(PdfName.COLORSPACE, palette(few.colours()));
        stream.remove(PdfName.SMASK);
        stream.remove(PdfName.DECODEPARMS);
    }

    /** A colour space with a palette, ISO 32000-1 §8.6.6.3. */
    private static PdfArray palette(int[] colours) {
        byte[] lookup = new byte[colours.length * RGB];
        for (int i = 0; i < colours.length; i++) {
            lookup[i * RGB] = (byte) (colours[i] >> 16);
            lookup[i * RGB + 1] = (byte) (colours[i] >> 8);
            lookup[i * RGB + 2] = (byte) colours[i];
        }
        PdfArray space = new PdfArray(PdfName.INDEXED);
        space.add(PdfName.DEVICERGB);
        space.add(new PdfNumber(colours.length - 1));
        PdfString table = new PdfString(lookup);
        table.setHexWriting(true);
        space.add(table);
        return space;
    }
}

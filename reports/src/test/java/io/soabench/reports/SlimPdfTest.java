package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.lowagie.text.Document;
import com.lowagie.text.Image;
import com.lowagie.text.Rectangle;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfStamper;
import com.lowagie.text.pdf.PdfWriter;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.junit.jupiter.api.Test;

final class SlimPdfTest {

    private static final int WIDTH = 400;
    private static final int HEIGHT = 200;

    /** From one of the shades that are told apart to the next, 255 / 15. */
    private static final int SHADE = 17;

    /** Dots that may be farther off: where lines cross there are more shades than a palette has. */
    private static final double RARE = 0.01;

    @Test
    void shouldLookTheSameWhenAPictureHasLinesOnNothing() throws IOException {
        byte[] before = pdf(chart());

        byte[] after = slim(before);

        assertThat(after.length).isLessThan(before.length / 2);
        same(rendered(before), rendered(after));
    }

    @Test
    void shouldLeaveAPhotographAsItIsDrawn() throws IOException {
        BufferedImage grey = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
        grey.getRaster().setSample(3, 3, 0, 255);
        byte[] before = pdf(grey);

        same(rendered(before), rendered(slim(before)));
    }

    /** Antialiased lines in three colours on a transparent ground, as BIRT draws them. */
    private static BufferedImage chart() {
        BufferedImage chart = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_ARGB);
        Graphics2D pen = chart.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setStroke(new BasicStroke(3));
        Color[] colours = {Color.BLUE, Color.ORANGE, new Color(0, 100, 0, 128)};
        for (int i = 0; i < 60; i++) {
            pen.setColor(colours[i % colours.length]);
            pen.draw(new Line2D.Double(i * 7.3, i * 2.1 % HEIGHT, WIDTH - i * 5.7, HEIGHT - i * 3.3));
        }
        pen.dispose();
        return chart;
    }

    private static byte[] pdf(BufferedImage picture) throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(picture, "png", png);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Document document = new Document(new Rectangle(WIDTH, HEIGHT), 0, 0, 0, 0)) {
            PdfWriter.getInstance(document, out);
            document.open();
            Image image = Image.getInstance(png.toByteArray());
            image.setAbsolutePosition(0, 0);
            document.add(image);
        }
        return out.toByteArray();
    }

    private static byte[] slim(byte[] pdf) throws IOException {
        PdfReader reader = new PdfReader(pdf);
        SlimPdf.pictures(reader);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PdfStamper(reader, out).close();
        return out.toByteArray();
    }

    private static BufferedImage rendered(byte[] pdf) throws IOException {
        try (PDDocument document = Loader.loadPDF(pdf)) {
            return new PDFRenderer(document).renderImage(0);
        }
    }

    private static void same(BufferedImage one, BufferedImage other) {
        int dark = 0;
        int far = 0;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                Color a = new Color(one.getRGB(x, y));
                Color b = new Color(other.getRGB(x, y));
                boolean near = Math.abs(a.getRed() - b.getRed()) <= SHADE
                        && Math.abs(a.getGreen() - b.getGreen()) <= SHADE
                        && Math.abs(a.getBlue() - b.getBlue()) <= SHADE;
                far += near ? 0 : 1;
                dark += a.getGreen() < 128 ? 1 : 0;
            }
        }
        assertThat(far).as("dots of another colour").isLessThan((int) (RARE * WIDTH * HEIGHT));
        assertThat(dark).as("dots of the picture").isPositive();
    }
}

package io.soabench.reports.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

final class PalettePngTest {

    private static final int WIDTH = 300;
    private static final int HEIGHT = 200;

    /** Half a shade of 4 bits, and what is lost when a colour is put on white. */
    private static final int NEAR = 10;

    /** Antialiased dots in one colour on a transparent ground, as BIRT draws them. */
    private static BufferedImage dots(int type) {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, type);
        Graphics2D pen = picture.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(new Color(0x2f6db5));
        for (int i = 0; i < 100; i++) {
            pen.fillOval(i * 37 % 290, i * 53 % 190, 3 + i % 5, 3 + i % 7);
        }
        pen.dispose();
        return picture;
    }

    /** Antialiased lines in so many colours that a palette has no room for all shades between them. */
    private static BufferedImage lines() {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = picture.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        pen.setStroke(new BasicStroke(3));
        for (int i = 0; i < 60; i++) {
            pen.setColor(Color.getHSBColor(i / 60f, 1, 0.8f));
            pen.draw(new Line2D.Double(i * 7.3, i * 2.1 % HEIGHT, WIDTH - i * 5.7, HEIGHT - i * 3.3));
        }
        pen.dispose();
        return picture;
    }

    private static BufferedImage read(PalettePng png) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(png.bytes()));
    }

    /** The part of a dot's blue on white. */
    private static int blueOnWhite(int argb) {
        int alpha = argb >>> 24;
        return 255 - alpha + (argb & 0xff) * alpha / 255;
    }

    @Test
    void shouldLookTheSameToAnyReaderOfPictures() throws IOException {
        for (int type : new int[] {BufferedImage.TYPE_4BYTE_ABGR, BufferedImage.TYPE_INT_ARGB}) {
            BufferedImage picture = dots(type);

            BufferedImage read = read(PalettePng.of(picture));

            assertThat(read.getColorModel()).isInstanceOf(IndexColorModel.class);
            assertThat(new Color(read.getRGB(WIDTH - 1, HEIGHT - 1))).isEqualTo(Color.WHITE);
            int furthest = 0;
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    int difference = blueOnWhite(picture.getRGB(x, y)) - (read.getRGB(x, y) & 0xff);
                    furthest = Math.max(furthest, Math.abs(difference));
                }
            }
            assertThat(furthest).isLessThanOrEqualTo(NEAR);
        }
    }

    @Test
    void shouldTakeTheNearestColourWhereThereAreMoreThanAPaletteHas() throws IOException {
        BufferedImage picture = lines();

        BufferedImage read = read(PalettePng.of(picture));

        assertThat(((IndexColorModel) read.getColorModel()).getMapSize()).isEqualTo(256);
        int far = 0;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                Color before = new Color(picture.getRGB(x, y));
                Color after = new Color(read.getRGB(x, y));
                boolean near = Math.abs(before.getRed() - after.getRed()) <= 2 * NEAR
                        && Math.abs(before.getGreen() - after.getGreen()) <= 2 * NEAR
                        && Math.abs(before.getBlue() - after.getBlue()) <= 2 * NEAR;
                far += near ? 0 : 1;
            }
        }
        assertThat(far).as("dots of another colour").isLessThan(WIDTH * HEIGHT / 50);
    }

    @Test
    void shouldBeSmallerThanAPictureOfAllColours() throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(dots(BufferedImage.TYPE_4BYTE_ABGR), "png", png);

        assertThat(PalettePng.of(dots(BufferedImage.TYPE_4BYTE_ABGR)).bytes().length)
                .isLessThan(png.size());
    }

    @Test
    void shouldReadWhatItHasWritten() throws IOException {
        PalettePng written = PalettePng.of(dots(BufferedImage.TYPE_4BYTE_ABGR));

        PalettePng read = PalettePng.read(written.bytes()).orElseThrow();

        assertThat(read.width()).isEqualTo(WIDTH);
        assertThat(read.height()).isEqualTo(HEIGHT);
        assertThat(read.palette()).isEqualTo(written.palette());
        assertThat(read.packed()).isEqualTo(written.packed());
    }

    @Test
    void shouldLeaveAllOtherPicturesToOthers() throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(dots(BufferedImage.TYPE_INT_ARGB), "png", png);
        byte[] whole = PalettePng.of(dots(BufferedImage.TYPE_INT_ARGB)).bytes();

        assertThat(PalettePng.read(png.toByteArray())).isEmpty();
        assertThat(PalettePng.read(Arrays.copyOf(whole, whole.length / 2))).isEmpty();
        assertThat(PalettePng.read(new byte[0])).isEmpty();
        assertThat(PalettePng.read("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }
}

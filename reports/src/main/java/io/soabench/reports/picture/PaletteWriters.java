package io.soabench.reports.picture;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.Locale;
import javax.imageio.IIOImage;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.stream.ImageOutputStream;
import org.eclipse.birt.chart.device.IImageWriterFactory;
import org.eclipse.birt.chart.device.ImageWriterFactory;

/**
 * The writers of pictures with palettes for BIRT. Its own pictures of charts have eight times as many bytes, and would be read and written
 * again for each format of the report.
 */
public final class PaletteWriters implements IImageWriterFactory {

    private static final String PNG = "png";

    private final IImageWriterFactory others = new ImageWriterFactory();

    private PaletteWriters() {}

    /** Installs the writers for all later charts of this JVM. */
    public static void install() {
        ImageWriterFactory.initInstance(new PaletteWriters());
    }

    @Override
    public ImageWriter createByFormatName(String format) {
        return createImageWriter(format, format);
    }

    @Override
    public ImageWriter createImageWriter(String format, String outputFormat) {
        return PNG.equals(format.toLowerCase(Locale.ROOT))
                ? new PngWriter()
                : others.createImageWriter(format, outputFormat);
    }

    /** The writer of {@link PalettePng} for Java's library of pictures. */
    private static final class PngWriter extends ImageWriter {

        PngWriter() {
            super(null);
        }

        @Override
        public void write(IIOMetadata stream, IIOImage image, ImageWriteParam how) throws IOException {
            ImageOutputStream out = (ImageOutputStream) getOutput();
            out.write(PalettePng.of((BufferedImage) image.getRenderedImage()).bytes());
            out.flush();
        }

        @Override
        public IIOMetadata getDefaultStreamMetadata(ImageWriteParam how) {
            return null;
        }

        @Override
        public IIOMetadata getDefaultImageMetadata(ImageTypeSpecifier type, ImageWriteParam how) {
            return null;
        }

        @Override
        public IIOMetadata convertStreamMetadata(IIOMetadata metadata, ImageWriteParam how) {
            return null;
        }

        @Override
        public IIOMetadata convertImageMetadata(IIOMetadata metadata, ImageTypeSpecifier type, ImageWriteParam how) {
            return null;
        }
    }
}

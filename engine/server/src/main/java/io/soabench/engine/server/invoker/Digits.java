package io.soabench.engine.server.invoker;

import io.netty.buffer.ByteBuf;

/** A writer of a length in decimal digits without a string. */
public final class Digits {
    private Digits() {}

    /** Writes a number of at least 0. */
    public static void write(ByteBuf target, int number) {
        int power = 1;
        while (number / power >= 10) {
            power *= 10;
        }
        int rest = number;
        while (power > 0) {
            target.writeByte('0' + rest / power);
            rest %= power;
            power /= 10;
        }
    }
}

#!/bin/sh
# Starts SOABench in Eclipse. Options are those of Eclipse, e.g. -data FOLDER for another workspace than ~/soabench-workspace.
# JAVA_HOME or the path tells which Java runs it, SOABENCH_VMARGS adds options of the JVM.
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
if ! command -v "$java" >/dev/null; then
    echo "soabench: $java is not there; install Java 17 or newer, or let JAVA_HOME name it" >&2
    exit 1
fi
data=
case " $* " in
    *" -data "*) ;;
    *) data=${HOME:-/tmp}/soabench-workspace ;;
esac
# shellcheck disable=SC2086 # Several options are several words.
exec "$java" -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 ${SOABENCH_VMARGS:-} \
    -jar "$here/plugins/@launcher@" ${data:+-data "$data"} "$@"

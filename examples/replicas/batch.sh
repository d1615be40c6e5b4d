#!/bin/bash
# The experiments of Peternier et al. (2013), sections 6 and 7, as they did them: one request starts all instances, partners are inside
# the engine. Prints a line of CSV for each batch; see README.md.
#
#   batch.sh [-i INSTANCES] [-r RUNS] [-w WARMUPS] [-m HEAP_MIB] [-c EVENTS] CONFIGURATION…
#
# A configuration is the engine's options in one argument, for instance "--replicas 2 --replica-kind processes --memory local".
set -euo pipefail
cd "$(dirname "$0")"
instances=128000 runs=5 warmups=2 heap=1024 counters=task-clock,context-switches,cpu-migrations,cpu-cycles,cache-misses
while [[ ${1:-} =~ ^-[irwmc]$ && $# -ge 2 ]]; do
    case $1 in
        -i) instances=$2 ;; -r) runs=$2 ;; -w) warmups=$2 ;; -m) heap=$2 ;; -c) counters=$2 ;;
    esac
    shift 2
done
jar=$(ls ../../engine/server/target/soabench-engine-server-*.jar 2>/dev/null | grep -v -e sources -e javadoc -e tests | head -1) || true
[ -n "$jar" ] || { echo "batch.sh: there is no engine; build it first: mvn -pl engine/server -am install -DskipTests" >&2; exit 2; }
[ $# -gt 0 ] || set -- "--replicas 1" "--replicas 2" "--replicas 2 --replica-kind processes"

work=$(mktemp -d)
engine=
stop() { [ -z "$engine" ] || { kill "$engine" 2>/dev/null || true; wait "$engine" 2>/dev/null || true; engine=; }; }
trap 'stop; rm -rf "$work"' EXIT
mkdir -p "$work/deploy/Benchmark"
cp -r bpel wsdl "$work/deploy/Benchmark/"
order='{"instances": '$instances', "input": "<b:order xmlns:b=\"urn:soabench:benchmark\"><b:id>${instance}</b:id><b:text>twenty characters !!</b:text></b:order>"}'

# A number of the answer, or the sentence that stands there.
value() { sed -n 's/^ *"'"$1"'" : "\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p' "$work/answer" | head -1; }

events=${counters//,/ }
echo "configuration,run,instances,completed,wall_ms,cpu_ms,gc_count,gc_ms,${counters}"
for configuration in "$@"; do
    # shellcheck disable=SC2086 # options are words
    java -Xms"${heap}"m -Xmx"${heap}"m -jar "$jar" --port 0 --admin-port 0 --deploy "$work/deploy" --counters "$counters" \
        $configuration >"$work/log" 2>&1 &
    engine=$!
    for ((i = 0; i < 600; i++)); do
        grep -q '^ready' "$work/log" && break
        kill -0 "$engine" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
        sleep 0.1
    done
    admin=$(sed -n 's/^ready .*admin=//p' "$work/log")
    for ((run = 1 - warmups; run <= runs; run++)); do
        curl -sS --fail-with-body -d "$order" "$admin/deployments/Benchmark/batch" >"$work/answer"
        [ $run -ge 1 ] || continue
        line="\"$configuration\",$run,$(value instances),$(value completed),$(value wallMs),$(value cpuMs),$(value gcCount),$(value gcMs)"
        for event in $events; do line="$line,$(value "$event")"; done
        echo "$line"
    done
    stop
done

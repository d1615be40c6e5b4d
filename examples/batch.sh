#!/bin/bash
# Batches as in the papers: one request starts all instances of a process, and partners are inside the engine. Prints a line of CSV for
# each batch that counts; see README.md.
#
#   batch.sh [OPTION VALUE]… EXAMPLE CONFIGURATION…
#
#   EXAMPLE        a folder with bpel/, wsdl/ and batch/<process>.json, the orders of the batches
#   CONFIGURATION  options of the engine in one argument, for instance "--replicas 2 --replica-kind processes"
#   -i N,N,…       instances of a batch, by default 10000; each of the sizes is measured
#   -n ROUNDS      how often the engine of each configuration is started anew, by default 5; the unit that counts
#   -r RUNS        batches of each process and size by one engine, by default 3
#   -w WARMUPS     batches before these, by default 8
#   -m MIB         heap, by default 1024
#   -c EVENTS      what is counted, with commas between; "" for nothing
#   -p NAME,NAME   the processes, by default all that have an order
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "batch.sh: $1" >&2; exit 2; }

sizes=10000 rounds=5 runs=3 warmups=8 heap=1024 processes=
counters=task-clock,context-switches,cpu-migrations,cpu-cycles,cache-misses
while [[ ${1:-} == -* ]]; do
    [ $# -ge 2 ] || fail "$1 needs a value"
    case $1 in
        -i) sizes=$2 ;; -n) rounds=$2 ;; -r) runs=$2 ;; -w) warmups=$2 ;; -m) heap=$2 ;; -c) counters=$2 ;; -p) processes=${2//,/ } ;;
        *) fail "there is no option $1; the first lines of $0 list them" ;;
    esac
    shift 2
done
[[ $sizes =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] || fail "-i takes numbers with commas between, as 5000,10000: not $sizes"
for number in "$rounds" "$runs" "$heap"; do
    [[ $number =~ ^[1-9][0-9]*$ ]] || fail "-n, -r and -m take a number above 0: not $number"
done
[[ $warmups =~ ^[0-9]+$ ]] || fail "-w takes a number: not $warmups"
[ $# -ge 2 ] || fail "say which example, and at least one configuration: batch.sh examples/replicas \"--replicas 1\" \"--replicas 2\""
example=$1
shift
compgen -G "$example/batch/*.json" >/dev/null || fail "$example has no orders, batch/<process>.json; name the folder of an example"
[ -n "$processes" ] || processes=$(basename -s .json "$example"/batch/*.json)
jar=$(ls "$here"/../engine/server/target/soabench-engine-server-*.jar 2>/dev/null | grep -v -e sources -e javadoc -e tests | head -1) || true
[ -n "$jar" ] || fail "there is no engine; build it first: mvn -pl engine/server -am install -DskipTests"

work=$(mktemp -d)
engine=
stop() { [ -z "$engine" ] || { kill "$engine" 2>/dev/null || true; wait "$engine" 2>/dev/null || true; engine=; }; }
trap 'stop; rm -rf "$work"' EXIT
for process in $processes; do
    [ -f "$example/batch/$process.json" ] || fail "$example has no order batch/$process.json"
    bpel=$(grep -l "<process name=\"$process\"" "$example"/bpel/*.bpel) || fail "no file in $example/bpel has a process $process"
    mkdir -p "$work/deploy/$process/bpel"
    cp "$bpel" "$work/deploy/$process/bpel/"
    cp -r "$example/wsdl" "$work/deploy/$process/"
done

# A number of the answer, or the sentence that stands there, as a field of CSV.
value() {
    local name
    name=$(printf %s "$1" | sed 's/[][\.*^$/]/\\&/g')
    sed -n -e 's/^ *"'"$name"'" : \([^",{]*\),\{0,1\}$/\1/p' -e 's/^ *"'"$name"'" : "\(.*\)",\{0,1\}$/"\1"/p' "$work/answer" |
        sed "s/\\\\\"/'/g" | head -1
}

start() {
    # Else the last engine's line is read before this one's is there.
    : >"$work/log"
    # shellcheck disable=SC2086 # options are words
    java -Xms"${heap}"m -Xmx"${heap}"m -jar "$jar" --port 0 --admin-port 0 --deploy "$work/deploy" \
        ${counters:+--counters "$counters"} $1 >"$work/log" 2>&1 &
    engine=$!
    for ((i = 0; i < 600; i++)); do
        grep -q '^ready' "$work/log" && break
        kill -0 "$engine" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
        sleep 0.1
    done
    admin=$(sed -n 's/^ready .*admin=//p' "$work/log")
    [ -n "$admin" ] || { cat "$work/log" >&2; echo "batch.sh: the engine was not ready within a minute" >&2; exit 1; }
}

# One batch of a process, whose first reply has to hold what the example says.
batch() {
    sed 's/"instances": *[0-9]*/"instances": '"$2"'/' "$example/batch/$1.json" >"$work/order"
    curl -sS --fail-with-body -d "@$work/order" "$admin/deployments/$1/batch" >"$work/answer" ||
        { cat "$work/answer" >&2; echo "batch.sh: the batch of $2 instances of $1 did not end well" >&2; exit 1; }
    [ "$(value completed)" = "$2" ] ||
        { echo "batch.sh: of $2 instances of $1 only $(value completed) completed: $(value firstFault)" >&2; exit 1; }
    [ ! -f "$example/batch/$1.reply" ] || value firstReply | grep -qF "$(cat "$example/batch/$1.reply")" ||
        { echo "batch.sh: $1 replied $(value firstReply), which has no $(cat "$example/batch/$1.reply")" >&2; exit 1; }
}

echo "process,instances,configuration,round,run,completed,wall_ms,cpu_ms,gc_count,gc_ms${counters:+,$counters}"
for ((round = 1; round <= rounds; round++)); do
    # Each round begins with another configuration, so that none always comes first.
    for ((turn = 0; turn < $#; turn++)); do
        number=$(((turn + round - 1) % $# + 1))
        configuration=${!number}
        start "$configuration"
        for process in $processes; do
            for size in ${sizes//,/ }; do
                for ((run = 1 - warmups; run <= runs; run++)); do
                    batch "$process" "$size"
                    [ $run -ge 1 ] || continue
                    line="$process,$size,\"$configuration\",$round,$run,$(value completed),$(value wallMs),$(value cpuMs)"
                    line="$line,$(value gcCount),$(value gcMs)"
                    for event in ${counters//,/ }; do line="$line,$(value "$event")"; done
                    echo "$line"
                done
            done
        done
        stop
    done
done

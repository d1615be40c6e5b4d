# Ends what a driver that was killed left behind. Its standard input is a pipe whose other end only the driver holds:
# "end" means that nothing is left to do, end of file that the driver is gone.
# Arguments: the NAME=value that all children carry in their environment; the folder to remove.
trap '' HUP INT TERM
marker=$1
folder=$2
while IFS= read -r line; do
  if [ "$line" = end ]; then exit 0; fi
done
LC_ALL=C
export LC_ALL
# A child that was being started carries the marker only after its exec: look again until nothing was there three times.
round=0
empty=0
while [ "$empty" -lt 3 ] && [ "$round" -lt 60 ]; do
  pids=$(grep -lsF -e "$marker" /proc/[0-9]*/environ | sed 's|/proc/||; s|/environ||')
  if [ -z "$pids" ]; then
    empty=$((empty + 1))
  elif [ "$round" -lt 5 ]; then
    empty=0
    kill -TERM $pids 2>/dev/null
  else
    empty=0
    kill -KILL $pids 2>/dev/null
  fi
  round=$((round + 1))
  sleep 1
done
case $folder in
  */work-*) rm -rf -- "$folder" ;;
esac

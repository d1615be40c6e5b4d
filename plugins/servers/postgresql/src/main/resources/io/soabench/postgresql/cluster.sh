# Makes a cluster of PostgreSQL and runs its server until SIGTERM, then removes the cluster.
# Arguments: work folder, address, port, major version (0: the newest), settings NAME=VALUE.
# Braces after a dollar sign would be a placeholder of the life cycle.
work=$1
address=$2
port=$3
version=$4
shift 4

refuse() {
  echo "$1" >&2
  exit 2
}

# The newest programs of Debian's packages, else those on the PATH.
programs=
for each in $(ls /usr/lib/postgresql 2>/dev/null | sort -rV); do
  if [ -z "$programs" ] && [ -x "/usr/lib/postgresql/$each/bin/initdb" ]; then
    if [ "$version" = 0 ] || [ "$version" = "$each" ]; then
      programs=/usr/lib/postgresql/$each/bin
    fi
  fi
done
if [ -z "$programs" ] && found=$(command -v initdb); then
  case "$version $(initdb --version)" in
    "0 "* | "$version "*" $version."*) programs=$(dirname "$(readlink -f "$found")") ;;
  esac
fi
if [ -z "$programs" ]; then
  [ "$version" = 0 ] && refuse "there is no PostgreSQL on this host; install the package postgresql"
  refuse "there is no PostgreSQL $version on this host; install the package postgresql-$version, or choose another version"
fi

# PostgreSQL refuses to run as root.
user=
if [ "$(id -u)" = 0 ]; then
  id -u postgres >/dev/null 2>&1 ||
    refuse "PostgreSQL does not run as root, and this host has no user postgres; install the package postgresql"
  user="--reuid=postgres --regid=postgres --clear-groups"
fi
unprivileged() {
  if [ -n "$user" ]; then setpriv $user "$@"; else "$@"; fi
}

# Commits that are forced to disk need a disk.
fits() {
  [ "$1" = fsync=false ] || [ "$(stat -f -c %T "$2")" != tmpfs ]
}

umask 077
if unprivileged test -x "$work" && fits "$1" "$work"; then
  folder=$work/cluster
  mkdir "$folder" || exit 1
else
  fits "$1" /var/tmp ||
    refuse "$work and /var/tmp are in memory (tmpfs), so no commit would reach a disk; choose another output folder, or set fsync to false"
  # A cluster has a lock until the last process of its server has ended. One without a lock is that of a server that was killed.
  # Two servers that start at the same time take turns, so that none removes the new folder of the other.
  exec 8</var/tmp
  flock -w 30 8
  for each in /var/tmp/soabench-postgresql-*; do
    if [ -d "$each" ] && [ ! -L "$each" ]; then
      flock -n "$each" rm -rf "$each" 2>/dev/null
    fi
  done
  folder=$(mktemp -d /var/tmp/soabench-postgresql-XXXXXX) || exit 1
  exec 9<"$folder"
  flock -n 9 || exit 1
  exec 8<&-
fi
trap 'rm -rf "$folder"' EXIT
trap 'exit 0' TERM INT HUP
[ -z "$user" ] || chown postgres "$folder" || exit 1
cd "$folder" || exit 1

data=$folder/data
log=$work/initdb.log
unprivileged "$programs/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$log" 2>&1 || {
  # The work folder does not outlive the server, and what it prints does.
  cat "$log" >&2
  refuse "PostgreSQL cannot be set up; its reason is above"
}
# Clients have a role without privileges, and nobody reaches that of the owner.
# The exit status does not show whether a statement failed, so the last one asks for the result.
printf '%s\n' 'CREATE ROLE engine LOGIN' 'CREATE DATABASE engine OWNER engine' \
  "SELECT rolname AS owner FROM pg_database JOIN pg_roles ON pg_roles.oid = datdba WHERE datname = 'engine'" |
  unprivileged "$programs/postgres" --single -F -D "$data" postgres >>"$log" 2>&1
grep -q 'owner = "engine"' "$log" || {
  cat "$log" >&2
  refuse "PostgreSQL cannot make the database of the engine; its reason is above"
}
echo 'host engine engine all trust' >"$data/pg_hba.conf"

for each in "$@"; do
  set -- "$@" -c "$each"
  shift
done
# It also ends when this shell is killed.
setpriv $user --pdeathsig QUIT "$programs/postgres" -D "$data" -p "$port" \
  -c "listen_addresses=$address" -c unix_socket_directories= "$@" </dev/null &
server=$!
asked=
# The cluster is not used again, so the server ends without writing its pages.
# A background process of a shell ignores QUIT until PostgreSQL has set its handlers, so the loop asks again.
trap 'asked=1; kill -QUIT $server' TERM INT HUP
ready=
while kill -0 $server 2>/dev/null; do
  if [ -n "$asked" ]; then
    kill -QUIT $server 2>/dev/null
    sleep 0.1
  elif [ -n "$ready" ]; then
    wait $server
  elif "$programs/pg_isready" -q -h "$address" -p "$port" -U engine -d engine; then
    ready=1
    echo "ready: $("$programs/postgres" --version) in $folder, on $(stat -f -c %T "$folder")"
  else
    sleep 0.1
  fi
done
[ -n "$asked" ] && exit 0
[ -n "$ready" ] || refuse "PostgreSQL does not start; its reason is above"
echo "PostgreSQL has ended by itself" >&2
exit 1

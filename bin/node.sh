# Functions for scripts that start a node of their own and end it: its folder, its user, its process.
# Elasticsearch and OpenSearch refuse to run as root: then the user "nobody" owns their files and runs them.

node=      # the process
work=      # the folder for all that the script makes
as_user=() # what a command of the node begins with

stop_node() {
  [ -n "$node" ] || return 0
  kill "$node" 2>/dev/null || true
  for _ in $(seq 60); do kill -0 "$node" 2>/dev/null || break; sleep 0.5; done
  kill -9 "$node" 2>/dev/null || true
  wait "$node" 2>/dev/null || true
  node=
}

clean_up() {
  trap '' INT TERM
  stop_node
  if [ -n "$work" ]; then rm -rf "$work"; fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

make_work() { # makes the folder [work], which is named $1
  work=$PWD/target/$1
  if [ "$(id -u)" -eq 0 ]; then
    if ! command -v setpriv >/dev/null; then
      echo "A node does not run as root and [setpriv] is missing: be another user." >&2
      exit 1
    fi
    as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups --)
    mkdir -p target
    # A checkout under a closed home folder is out of that user's reach.
    if ! "${as_user[@]}" test -x "$PWD/target"; then work=$(mktemp -d "${TMPDIR:-/tmp}/simhash-$1.XXXXXX"); fi
  fi
  rm -rf "$work"
  mkdir -p "$work/tmp" "$work/classes"
}

configure_node() { # writes the file $1 of a single node that takes free ports, then gives all of [work] to its user
  cat >"$1"
  cat >>"$1" <<YML
discovery.type: single-node
http.port: 0
transport.port: 0
node.portsfile: true
cluster.routing.allocation.disk.threshold_enabled: false
YML
  if [ "$(id -u)" -eq 0 ]; then chown -R 65534:65534 "$work"; fi
}

start_node() { # starts the command $2 of the distribution $1, with the arguments of env that follow, and sets [url]
  local ports=$1/logs/http.ports
  # ${as_user[@]+…}: an empty array is an error in bash 3 under set -u.
  env "${@:3}" HOME="$work" ${as_user[@]+"${as_user[@]}"} "$1/bin/$2" >"$work/node.log" 2>&1 </dev/null &
  node=$!
  for _ in $(seq 360); do
    [ ! -s "$ports" ] || break
    kill -0 "$node" 2>/dev/null || break
    printf '.'
    sleep 0.5
  done
  echo
  if [ ! -s "$ports" ]; then
    tail -n 40 "$work/node.log" >&2
    echo "The node did not start." >&2
    exit 1
  fi
  url=http://$(grep -m 1 '^127\.' "$ports")
}

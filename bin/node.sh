# Functions for scripts that start nodes of their own and end them: their folders, their user, their processes.
# Elasticsearch and OpenSearch refuse to run as root: then the user "nobody" owns their files and runs them.
# The script sets [jdk] before it installs or starts Elasticsearch.

node=      # the process that was started last
nodes=()   # all processes
work=      # the folder for all that the script makes
as_user=() # what a command of the node begins with

stop_node() { # stops the process $1
  kill "$1" 2>/dev/null || return 0
  for _ in $(seq 60); do kill -0 "$1" 2>/dev/null || break; sleep 0.5; done
  kill -9 "$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}

clean_up() {
  trap '' INT TERM
  local process
  # ${nodes[@]+…}: an empty array is an error in bash 3 under set -u.
  for process in ${nodes[@]+"${nodes[@]}"}; do stop_node "$process"; done
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
  if [ "$(id -u)" -eq 0 ]; then chown 65534:65534 "$work" "$work/tmp"; fi
}

configure_node() { # writes the file $2 of a node that takes free ports, then gives its distribution $1 to its user
  cat >"$1/$2"
  cat >>"$1/$2" <<YML
http.port: 0
transport.port: 0
node.portsfile: true
cluster.routing.allocation.disk.threshold_enabled: false
YML
  if [ "$(id -u)" -eq 0 ]; then chown -R 65534:65534 "$1"; fi
}

start_node() { # starts the command $2 of the distribution $1, with the arguments of env that follow, and sets [url]
  local ports=$1/logs/http.ports
  env "${@:3}" HOME="$work" ${as_user[@]+"${as_user[@]}"} "$1/bin/$2" >"$1.log" 2>&1 </dev/null &
  node=$!
  nodes+=("$node")
  for _ in $(seq 360); do
    [ ! -s "$ports" ] || break
    kill -0 "$node" 2>/dev/null || break
    printf '.'
    sleep 0.5
  done
  echo
  if [ ! -s "$ports" ]; then
    tail -n 40 "$1.log" >&2
    echo "The node did not start." >&2
    exit 1
  fi
  url=http://$(grep -m 1 '^127\.' "$ports")
}

build_zip() { # builds the plugin for Elasticsearch $1 from the sources as they are now
  echo "Building the plugin for Elasticsearch $1 …"
  bin/server-jars "$1"
  mvn -q -B package -Delasticsearch.version="$1" -Dspotless.check.skip
}

install_elasticsearch() { # makes the folder $1 of Elasticsearch $2, a copy of the folder $3 or of the one for tests, with the newest zip
  # Its configuration comes from standard input.
  cp -R "${3:-target/distribution/elasticsearch-$2}" "$1"
  cp "$(ls -t target/releases/*-es"$2".zip | head -n 1)" "$work/plugin.zip"
  configure_node "$1" config/elasticsearch.yml
  env -u ES_PATH_CONF ES_TMPDIR="$work/tmp" ES_JAVA_HOME="$jdk" HOME="$work" ES_JAVA_OPTS= ${as_user[@]+"${as_user[@]}"} \
    "$1/bin/elasticsearch-plugin" install --batch "file://$work/plugin.zip" >"$work/install.log" 2>&1 ||
    { cat "$work/install.log" >&2; exit 1; }
}

start_elasticsearch() { # starts the node in the folder $1 with the heap $2, and sets [url]
  start_node "$1" elasticsearch -u ES_PATH_CONF ES_TMPDIR="$work/tmp" ES_JAVA_HOME="$jdk" ES_JAVA_OPTS="-Xms$2 -Xmx$2"
}

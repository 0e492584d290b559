# Functions for scripts that need a JDK, also where Maven or the path has an older one.

major() { # the major version of the JDK at $1, or 0
  local version
  version=$("$1/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p') || true
  case "$version" in ''|*[!0-9]*) echo 0 ;; *) echo "$version" ;; esac
}

find_jdk() { # the first JDK that is new enough: the user's choice, the path's, then what is installed
  local java jdk
  java=$(command -v java || true)
  # A link such as /usr/bin/java leads to the JDK in steps.
  while [ -L "$java" ]; do java=$(cd "$(dirname "$java")" && cd "$(dirname "$(readlink "$java")")" && pwd)/$(basename "$(readlink "$java")"); done
  for jdk in "${JAVA_HOME:-}" "${java%/bin/java}" /usr/lib/jvm/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -x "$jdk/bin/javac" ] && [ "$(major "$jdk")" -ge 21 ]; then echo "$jdk"; return; fi
  done
  echo "No JDK 21 or newer was found: set JAVA_HOME to one." >&2
  return 1
}

#!/bin/sh
# Makes a database on the nodes of a Citus cluster and joins them; the first node is the coordinator. Repeatable.
#   sh deploy/citus.sh insula 10.0.0.1:5432 10.0.0.2:5432 10.0.0.3:5432
# Connects as PGUSER (postgres), who must be a superuser; passwords as psql takes them.
set -eu
database=${1:?name of the database}
shift
coordinator=${1:?host:port of the coordinator, then of the other nodes}
export PGUSER="${PGUSER:-postgres}"
export PGOPTIONS="-c client_min_messages=warning"

ask() {
  node=$1
  name=$2
  shift 2
  psql -qAtX -v ON_ERROR_STOP=1 -h "${node%:*}" -p "${node#*:}" -d "$name" "$@"
}

for node in "$@"; do
  if [ -z "$(ask "$node" postgres -c "select 1 from pg_database where datname = '$database'")" ]; then
    ask "$node" postgres -c "create database \"$database\" encoding utf8 template template0"
  fi
  ask "$node" "$database" -c 'create extension if not exists citus'
done

ask "$coordinator" "$database" -c \
  "select citus_set_coordinator_host('${coordinator%:*}', ${coordinator#*:})" > /dev/null
shift
for node in "$@"; do
  ask "$coordinator" "$database" -c "select citus_add_node('${node%:*}', ${node#*:})" > /dev/null
done
echo "Database $database is on $(($# + 1)) nodes. Next: npx insula migrate up; npx insula citus plan"

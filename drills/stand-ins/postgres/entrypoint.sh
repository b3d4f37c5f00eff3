#!/bin/bash
# Makes the cluster and its database at the first start, without accepting connections over the network meanwhile.
set -euo pipefail
chmod 700 "$PGDATA"
if [[ ! -s $PGDATA/PG_VERSION ]]; then
  # The arguments are several words.
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  pg_ctl --options="-c listen_addresses=''" --wait start
  createdb --username=postgres "$POSTGRES_DB"
  pg_ctl --mode=fast --wait stop
fi
exec "$@"

#!/bin/sh
# Replaces the processes of Bureau by ones of an image, one after the other: ./replace.sh bureau:0.9.1. The proxy sends all calls to
# the other process meanwhile. Without an argument the image stays, and only the settings are read again.
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker-compose}
image=${1:-$(sed -n 's/^BUREAU_IMAGE=//p' .env)}

# A name that does not exist would be noticed only when the first process is gone.
docker image inspect "$image" > /dev/null
sed -i "s|^BUREAU_IMAGE=.*|BUREAU_IMAGE=$image|" .env

is_ready="fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
for process in web1 web2; do
  $compose up -d --no-deps --force-recreate "$process"
  tries=120
  until $compose exec -T "$process" node -e "$is_ready"; do
    tries=$((tries - 1))
    if [ "$tries" = 0 ]; then
      echo "$process does not become ready; the other one serves. See: $compose logs $process" >&2
      exit 1
    fi
    sleep 1
  done
  # The proxy asks every second which processes are ready.
  sleep 5
done
$compose up -d --no-deps --force-recreate worker

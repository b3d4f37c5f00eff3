#!/usr/bin/env bash
# Makes the certificates by which the machines of the database know each other: an authority of their own, and one certificate for
# each machine, with which its PostgreSQL, its Patroni and its etcd serve and ask. Nobody else gets one, because whoever has one can
# write to etcd.
#
#   make-certificates.sh FOLDER node1=10.0.0.11 node2=10.0.0.12 node3=10.0.0.13
#
# Run again, it keeps the authority and renews the certificates. Keep FOLDER/ca-key.pem away from all machines.
set -euo pipefail

AUTHORITY_DAYS=3650
MACHINE_DAYS=825

if (($# < 2)); then
  echo "usage: $0 FOLDER NAME=ADDRESS[,ADDRESS...]..." >&2
  exit 2
fi
folder=$1
shift
umask 077
mkdir -p "$folder"

new_key=(openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)

if [[ ! -e $folder/ca-key.pem ]]; then
  "${new_key[@]}" -x509 -days "$AUTHORITY_DAYS" -subj '/CN=Bureau database' -keyout "$folder/ca-key.pem" -out "$folder/ca.pem" \
    -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign 2> /dev/null
fi

for machine in "$@"; do
  name=${machine%%=*}
  addresses=${machine#*=}
  if [[ ! $name =~ ^[a-z0-9-]+$ || ! $addresses =~ ^[0-9a-f.:,]+$ ]]; then
    echo "not NAME=ADDRESS: $machine" >&2
    exit 2
  fi
  # The machines of etcd refuse each other's certificate if it comes from an address that is not in it. Bureau reaches PostgreSQL through
  # haproxy on its own machine, so the name that it checks is 127.0.0.1.
  extensions="subjectAltName=IP:${addresses//,/,IP:},IP:127.0.0.1
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth"
  "${new_key[@]}" -subj "/CN=$name" -keyout "$folder/$name-key.pem" 2> /dev/null |
    openssl x509 -req -CA "$folder/ca.pem" -CAkey "$folder/ca-key.pem" -set_serial "0x$(openssl rand -hex 16)" \
      -days "$MACHINE_DAYS" -extfile <(echo "$extensions") -out "$folder/$name.pem" 2> /dev/null
  openssl verify -CAfile "$folder/ca.pem" "$folder/$name.pem"
done

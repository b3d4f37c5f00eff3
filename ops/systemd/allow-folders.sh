#!/usr/bin/env bash
# Lets the units of Bureau write to folders that their files do not name, by drop-ins in /etc/systemd/system.
#
#   allow-folders.sh [copy=FOLDER] [heads=FOLDER] [repository=FOLDER]
#
# What is in a bucket has no folder and may be empty.
#
# A unit whose folder is missing does not start. Backups and copies shall fail then, because a failure is told. Web processes and the worker
# serve without the copy and the heads, so for them the folders have a "-".
set -euo pipefail

units=${UNITS:-/etc/systemd/system}
copy='' heads='' repository=''
for given in "$@"; do
  folder=${given#*=}
  case $given in
    copy= | copy=/*) copy=$folder ;;
    heads= | heads=/*) heads=$folder ;;
    repository= | repository=/*) repository=$folder ;;
    *)
      echo "usage: $0 [copy=/FOLDER] [heads=/FOLDER] [repository=/FOLDER]; not $given" >&2
      exit 2
      ;;
  esac
done

# allow PATHS UNIT...
allow() {
  local paths=$1 unit
  shift
  if [[ -z $paths ]]; then return; fi
  for unit in "$@"; do
    install -D -m 644 /dev/stdin "$units/$unit.service.d/folders.conf" <<END
[Service]
ReadWritePaths=$paths
END
  done
}

serving="${copy:+-$copy }${heads:+-$heads}"
allow "${serving% }" bureau-web@ bureau-worker
allow "$copy" bureau-copy
allow "$repository" bureau-backup bureau-repository

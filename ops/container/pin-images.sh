#!/bin/sh
# Asks the registry for the digest of each image that compose.yaml and the Containerfile name, and prints lines NAME_DIGEST=sha256:… for
# .env. From then on a tag that moves changes nothing here: run it again, and replace the containers, to take newer images.
set -eu
cd "$(dirname "$0")"
from=${REGISTRY:-docker.io}

# Lines of NAME and image.
named() {
  sed -n 's|^ *image: ${REGISTRY:-docker.io}/\(.*\)@${\([A-Z]*\)_DIGEST:?.*$|\2 \1|p' compose.yaml
  echo DEBIAN "library/$(sed -n 's/^ARG BASE=//p' Containerfile)"
}

named | while read -r name image; do
  docker pull --quiet "$from/$image" > /dev/null
  repository=${image%:*}
  # Docker shortens the names of the public registry, so only the last part is compared.
  digest=$(docker image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' "$from/$image" |
    sed -n "s|^\(.*/\)\{0,1\}${repository##*/}@\(sha256:[0-9a-f]\{64\}\)\$|\2|p" | head -n 1)
  if [ -z "$digest" ]; then
    echo "$from/$image has no digest" >&2
    exit 1
  fi
  echo "${name}_DIGEST=$digest"
done

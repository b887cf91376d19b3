#!/usr/bin/env bash
# Prints the definitions in the file $1 with the salted hash of a password in place of each {{NAME OF ITS SETTING}}.
set -euo pipefail
definitions=$(<"$1")

bytes() { printf "$(sed 's/../\\x&/g' <<<"$1")"; }
for setting in $(grep -o '{{[A-Z_]*}}' <<<"$definitions" | tr -d '{}'); do
  password=${!setting:?}
  salt=$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n')
  digest=$({ bytes "$salt"; printf %s "$password"; } | sha256sum | cut -c1-64)
  hash=$(bytes "$salt$digest" | base64 -w0)
  definitions=${definitions//"{{$setting}}"/"$hash"}
done
printf '%s\n' "$definitions"

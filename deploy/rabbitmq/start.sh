#!/usr/bin/env bash
# Starts the broker with its users, their rights and everything that is declared, imported at each start.
set -euo pipefail
umask 077
bash /etc/herald/definitions.sh /etc/herald/definitions.json >/tmp/herald-definitions.json
exec docker-entrypoint.sh rabbitmq-server

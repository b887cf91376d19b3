# Stands in for the official image of RabbitMQ: Debian's package, run as 999 without its wrapper, which insists on a user.
ARG DEBIAN
FROM ${DEBIAN}
RUN apt-get install -y --no-install-recommends rabbitmq-server && rm -rf /var/lib/apt/lists \
  && install -d -o 999 -g 999 /var/lib/rabbitmq /var/log/rabbitmq && chown -R 999:999 /etc/rabbitmq /var/lib/rabbitmq /var/log/rabbitmq \
  && printf '#!/bin/sh\nexec "$@"\n' >/usr/local/bin/docker-entrypoint.sh && chmod 755 /usr/local/bin/docker-entrypoint.sh
ENV HOME=/var/lib/rabbitmq PATH=/usr/lib/rabbitmq/bin:/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 RABBITMQ_LOGS=-
VOLUME /var/lib/rabbitmq
USER 999:999
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["rabbitmq-server"]

# Stands in for nginxinc/nginx-unprivileged: fills in the templates from the environment, then runs nginx as 101.
ARG DEBIAN
FROM ${DEBIAN}
RUN apt-get install -y --no-install-recommends nginx gettext-base wget && rm -rf /var/lib/apt/lists
COPY nginx-entrypoint.sh /docker-entrypoint.sh
USER 101:101
STOPSIGNAL SIGQUIT
ENTRYPOINT ["sh", "/docker-entrypoint.sh"]
CMD ["nginx", "-g", "daemon off;"]

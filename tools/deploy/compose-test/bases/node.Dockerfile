# Stands in for the official image of Node: Debian, the binary of the npm package node-linux-*, npm, and the user of 1000.
ARG DEBIAN
FROM ${DEBIAN}
COPY local /usr/local
RUN groupadd -g 1000 node && useradd -u 1000 -g node -m node
ENV NODE_EXTRA_CA_CERTS=/usr/local/etc/ca-certificates.crt
CMD ["node"]

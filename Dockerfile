# The image of the program, which docs/running.md explains. The versions are those with which the tests run.

FROM node:20.20.2-bookworm-slim AS page
WORKDIR /src
COPY package.json package-lock.json tsconfig.base.json ./
COPY frontend/package.json frontend/
COPY sdk-ts/package.json sdk-ts/
COPY tests/browser/package.json tests/browser/
RUN --mount=type=cache,target=/var/cache/npm \
    npm ci --cache /var/cache/npm --ignore-scripts --no-audit --no-fund
COPY sdk-ts sdk-ts
COPY frontend frontend
# The page and the server read the same two lists.
COPY ports/src/pasted_secret/words.txt ports/src/pasted_secret/
COPY ports/src/chain/name/endings.txt ports/src/chain/name/
RUN npm run build

FROM rust:1.95.0-slim-bookworm AS server
WORKDIR /src
COPY . .
COPY --from=page /src/frontend/dist frontend/dist
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --release --package spyhop-http --bin spyhop \
    && install -D target/release/spyhop /out/spyhop

FROM debian:12.11-slim
# The newest certificates are wanted, so their version is not pinned.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --no-log-init --home-dir /var/lib/spyhop --shell /usr/sbin/nologin spyhop \
    && install --directory --owner spyhop --group spyhop --mode 700 /var/lib/spyhop
COPY --from=server /out/spyhop /usr/local/bin/spyhop
ENV SPYHOP_DATA=/var/lib/spyhop \
    SPYHOP_LISTEN=0.0.0.0:4747
USER 10001:10001
VOLUME /var/lib/spyhop
EXPOSE 4747
# The image has no HTTP client, but its shell can open a connection.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${SPYHOP_LISTEN##*:} && printf 'GET /readyz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["spyhop"]
CMD ["serve"]

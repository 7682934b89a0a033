# syntax=docker/dockerfile:1
# The server in a small image: one bundled program on Node, nothing else, as a user without rights.
#   stdio:            docker run --rm -i mini-agent-mcp
#   Streamable HTTP:  see docs/install.md; a token and the allowed hosts are needed, or the server refuses to start.

# The same image for both stages, with the newest fixes of its line. For a build that can be repeated, give one exact image:
#   --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:…   (docker buildx imagetools inspect node:22-bookworm-slim)
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
RUN npx --yes "$(node -p 'require("./package.json").packageManager.split("+")[0]')" install --frozen-lockfile --ignore-scripts --filter "mini-agent-mcp..."
RUN node apps/mcp-server/scripts/build.mjs --cli
RUN mkdir /app && cp -R apps/mcp-server/dist/cli.js apps/mcp-server/dist/chunks apps/mcp-server/dist/THIRD_PARTY_LICENSES.txt apps/mcp-server/package.json apps/mcp-server/scripts/healthcheck.mjs LICENSE /app/

FROM ${NODE_IMAGE}
LABEL io.modelcontextprotocol.server.name="io.github.mini-agent/mini-agent-mcp" \
      org.opencontainers.image.title="mini-agent-mcp" \
      org.opencontainers.image.description="One MCP tool that is a whole sub-agent" \
      org.opencontainers.image.source="https://github.com/mini-agent/mini-agent" \
      org.opencontainers.image.documentation="https://github.com/mini-agent/mini-agent/blob/main/docs/install.md" \
      org.opencontainers.image.licenses="Apache-2.0"
# Memories, skills and runs. Mount a volume here to keep them.
RUN mkdir /data && chown node:node /data
COPY --from=build /app /app
ENV NODE_ENV=production MINI_AGENT_HOME=/data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8080
# Only a server over HTTP can be asked; over stdio its client is who notices.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 CMD ["node", "/app/healthcheck.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/cli.js"]

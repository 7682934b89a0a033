import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Without `module`, whose builds are for bundlers and which Node itself does not know.
const conditions = [
  '@mini-agent/source',
  ...defaultServerConditions.filter((name) => name !== 'module'),
];

const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ['apps/mcp-server/test/build-servers.ts'],
    // At least two, also on two cores: half of the tests wait for processes, sockets and clocks.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    include: ['{packages,apps,examples}/*/test/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      include: ['{packages,apps}/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
    },
  },
});

export default config;

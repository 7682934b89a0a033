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
    include: ['{packages,apps,examples}/*/test/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      include: ['{packages,apps}/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
    },
  },
});

export default config;

import { defaultServerConditions } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const conditions = ['@mini-agent/source', ...defaultServerConditions];

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

// Prints the CPU milliseconds that importing one entry costs this fresh process: node import-cost.mjs ENTRY [FIRST]
const imports = {
  calculator: () => import('@mini-agent/core-tools/calculator'),
  units: () => import('@mini-agent/core-tools/units'),
  text: () => import('@mini-agent/core-tools/text'),
  datetime: () => import('@mini-agent/core-tools/datetime'),
  random: () => import('@mini-agent/core-tools/random'),
  root: () => import('@mini-agent/core-tools'),
  zod: () => import('zod'),
};
const [entry, first] = process.argv.slice(2);
if (first !== undefined) await imports[first]();
const before = process.cpuUsage();
await imports[entry]();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);

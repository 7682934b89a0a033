// Takes the version and the registry name of package.json over into server.json; runs with every new version.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { name, version, mcpName } = read('package.json');
const server = read('server.json');
const text = JSON.stringify(
  {
    ...server,
    name: mcpName,
    version,
    packages: server.packages.map((one) => ({ ...one, identifier: name, version })),
  },
  null,
  2,
);
// Short lists stay on one line, as the formatter keeps them.
const formatted = text
  .replace(/\[\n\s+("[^"\n]*")\n\s+\]/g, '[$1]')
  .replace(/\{\n\s+("type": "[^"\n]*")\n\s+\}/g, '{ $1 }');
writeFileSync(new URL('../server.json', import.meta.url), `${formatted}\n`);

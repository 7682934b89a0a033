import { cp, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root: string = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Instruction {
  /** In capitals. */
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile by stage, with continued lines joined; what is before the first FROM is stage 0. */
export function parseDockerfile(source: string): readonly (readonly Instruction[])[] {
  const lines = source
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [[]];
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text: text.trim() });
  }
  return stages;
}

interface IgnoreRules {
  readonly kept: readonly string[];
  readonly leftOut: readonly RegExp[];
}

/** The form that the file has: nothing but some names of the top folder, and of those no files that fit a pattern. */
function ignoreRules(source: string): IgnoreRules {
  const lines = source.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [everything, ...rest] = lines;
  if (everything !== '*') throw new Error('.dockerignore must begin with everything');
  return {
    kept: rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
    leftOut: rest
      .filter((line) => !line.startsWith('!'))
      .map((line) => {
        const glob = line.replace(/^\*\*\//, '');
        const pattern = glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
        return new RegExp(`${line.startsWith('**/') ? '(?:^|/)' : '^'}${pattern}$`);
      }),
  };
}

/** Copies what `COPY . .` would see of the repository, and gives the copied files. */
export async function copyContext(target: string): Promise<readonly string[]> {
  const rules = ignoreRules(await readFile(join(root, '.dockerignore'), 'utf8'));
  await mkdir(target, { recursive: true });
  for (const name of rules.kept) {
    await cp(join(root, name), join(target, name), {
      recursive: true,
      filter: (path) => {
        const relative = path.slice(root.length).replaceAll('\\', '/');
        return !rules.leftOut.some((pattern) => pattern.test(relative));
      },
    });
  }
  return readdir(target, { recursive: true });
}

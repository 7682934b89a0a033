/** The rules of the schema 2025-12-11 of the MCP registry that concern this server; the schema itself cannot be fetched offline. */

interface Variable {
  readonly name: string;
  readonly description?: string;
  readonly format?: string;
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
  readonly default?: string;
}

interface Package {
  readonly registryType: string;
  readonly registryBaseUrl?: string;
  readonly identifier: string;
  readonly version?: string;
  readonly runtimeHint?: string;
  readonly transport?: { readonly type: string };
  readonly environmentVariables?: readonly Variable[];
}

export interface ServerDocument {
  readonly $schema: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly websiteUrl?: string;
  readonly repository?: {
    readonly url: string;
    readonly source: string;
    readonly subfolder?: string;
  };
  readonly icons?: readonly { readonly src: string; readonly mimeType?: string }[];
  readonly packages?: readonly Package[];
}

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const imageTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'];

const fields = {
  server:
    '$schema name title description version websiteUrl repository icons packages remotes _meta',
  repository: 'url source id subfolder',
  package:
    'registryType registryBaseUrl identifier version runtimeHint transport runtimeArguments packageArguments environmentVariables fileSha256',
  variable:
    'name description format isRequired isSecret default choices placeholder value variables',
  icon: 'src mimeType sizes theme',
};

/** What the registry would refuse, each with the place. */
export function problemsOf(document: ServerDocument): readonly string[] {
  const { name, title, description, version, websiteUrl, repository } = document;
  return [
    ...unknownFields('server', document),
    ...check('$schema: another revision', document.$schema === schema),
    ...check('name: reverse DNS, one slash', /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name)),
    ...check('name: 3 to 200 characters', within(name, 3, 200)),
    ...check('title: 1 to 100 characters', title === undefined || within(title, 1, 100)),
    ...check('description: 1 to 100 characters', within(description, 1, 100)),
    ...check('version: one exact version', isExact(version)),
    ...check('websiteUrl: https', websiteUrl === undefined || isHttps(websiteUrl)),
    ...(repository === undefined ? [] : repositoryProblems(repository)),
    ...(document.icons ?? []).flatMap((icon) => [
      ...unknownFields('icon', icon),
      ...check('icon: https, at most 255 characters', isHttps(icon.src) && icon.src.length <= 255),
      ...check('icon: type', icon.mimeType === undefined || imageTypes.includes(icon.mimeType)),
    ]),
    ...(document.packages ?? []).flatMap(packageProblems),
  ];
}

function repositoryProblems(
  repository: NonNullable<ServerDocument['repository']>,
): readonly string[] {
  const { url, source, subfolder } = repository as Partial<typeof repository>;
  return [
    ...unknownFields('repository', repository),
    ...check('repository: url and source', isHttps(url) && within(source, 1, 50)),
    ...check('repository: a relative subfolder', !/^\/|\.\.|\/$/.test(subfolder ?? '')),
  ];
}

function packageProblems(one: Package): readonly string[] {
  const { registryType, identifier, version, transport, registryBaseUrl } = one as Partial<Package>;
  const isNpm = registryType === 'npm';
  return [
    ...unknownFields('package', one),
    ...check('registryType', ['npm', 'pypi', 'oci', 'nuget', 'mcpb'].includes(registryType ?? '')),
    ...check('package: identifier', within(identifier, 1, 200)),
    ...check('package: npm needs an exact version', !isNpm || isExact(version)),
    ...check(
      'package: the public npm registry',
      !isNpm || (registryBaseUrl ?? 'https://registry.npmjs.org') === 'https://registry.npmjs.org',
    ),
    ...check('transport', ['stdio', 'streamable-http', 'sse'].includes(transport?.type ?? '')),
    ...(one.environmentVariables ?? []).flatMap(variableProblems),
  ];
}

function variableProblems(variable: Variable): readonly string[] {
  const { name, format = 'string', isSecret = false } = variable as Partial<Variable>;
  return [
    ...unknownFields('variable', variable),
    ...check('variable: name', name !== undefined && /^[A-Z][A-Z0-9_]*$/.test(name)),
    ...check('variable: format', ['string', 'number', 'boolean', 'filepath'].includes(format)),
    ...check('variable: a secret has no default', !isSecret || variable.default === undefined),
    ...check('variable: default is text', typeof (variable.default ?? '') === 'string'),
  ];
}

function unknownFields(kind: keyof typeof fields, value: object): readonly string[] {
  const known = fields[kind].split(' ');
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `${kind}: unknown field ${key}`);
}

function check(problem: string, holds: boolean): readonly string[] {
  return holds ? [] : [problem];
}

function within(text: string | undefined, least: number, most: number): boolean {
  return text !== undefined && text.length >= least && text.length <= most;
}

function isExact(version: string | undefined): boolean {
  return /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(version ?? '');
}

function isHttps(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).protocol === 'https:';
}

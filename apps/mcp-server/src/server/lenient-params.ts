export type Params = Readonly<Record<string, unknown>>;

/**
 * The params of a message as they are meant: generated clients write `null` for what is absent, and some declare a capability as
 * `true`. The arguments of a tool are left alone; what is wrong with them is told to the model that wrote them.
 */
export function meantParams(method: string | undefined, params: Params): Params {
  if (method === 'initialize') return meantHandshake(params);
  const given = method === 'tools/call' ? params : withoutNulls(params);
  if (!('_meta' in given)) return given;
  const { _meta: meta, ...others } = given;
  if (meta === null) return others;
  return isRecord(meta) && meta['progressToken'] === null
    ? { ...others, _meta: withoutNulls(meta) }
    : given;
}

function meantHandshake(params: Params): Params {
  const meant = withoutNulls(params);
  const { clientInfo, capabilities } = meant;
  return {
    ...meant,
    ...(isRecord(clientInfo) ? { clientInfo: withoutNulls(clientInfo) } : {}),
    ...(isRecord(capabilities) ? { capabilities: meantCapabilities(capabilities) } : {}),
  };
}

function meantCapabilities(capabilities: Params): Params {
  const declared = Object.entries(capabilities).flatMap(([name, value]) => {
    if (value === null || value === false) return [];
    if (value === true) return [[name, {}]];
    return [[name, isRecord(value) ? withoutNulls(value) : value]];
  });
  return Object.fromEntries(declared) as Params;
}

/** What is wrong with the params of a request that the protocol layer would answer with a listing of its own checks. */
export function requestProblem(method: string, params: Params | undefined): string | undefined {
  if (method === 'initialize') return handshakeProblem(params);
  const cursor = method === 'tools/list' ? params?.['cursor'] : undefined;
  return cursor === undefined || typeof cursor === 'string'
    ? undefined
    : 'params.cursor must be a string, or be left out.';
}

function handshakeProblem({ protocolVersion, capabilities, clientInfo }: Params = {}):
  string | undefined {
  if (typeof protocolVersion !== 'string') {
    return 'params.protocolVersion must be a string such as "2025-11-25".';
  }
  if (!isRecord(capabilities)) return 'params.capabilities must be a JSON object; {} is enough.';
  const isNamed =
    isRecord(clientInfo) &&
    typeof clientInfo['name'] === 'string' &&
    typeof clientInfo['version'] === 'string';
  return isNamed
    ? undefined
    : 'params.clientInfo must be a JSON object with the strings name and version.';
}

function withoutNulls(members: Params): Params {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

function isRecord(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

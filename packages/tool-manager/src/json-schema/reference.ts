import { isObject, keyword } from './scope.ts';

/**
 * What a reference within the same schema points to (RFC 6901: `#`, `#/$defs/step`, also `#name` by `$anchor` among the
 * definitions). A reference to another document is undefined: nothing is fetched.
 */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (reference.startsWith('#/')) return followPointer(root, reference.slice(2));
  return reference.startsWith('#') ? findAnchor(root, reference.slice(1)) : undefined;
}

function followPointer(root: unknown, pointer: string): unknown {
  let place = root;
  for (const part of pointer.split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as Readonly<Record<string, unknown>>)[key];
  }
  return place;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function findAnchor(root: unknown, name: string): unknown {
  if (!isObject(root)) return undefined;
  const definitions = keyword(root, '$defs') ?? keyword(root, 'definitions');
  if (!isObject(definitions)) return undefined;
  return Object.values(definitions).find(
    (part) => isObject(part) && keyword(part, '$anchor') === name,
  );
}

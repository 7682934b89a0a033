import { requireUnit } from './find-unit.ts';
import { readValue } from './exact-conversion.ts';
import { createRoute, type Route } from './route.ts';

/** Pairs of names kept; all are dropped when there are more, so that memory stays bounded whatever is asked for. */
const MAX_ROUTES = 1000;

type RouteTable = Map<string, Map<string, Route>>;

/** Routes by the names that were asked for, as they were written. */
const decimalRoutes: RouteTable = new Map();
const binaryRoutes: RouteTable = new Map();
let routeCount = 0;

/** The route between two names if they were asked for before. */
export function knownRoute(from: string, to: string, isBinary: boolean): Route | undefined {
  const targets = isBinary ? binaryRoutes.get(from) : decimalRoutes.get(from);
  return targets === undefined ? undefined : targets.get(to);
}

/**
 * Throws a `CoreToolError` for names that are no unit, a value that is no number, and units of different dimensions.
 */
// eslint-disable-next-line max-params -- the arguments of `convert`
export function findRoute(
  value: number | bigint | string,
  from: string,
  to: string,
  isBinary: boolean,
): Route {
  const source = requireUnit(from, 'from');
  const target = requireUnit(to, 'to');
  // What is no number is reported before units that do not fit together.
  if (!Number.isFinite(value)) readValue(value);
  const route = createRoute(source, target, isBinary);
  if (routeCount >= MAX_ROUTES) {
    decimalRoutes.clear();
    binaryRoutes.clear();
    routeCount = 0;
  }
  const table = isBinary ? binaryRoutes : decimalRoutes;
  const targets = table.get(from);
  if (targets === undefined) table.set(from, new Map([[to, route]]));
  else targets.set(to, route);
  routeCount += 1;
  return route;
}

/** The filter language once more, as simply as it can be said: what docs/data/filters.md promises, object by object. */

export interface NaiveObject {
  properties: Record<string, unknown>;
  version: number;
}

export type Filter =
  | { property: string; operator: string; value?: unknown }
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | Filter[];

/** The negative operators are the exact complements of positive ones. */
const complements: Record<string, string> = {
  neq: 'eq',
  nin: 'in',
  not_between: 'between',
  not_contains: 'contains',
  is_null: 'exists',
  empty: 'not_empty',
};

export function holds(filter: Filter, object: NaiveObject): boolean {
  if (Array.isArray(filter)) return filter.every((each) => holds(each, object));
  if ('and' in filter) return filter.and.every((each) => holds(each, object));
  if ('or' in filter) return filter.or.some((each) => holds(each, object));
  if ('not' in filter) return !holds(filter.not, object);
  const { operator, value } = filter;
  const positive = complements[operator];
  if (positive) return !holds({ ...filter, operator: positive }, object);
  return test(valueAt(filter.property, object), operator, value);
}

/** A property, or what a path leads to. */
export function valueAt(name: string, object: NaiveObject): unknown {
  if (name === 'version') return object.version;
  if (name in object.properties) return object.properties[name];
  const steps = name.split('.');
  let value: unknown = object.properties;
  for (const step of steps) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isMap || !Object.hasOwn(value as object, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

function test(value: unknown, operator: string, given: unknown): boolean {
  const isThere = value !== undefined && value !== null;
  const list = given as unknown[];
  switch (operator) {
    case 'exists':
      return isThere === (given ?? true);
    case 'not_empty':
      return (
        (isThere && value !== '' && !(Array.isArray(value) && value.length === 0)) ===
        (given ?? true)
      );
    case 'eq':
      return compare(value, given) === 0;
    case 'lt':
      return (compare(value, given) ?? 0) < 0;
    case 'lte':
      return (compare(value, given) ?? 1) <= 0;
    case 'gt':
      return (compare(value, given) ?? 0) > 0;
    case 'gte':
      return (compare(value, given) ?? -1) >= 0;
    case 'between':
      return (compare(value, list[0]) ?? -1) >= 0 && (compare(value, list[1]) ?? 1) <= 0;
    case 'in':
      return list.some((each) => compare(value, each) === 0);
    case 'contains':
      return Array.isArray(value)
        ? value.some((each) => compare(each, given) === 0)
        : typeof value === 'string' && typeof given === 'string' && value.includes(given);
    case 'icontains':
      return typeof value === 'string' && value.toLowerCase().includes(String(given).toLowerCase());
    case 'starts_with':
      return typeof value === 'string' && value.startsWith(String(given));
    case 'ends_with':
      return typeof value === 'string' && value.endsWith(String(given));
    case 'has_any':
      return (
        Array.isArray(value) && list.some((one) => value.some((each) => compare(each, one) === 0))
      );
    case 'has_all':
      return (
        Array.isArray(value) && list.every((one) => value.some((each) => compare(each, one) === 0))
      );
    default:
      throw new Error(`no such operator: ${operator}`);
  }
}

/** Negative, 0 or positive; undefined for what cannot be compared: two types, two currencies, arrays, objects. */
function compare(a: unknown, b: unknown): number | undefined {
  const [moneyA, moneyB] = [money(a), money(b)];
  if (moneyA && moneyB)
    return moneyA.currency === moneyB.currency
      ? Number(moneyA.amount) - Number(moneyB.amount)
      : undefined;
  if (typeof a !== typeof b) return undefined;
  if (typeof a === 'string') return compareTexts(a, b as string);
  if (typeof a === 'number') return a - (b as number);
  return typeof a === 'boolean' ? Number(a) - Number(b) : undefined;
}

/** By code point, as PostgreSQL's collation "C" does; JavaScript's own order is by UTF-16 unit. */
export function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function money(value: unknown): { amount: string; currency: string } | undefined {
  return typeof value === 'object' && value !== null && 'amount' in value
    ? (value as { amount: string; currency: string })
    : undefined;
}

import { compareTexts, type Filter, holds, type NaiveObject, valueAt } from '../filters/naive.ts';

/** Aggregates once more, as simply as they can be said: what docs/data/aggregate.md promises, object by object, in UTC. */

export type Fn = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct';
export interface Metric {
  fn: Fn;
  property?: string;
  as?: string;
}
export interface Aggregate {
  filters: Filter[];
  group_by: string[];
  metrics: Metric[];
  interval?: string | undefined;
  limit: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}
type Row = Record<string, unknown>;

/** The buckets of the properties `day` and `moment` of the test's type; others are left as they are. */
const bucketed: Record<string, 'date' | 'datetime'> = { day: 'date', moment: 'datetime' };

export const nameOf = ({ fn, property, as }: Metric): string =>
  as ?? (property === undefined ? fn : `${fn}_${property}`);

/** @returns undefined when a group has amounts of several currencies */
export function aggregate(objects: NaiveObject[], body: Aggregate) {
  const groups = new Map<string, NaiveObject[]>();
  if (body.group_by.length === 0) groups.set('[]', []);
  for (const object of objects.filter((each) => holds(body.filters, each))) {
    const keys = body.group_by.map((name) => keyOf(name, object, body.interval) ?? null);
    const key = JSON.stringify(keys);
    groups.set(key, [...(groups.get(key) ?? []), object]);
  }
  const rows: Row[] = [];
  for (const [key, members] of groups) {
    const row: Row = {};
    for (const [i, value] of JSON.parse(key).entries()) row[body.group_by[i] as string] = value;
    for (const metric of body.metrics) {
      const value = measure(metric, members);
      if (value === undefined) return undefined;
      row[nameOf(metric)] = value;
    }
    rows.push(row);
  }
  return { rows: sorted(rows, body).slice(0, body.limit), total: rows.length };
}

const present = (name: string, object: NaiveObject): unknown => valueAt(name, object) ?? undefined;

function keyOf(name: string, object: NaiveObject, interval?: string): unknown {
  const value = present(name, object);
  const kind = bucketed[name];
  if (value !== undefined && kind && interval) return bucket(String(value), kind, interval);
  return isMoney(value)
    ? { amount: String(Number(value.amount)), currency: value.currency }
    : value;
}

function bucket(text: string, kind: 'date' | 'datetime', interval: string): string {
  const day = text.slice(0, 10);
  const month = Number(day.slice(5, 7));
  switch (interval) {
    case 'minute':
      return kind === 'date' ? day : `${text.slice(0, 16)}:00+00:00`;
    case 'hour':
      return kind === 'date' ? day : `${text.slice(0, 13)}:00:00+00:00`;
    case 'day':
      return day;
    case 'week': {
      const date = new Date(`${day}T00:00:00Z`);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return date.toISOString().slice(0, 10);
    }
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'quarter':
      return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
    default:
      return `${day.slice(0, 4)}-01-01`;
  }
}

function measure({ fn, property }: Metric, members: NaiveObject[]): unknown {
  if (property === undefined) return members.length;
  const values = members.map((each) => present(property, each)).filter((v) => v !== undefined);
  if (fn === 'count') return values.length;
  if (fn === 'distinct')
    return (
      new Set(members.map((each) => JSON.stringify(keyOf(property, each)))).size -
      (values.length < members.length ? 1 : 0)
    );
  if (property === 'price') return measureMoney(fn, values);
  const isJson = property.startsWith('extra');
  const taken = isJson ? values.filter((value) => typeof value === 'number') : values;
  if (taken.length === 0) return null;
  if (fn === 'min') return taken.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
  if (fn === 'max') return taken.reduce((a, b) => (compare(a, b) >= 0 ? a : b));
  return add(fn, taken as number[]);
}

function measureMoney(fn: Fn, values: unknown[]): unknown {
  if (values.length === 0) return null;
  const currencies = new Set(values.map((value) => (isMoney(value) ? value.currency : '')));
  if (currencies.size > 1) return undefined;
  const amounts = values.map((value) => Number(isMoney(value) ? value.amount : value));
  const result =
    fn === 'min' ? Math.min(...amounts) : fn === 'max' ? Math.max(...amounts) : add(fn, amounts);
  const [currency] = currencies;
  return currency === '' ? result : { amount: String(result), currency };
}

/** Exact to a tenth, which is as fine as the test's numbers are. */
function add(fn: Fn, numbers: number[]): number {
  const tenths = numbers.reduce((sum, each) => sum + BigInt(Math.round(each * 10)), 0n);
  const sign = tenths < 0n ? '-' : '';
  const digits = String(tenths < 0n ? -tenths : tenths).padStart(2, '0');
  const sum = Number(`${sign}${digits.slice(0, -1)}.${digits.slice(-1)}`);
  return fn === 'sum' ? sum : sum / numbers.length;
}

function sorted(rows: Row[], { group_by, metrics, interval, sort, order }: Aggregate): Row[] {
  const buckets = interval ? group_by.filter((name) => bucketed[name]) : [];
  const first = metrics[0];
  const names =
    sort !== undefined ? [sort] : buckets.length > 0 ? buckets : first ? [nameOf(first)] : [];
  const isDescending =
    (order ?? (sort === undefined && buckets.length === 0 ? 'desc' : 'asc')) === 'desc';
  return rows.toSorted((a, b) => {
    for (const name of names) {
      const difference = compareNullsLast(a[name], b[name], isDescending);
      if (difference) return difference;
    }
    for (const name of group_by) {
      const difference = compareNullsLast(a[name], b[name], false);
      if (difference) return difference;
    }
    return 0;
  });
}

function compareNullsLast(a: unknown, b: unknown, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return isDescending ? compare(b, a) : compare(a, b);
}

/** Numbers, booleans (0 and 1) and money go by their amount, after their text: none, or the currency. */
function compare(a: unknown, b: unknown): number {
  return (
    compareTexts(textOf(a), textOf(b)) ||
    numberOf(a) - numberOf(b) ||
    ranks.indexOf(typeof a) - ranks.indexOf(typeof b)
  );
}
const ranks = ['string', 'number', 'boolean'];

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isMoney(value)) return value.currency;
  return typeof value === 'object' ? jsonb(value) : '';
}

function numberOf(value: unknown): number {
  if (isMoney(value)) return Number(value.amount);
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : 0;
}

/** As PostgreSQL writes jsonb. */
function jsonb(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonb).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `"${key}": ${jsonb(each)}`);
  return `{${members.join(', ')}}`;
}

function isMoney(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value;
}

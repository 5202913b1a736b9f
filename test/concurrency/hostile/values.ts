/** Values as large, as many or as deep as a JSON Schema lets them be. */

export interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
}

/** `long`: texts; `many`: keys and items; any other: nested so, to the limit. */
export type Way = 'long' | 'many' | 'maps' | 'lists' | 'and' | 'not';
/** The content of a value, and the text that it repeats. */
export interface Room {
  bytes: number;
  values: number;
  levels: number;
  text: string;
}

/** Hard input for parsers of templates, markup, code and patterns. */
export const texts = ['a', '{{a}}', '<p a="', '((', '{"a":[', '\\"', '@a.b ', '# * _', 'a,b\n'];
const little: Room = { bytes: 1, values: 1, levels: 1, text: 'a' };
const samples = [
  '2026-01-01T00:00:00Z',
  '2026-01-01',
  '12:00',
  'a@example.com',
  'https://example.com/a',
  '+15550100200',
  '123456',
  '1.2.3',
  '#aabbcc',
  'EUR',
  '10.0.0.0/8',
  'abc',
];

export class Values {
  private readonly named: Record<string, Schema>;

  /** @param named the schemas that others refer to */
  constructor(named: Record<string, Schema>) {
    this.named = named;
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolve(this.named[name] as Schema);
  }

  /** How many bytes a value may have; Infinity where nothing says it. */
  most(given: Schema, level = 0): number {
    const schema = this.resolve(given);
    if (level > 8) return Number.POSITIVE_INFINITY;
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return Math.max(...options.map((one) => this.most(one, level + 1)));
    if ('const' in schema || schema.enum) return 50;
    if (schema.type === 'string')
      return schema.maxLength ?? (schema.pattern || schema.format ? 100 : Number.POSITIVE_INFINITY);
    if (schema.type === 'array')
      return (
        (schema.maxItems ?? Number.POSITIVE_INFINITY) * this.most(schema.items ?? {}, level + 1)
      );
    if (schema.type === 'object') {
      if (schema.additionalProperties) return Number.POSITIVE_INFINITY;
      const parts = Object.values(schema.properties ?? {});
      return parts.reduce((sum, part) => sum + this.most(part, level + 1), 10);
    }
    return isAny(schema) ? Number.POSITIVE_INFINITY : 20;
  }

  /** Whether it is a text, and nothing else but null. */
  isText(given: Schema): boolean {
    const { type, anyOf = [], enum: list } = this.resolve(given);
    if (type === 'string') return !list;
    const [one, ...others] = anyOf.filter((option) => option.type !== 'null');
    return one !== undefined && others.length === 0 && this.isText(one);
  }

  /** The least that a schema takes. */
  least(given: Schema): unknown {
    const schema = this.resolve(given);
    const [option] = schema.anyOf ?? schema.oneOf ?? [];
    if (option) return this.least(option);
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.type === 'string') return textOf(schema, little);
    if (schema.type === 'array')
      return Array.from({ length: schema.minItems ?? 0 }, () => this.least(schema.items ?? {}));
    if (schema.type === 'object')
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, this.least(schema.properties?.[name] ?? {})]),
      );
    return plain(schema);
  }

  of(given: Schema, way: Way, room: Room): unknown {
    const schema = this.resolve(given);
    if (room.values < 1 || room.levels < 1) return this.least(schema);
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return this.of(this.largest(options, way), way, room);
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.type === 'string')
      return textOf(schema, way === 'long' ? room : { ...room, bytes: 1 });
    if (schema.type === 'array') return this.listOf(schema, way, room);
    if (schema.type === 'object') return this.objectOf(schema, way, room);
    return isAny(schema) ? filled(way, room) : plain(schema);
  }

  /** The option with the most room; a list rather than a map where both have no end, but not to nest maps. */
  private largest(options: Schema[], way: Way): Schema {
    const sizes = options.map((one) => this.most(one));
    const best = options.filter((_, n) => sizes[n] === Math.max(...sizes));
    const isMap = (one: Schema) => this.resolve(one).type === 'object';
    const nests = way !== 'long' && way !== 'many' && way !== 'lists';
    return (nests ? best.find(isMap) : undefined) ?? (best[0] as Schema);
  }

  private listOf(schema: Schema, way: Way, room: Room): unknown[] {
    const items = schema.items ?? {};
    const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
    if (way === 'lists' && isAny(this.resolve(items))) return [filled(way, room)];
    const size = Math.min(this.most(items), room.bytes / 4);
    const length =
      way === 'long'
        ? Math.min(most, Math.ceil(room.bytes / Math.max(size, 1)), room.values)
        : way === 'many'
          ? Math.min(most, Math.floor(room.values / this.valuesOf(items)))
          : Math.min(most, 1);
    const levels = room.levels - 1;
    const each = { ...room, levels, bytes: room.bytes / length, values: room.values / length };
    if (length < 1) return [];
    if (way === 'long' || way === 'many') {
      const one = this.of(items, way, each);
      // Most lists are of different items.
      return Array.from({ length }, (_, n) =>
        typeof one === 'string' && !isFixed(this.resolve(items))
          ? `${n}${one}`.slice(0, one.length || 1)
          : one,
      );
    }
    return Array.from({ length }, () => this.of(items, way, each));
  }

  /** How many values one item has at least. */
  private valuesOf(items: Schema): number {
    return JSON.stringify(this.least(items) ?? null).split(/[,[{]/).length;
  }

  private objectOf(schema: Schema, way: Way, room: Room): unknown {
    const parts = Object.entries(schema.properties ?? {});
    const { additionalProperties: more } = schema;
    const shares = parts.length + (more ? 1 : 0);
    const levels = room.levels - 1;
    const each = { ...room, levels, bytes: room.bytes / shares, values: room.values / shares };
    const known = parts.map(([name, part]) => [name, this.of(part, way, each)]);
    if (!more) return Object.fromEntries(known);
    const isOpen = more === true || isAny(this.resolve(more));
    const others = isOpen
      ? filled(way, each)
      : Object.fromEntries(
          Array.from({ length: way === 'many' ? each.values / 2 : 1 }, (_, n) => [
            `k${n}`,
            this.of(more as Schema, way, way === 'many' ? { ...each, values: 2 } : each),
          ]),
        );
    return { ...(others as object), ...Object.fromEntries(known) };
  }
}

const isFixed = ({ pattern, format, enum: list }: Schema) => Boolean(pattern || format || list);
const isAny = (schema: Schema) =>
  !schema.type && !schema.enum && !schema.anyOf && !schema.oneOf && !schema.allOf;

function plain(schema: Schema): unknown {
  if (schema.allOf) return textOf(schema.allOf[0] ?? {}, little);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 1000));
}

function textOf({ maxLength, minLength = 0, pattern, format }: Schema, room: Room): string {
  const length = Math.floor(Math.max(minLength, 1, Math.min(maxLength ?? room.bytes, room.bytes)));
  const long = repeated(room.text, length);
  if (!pattern && !format) return long;
  const rule = new RegExp(pattern ?? '', 'u');
  const known = samples.filter((one) => rule.test(one) && fits(format, one));
  if (format) return known[0] ?? 'a@example.com';
  for (const one of [long, repeated('a', length), repeated('A', length), repeated('1', length)])
    for (const cut of [length, 100, 64, 43, 6, 1])
      if (rule.test(one.slice(0, cut))) return one.slice(0, cut);
  return known[0] ?? long;
}

const fits = (format: string | undefined, one: string) =>
  format === undefined ||
  { 'date-time': /T/, date: /^\d{4}-\d\d-\d\d$/, email: /@/, uri: /^https/ }[format]?.test(one);

const repeated = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** A value of any form. */
function filled(way: Way, { bytes, values, levels, text }: Room): unknown {
  if (way === 'long') return { a: repeated(text, bytes) };
  const length = Math.max(1, Math.floor(values * 0.9));
  if (way === 'many')
    return Object.fromEntries(Array.from({ length }, (_, n) => [`k${n}`, n % 7 ? n : text]));
  const wide = Math.max(1, Math.floor(values / levels / 6));
  let value: unknown = way === 'lists' ? [1] : { a: 1 };
  const step = way === 'and' ? levels / 2 : levels;
  for (let n = 0; n < step; n++) {
    const beside = Array.from({ length: wide }, (_, m) => ({ a: m }));
    if (way === 'lists') value = [value, ...beside];
    else if (way === 'and') value = { and: [value, ...beside] };
    else if (way === 'not') value = { not: value };
    else value = { a: value, ...Object.fromEntries(beside.map((one, m) => [`b${m}`, one])) };
  }
  return value;
}

import { z } from 'zod';

/** Schemas of foreign formats: members that they do not name are ignored. */
const theirs = new WeakSet<z.ZodType>();

/** Marks the schema of a format that is not ours: what it does not name is passed over, not refused. */
export function foreign<T extends z.ZodType>(schema: T): T {
  theirs.add(schema);
  return schema;
}

export const isForeign = (schema: z.ZodType): boolean => theirs.has(schema);

const blank = new WeakSet<z.ZodType>();

/** Marks a text that may consist of white space: a password, a separator of columns. */
export function mayBeBlank<T extends z.ZodType>(schema: T): T {
  blank.add(schema);
  return schema;
}

/** Of white space, and of characters that have no width. */
const isBlank = (text: string): boolean => /^[\s\u200b-\u200d\u2060]+$/.test(text);

const made = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Returns a schema that takes the same and refuses members that it does not name, at every depth, and white space where a
 * text is needed. Open stay maps of the caller's own (`openMap`, `z.record`, `z.looseObject`) and what is `foreign`.
 */
export function strict<T extends z.ZodType>(schema: T): T {
  const known = made.get(schema);
  if (known) return known as T;
  const result = theirs.has(schema) ? schema : make(schema);
  made.set(schema, result);
  made.set(result, result);
  return result as T;
}

/** The parts of a definition that hold further schemas. */
type Def = Record<string, unknown> & { type: string };

function make(schema: z.ZodType): z.ZodType {
  const def = schema._zod.def as unknown as Def;
  if (def.type === 'string') return needsText(schema) ? withText(schema as z.ZodString) : schema;
  const changes: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(partsOf(def))) {
    const strictPart = strictPartOf(part);
    if (strictPart !== part) changes[name] = strictPart;
  }
  if (def.type === 'object' && !def.catchall) changes.catchall = z.never();
  if (def.type === 'record') return withoutProto(cloneWith(schema, { ...def, ...changes }));
  return Object.keys(changes).length > 0 ? cloneWith(schema, { ...def, ...changes }) : schema;
}

function needsText(schema: z.ZodType): boolean {
  const { checks = [] } = schema._zod.def as { checks?: { _zod: { def: object } }[] };
  return (
    !blank.has(schema) &&
    checks.some(({ _zod: { def } }) => 'minimum' in def && Number(def.minimum) === 1)
  );
}

/** A text that must not be empty holds more than white space. */
function withText(schema: z.ZodString): z.ZodType {
  const filled = schema.refine((text) => !isBlank(text), {
    error: 'is required: white space alone counts as nothing',
  });
  const meta = z.globalRegistry.get(schema);
  if (meta) z.globalRegistry.add(filled, meta);
  return filled;
}

function partsOf(def: Def): Record<string, unknown> {
  const { shape, element, innerType, options, valueType, items, left, right, in: from, out } = def;
  const all = { shape, element, innerType, options, valueType, items, left, right, in: from, out };
  return Object.fromEntries(Object.entries(all).filter(([, part]) => part !== undefined));
}

function strictPartOf(part: unknown): unknown {
  if (part instanceof z.ZodType) return strict(part);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, one]) => [name, strictPartOf(one)] as const);
  if (entries.every(([name, one]) => one === part[name as keyof typeof part])) return part;
  return Array.isArray(part) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** zod leaves the name __proto__ out of a record, without a word. */
function withoutProto(schema: z.ZodType): z.ZodType {
  const { run } = schema._zod;
  schema._zod.run = (payload, ctx) => {
    const input = payload.value;
    const hasProto =
      typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__');
    const result = run(payload, ctx) as typeof payload;
    if (hasProto)
      result.issues.push({ code: 'unrecognized_keys', keys: ['__proto__'], input, inst: schema });
    return result;
  };
  return schema;
}

/** Keeps the documentation of a schema, including its name. */
function cloneWith(schema: z.ZodType, def: Def): z.ZodType {
  const clone = z.core.clone<z.ZodType>(schema, def as z.ZodType['def']);
  const meta = z.globalRegistry.get(schema);
  if (meta) z.globalRegistry.add(clone, meta);
  return clone;
}

/** Stands for a secret, which is never read. */
export const secretMark = '•';

/** Objects of one member that stand for something else. A value of a tenant that looks like one gets one more `$`. */
const ownName = /^\$+(ref|text)$/;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const onlyMember = (value: Record<string, unknown>): [string, unknown] | undefined => {
  const entries = Object.entries(value);
  return entries.length === 1 ? entries[0] : undefined;
};

/** A reference to a part, `<kind>/<key>`. */
export const referenceTo = (name: string): object => ({ $ref: name });

/** Tells whether this stands for something else, and is not a map of the tenant's. */
export const isMark = (value: unknown): boolean =>
  isMap(value) && ownName.test(onlyMember(value)?.[0] ?? '');

/** A value of a record with marks in the place of secrets and of ids that differ between tenants. */
export function marked(value: unknown, marks: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('••••')) return secretMark;
    return value === secretMark ? { $text: value } : (marks.get(value) ?? value);
  }
  if (Array.isArray(value)) return value.map((one) => marked(one, marks));
  if (!isMap(value)) return value;
  const isLikeOne = isMark(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [isLikeOne ? `$${name}` : name, marked(one, marks)]),
  );
}

/** The meaning of a mark: the name that it refers to, or the value that it stands for. */
export function meaningOf(
  value: unknown,
): { ref: string } | { text: unknown } | { map: [string, unknown] } | undefined {
  if (!isMap(value)) return undefined;
  const [name = '', inner] = onlyMember(value) ?? [];
  if (!ownName.test(name)) return undefined;
  if (name === '$ref') return { ref: String(inner) };
  return name === '$text' ? { text: inner } : { map: [name.slice(1), inner] };
}

/** A value as people read it: references as `functions/Score`. */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  const mark = meaningOf(value);
  if (mark && 'ref' in mark) return mark.ref;
  if (mark && 'text' in mark) return mark.text;
  const entries = mark ? [mark.map] : Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, plain(one)]));
}

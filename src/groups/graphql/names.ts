/**
 * Names of a GraphQL schema made of a tenant's own: what GraphQL does not allow in a name is replaced, and of two that
 * then collide the later one gets a number, so that none is lost.
 */
export class Names {
  private readonly taken: Set<string>;

  /** @param reserved names that are given already */
  constructor(reserved: Iterable<string> = []) {
    this.taken = new Set(reserved);
  }

  /** Returns the name, or if another one has it, the name with `_2`, `_3`, … */
  take(wanted: string): string {
    // Two underscores at the beginning are GraphQL's own.
    const base = wanted === '_' ? '' : wanted;
    let name = wanted;
    for (let n = 2; this.taken.has(name); n += 1) name = `${base}_${n}`;
    this.taken.add(name);
    return name;
  }
}

/**
 * Returns a text as a name (GraphQL, 2.1.9): `sales-leads` becomes `sales_leads`, `2024` becomes `_2024`. Names that begin
 * with two underscores belong to GraphQL itself (3.1).
 */
export const fieldName = (text: string): string =>
  text
    .replaceAll(/[^_0-9A-Za-z]/g, '_')
    .replace(/^__+/, '_')
    .replace(/^(?=\d)/, '_');

/** Returns a text as the name of a type: `sales-lead` becomes `SalesLead`. A name of nothing but hyphens is `_`. */
export const typeName = (text: string): string =>
  text
    .split(/[^0-9A-Za-z]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^(?=\d|$)/, '_');

const irregular: Record<string, string> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
};

/** Returns one of what an English plural names: `companies` becomes `company`. Anything else is left as it is. */
export function singular(text: string): string {
  const at = Math.max(text.lastIndexOf('-'), text.lastIndexOf('_')) + 1;
  const [before, last] = [text.slice(0, at), text.slice(at)];
  if (Object.hasOwn(irregular, last)) return before + irregular[last];
  if (/(?:ss|us|is|news|series|species)$/.test(last)) return text;
  if (/[^aeiou]ies$/.test(last)) return `${text.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(last)) return text.slice(0, -2);
  return last.length > 1 && last.endsWith('s') ? text.slice(0, -1) : text;
}

import { newId } from '../db/new-id.ts';

/** An id by which a record is reached from outside, without a word of its tenant. */
export interface Remapped {
  kind: string;
  from: string;
  to: string;
}

/** Ids that are addresses, by the prefix: the kind of address, and its path. */
const kinds: Record<string, { kind: string; path: string }> = {
  form: { kind: 'form', path: '/f/' },
  int: { kind: 'hook', path: '/hooks/' },
};
const anyId = new RegExp(
  `(?<![A-Za-z0-9_])(${Object.keys(kinds).join('|')})_[0-9a-f]{32}(?![A-Za-z0-9_])`,
  'g',
);
const prefixes = Object.keys(kinds).map((prefix) => Buffer.from(`${prefix}_`));

const addressOf = (id: string): string => kinds[id.split('_')[0] as string]?.path + id;

/**
 * Gives new ids to forms and integrations whose addresses lead to another tenant, wherever they stand in rows: they may be
 * named before they come themselves.
 */
export class AddressMap {
  private readonly made = new Map<string, string>();
  private readonly taken: (addresses: string[]) => Promise<string[]>;

  /** @param taken says which addresses lead to another tenant */
  constructor(taken: (addresses: string[]) => Promise<string[]>) {
    this.taken = taken;
  }

  get remapped(): Remapped[] {
    return [...this.made].map(([from, to]) => ({
      kind: kinds[from.split('_')[0] as string]?.kind as string,
      from,
      to,
    }));
  }

  /** The id that an id of the snapshot has here. */
  idOf<T>(id: T): T | string {
    return (typeof id === 'string' && this.made.get(id)) || id;
  }

  async apply(lines: Buffer): Promise<Buffer> {
    if (!prefixes.some((prefix) => lines.includes(prefix))) return lines;
    // Each byte as one character: nothing but the ids changes.
    const text = lines.toString('latin1');
    const unknown = new Set<string>();
    for (const [id] of text.matchAll(anyId)) if (!this.made.has(id)) unknown.add(id);
    // Those that are free are asked for again with each chunk: only those that are taken are kept, and these are ours.
    if (unknown.size > 0) {
      const taken = new Set(await this.taken([...unknown].map(addressOf)));
      for (const id of unknown)
        if (taken.has(addressOf(id))) this.made.set(id, newId(id.split('_')[0] as string));
    }
    if (this.made.size === 0) return lines;
    return Buffer.from(
      text.replace(anyId, (id) => this.made.get(id) ?? id),
      'latin1',
    );
  }
}

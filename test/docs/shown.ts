import { expect } from 'vitest';

type Json = Record<string, unknown>;

/** An answer as a page shows it: `…` for anything, a member `…` for any others. */
export function shown(value: unknown): unknown {
  if (typeof value === 'string')
    return value.endsWith('…') ? expect.stringMatching(`^${value.slice(0, -1)}`) : value;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const { '…': more, ...members } = value as Json;
  const all = Object.fromEntries(Object.entries(members).map(([name, one]) => [name, shown(one)]));
  return more === undefined ? all : expect.objectContaining(all);
}

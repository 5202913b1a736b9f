import { comparedTables } from './tables.ts';

/** The rows of a snapshot that a restore into a living tenant does not bring, by table. */
export function leftOutOf(
  rows: Record<string, number>,
): Array<{ what: string; count: number; why: string }> {
  return Object.entries(rows).flatMap(([what, count]) => {
    const compared = comparedTables[what];
    return compared && 'not' in compared && count > 0 ? [{ what, count, why: compared.not }] : [];
  });
}

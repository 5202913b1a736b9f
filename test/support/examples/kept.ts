import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesFile, keptExamples } from '../../../src/doors/http/openapi/examples.ts';

/** More than this is not worth showing beside its schema. */
export const mostBytes = 2_500;

/** How much an example shows: filled fields, up to a number that is enough. */
function shows(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + shows(one), 0);
  if (typeof value === 'object' && value !== null) return shows(Object.values(value));
  return value === null || value === '' ? 0 : 1;
}

/** Whether an answer is the better example of two: by an order that does not depend on which came first. */
export function isBetter(one: string, than: string): boolean {
  const [a, b] = [one, than].map((text) => Math.min(shows(JSON.parse(text)), 40)) as [
    number,
    number,
  ];
  if (a !== b) return a > b;
  return one.length === than.length ? one < than : one.length < than.length;
}

const fileOf = (folder: string, id: string): string => join(folder, `${id}.example`);

/** Keeps an answer of an operation for the end of the run, unless a better one is there. @returns false for one that is too large */
export function keepCandidate(folder: string, id: string, data: unknown): boolean {
  const text = JSON.stringify(data);
  if (text.length > mostBytes) return false;
  const known = candidateOf(folder, id);
  if (known === undefined || isBetter(text, known)) writeFileSync(fileOf(folder, id), text);
  return true;
}

function candidateOf(folder: string, id: string): string | undefined {
  try {
    return readFileSync(fileOf(folder, id), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Adds what a run has seen to the kept examples. Those that are kept already and still valid stay as they are, so that a
 * run changes nothing without need.
 * @param ids of all operations
 * @param fits whether an example fits what the document says now
 */
export function mergeExamples(
  folder: string,
  ids: string[],
  fits: (id: string, data: unknown) => boolean,
): string[] {
  const kept = keptExamples();
  const next = new Map<string, unknown>();
  const added: string[] = [];
  for (const id of ids.toSorted()) {
    const known = kept.get(id);
    const candidate = candidateOf(folder, id);
    if (known !== undefined && fits(id, known)) next.set(id, known);
    else if (candidate !== undefined) {
      next.set(id, JSON.parse(candidate));
      added.push(id);
    }
  }
  const lines = [...next].map(([id, data]) => `${JSON.stringify({ id, data })}\n`);
  writeFileSync(examplesFile, lines.join(''));
  return added;
}

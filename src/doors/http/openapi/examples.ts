import { readFileSync } from 'node:fs';
import type { Json } from './schemas.ts';

export const examplesFile = new URL('./examples.ndjson', import.meta.url);

/** Reads the answers that operations gave in tests, by operation id; test/support/examples writes them. */
export function keptExamples(): Map<string, unknown> {
  const lines = readFileSync(examplesFile, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { id, data } = JSON.parse(line) as { id: string; data: unknown };
      return [id, data];
    }),
  );
}

/** An answer as it is sent: in its envelope, or bare. */
export const exampleOf = (data: unknown, isBare: boolean): Json => {
  if (data === undefined) return {};
  const request_id = 'req_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d';
  return { example: isBare ? data : { success: true, data, request_id } };
};

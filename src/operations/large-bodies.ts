import { setImmediate as nextRound } from 'node:timers/promises';
import { Turns } from '../ground/concurrency/turns.ts';
import { parseJsonBody, parseLargeBody } from '../ground/shapes/json-body.ts';

/** From here on a body takes milliseconds of the thread that answers all requests. */
const largeBytes = 100_000;

const turns = new Turns({ atOnce: 1 });

/**
 * A JSON body, as parseJsonBody reads it. Large ones are read one at a time, and between two of them the requests that
 * came meanwhile are served: a flood of them delays others by one, not by all.
 */
export async function parseInTurn(bytes: Uint8Array, maxValues?: number): Promise<unknown> {
  if (bytes.length < largeBytes) return parseJsonBody(bytes, maxValues);
  return turns.take(async () => {
    await nextRound();
    return parseLargeBody(bytes, maxValues);
  });
}

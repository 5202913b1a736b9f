import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer } from './api.ts';

/** The header, with a key of its own unless one is given. */
export const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });

/** An answer without what differs each time. */
export const essence = ({ status, body }: Answer) => ({
  status,
  body: { ...body, request_id: '' },
});

/** The same request again got the same answer, marked, with the transaction of the first. */
export function expectReplay(first: Answer, again: Answer): void {
  expect(first.headers.get('idempotent-replayed')).toBe(null);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(essence(again)).toEqual(essence(first));
  for (const name of ['x-tx-id', 'etag'])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
}

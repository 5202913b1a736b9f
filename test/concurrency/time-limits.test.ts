import { describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { createFinder } from '../../src/http/find-route.ts';
import { endsWithClient, kindOf } from '../../src/http/route.ts';
import { prepareTransaction } from '../../src/http/transaction.ts';

const { findRoute } = createFinder(routes, { baseUrl: 'http://localhost' });
const read = { method: 'GET', path: '/v1/object-types' } as const;
const change = { method: 'POST', path: '/v1/objects/things', body: {} } as const;
const patient = { method: 'DELETE', path: '/v1/objects/things/trash' } as const;
const limitsOf = (...requests: Parameters<typeof prepareTransaction>[0]) => {
  const { kind, limitMs } = prepareTransaction(requests, findRoute);
  return { kind, limitMs };
};

describe('the time of a transaction', () => {
  it('is the sum of what its steps may take', () => {
    expect(limitsOf(read, read)).toEqual({ kind: 'write', limitMs: 10_000 });
    expect(limitsOf(read, change)).toEqual({ kind: 'write', limitMs: 20_000 });
  });

  it('is that of long work where one step is, and no more than the steps together', () => {
    expect(limitsOf(read, patient)).toEqual({ kind: 'patient', limitMs: 605_000 });
  });
});

describe('an operation', () => {
  const named = (id: string) => routes.find((route) => route.id === id) as (typeof routes)[number];

  it.each([
    ['object.get', 'read'],
    ['object.search', 'read'],
    ['object.create', 'write'],
    ['transaction.run', 'write'],
    ['data.import', 'patient'],
  ])('%s is a %s', (id, kind) => {
    expect(kindOf(named(id))).toBe(kind);
  });

  it('that changes something in several calls goes on when its client leaves', () => {
    const ends = ['object.create', 'object.get', 'data.import'].map((id) =>
      endsWithClient(named(id)),
    );
    const goesOn = ['function.execute', 'auth.signin'].map((id) => endsWithClient(named(id)));
    expect([ends, goesOn]).toEqual([
      [true, true, true],
      [false, false],
    ]);
  });
});

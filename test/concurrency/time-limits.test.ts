import { describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { createFinder } from '../../src/operations/find-route.ts';
import { endsWithClient, kindOf } from '../../src/operations/route.ts';
import { prepareTransaction } from '../../src/operations/transaction.ts';

const { findRoute } = createFinder(routes, { baseUrl: 'http://localhost' });
const read = { method: 'GET', path: '/v1/object-types' } as const;
const change = { method: 'POST', path: '/v1/objects/things', body: {} } as const;
const patient = { method: 'DELETE', path: '/v1/objects/things/trash' } as const;
const limitsOf = (...requests: Parameters<typeof prepareTransaction>[0]) => {
  const { kind, limitMs } = prepareTransaction(requests, findRoute);
  return { kind, limitMs };
};

describe('the time limit of a transaction', () => {
  it('is the sum of its steps’ limits', () => {
    expect(limitsOf(read, read)).toEqual({ kind: 'write', limitMs: 10_000 });
    expect(limitsOf(read, change)).toEqual({ kind: 'write', limitMs: 20_000 });
  });

  it('is that of long work with one such step, and at most the sum of the steps', () => {
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
  ])('%s has the pace %s', (id, kind) => {
    expect(kindOf(named(id))).toBe(kind);
  });

  it('with several changing calls continues when its client disconnects', () => {
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

import { expect, it } from 'vitest';
import { Gate, type GateOptions } from '../../src/sandbox/gate.ts';

const open = (options: Partial<GateOptions> = {}) =>
  new Gate({
    atOnce: 4,
    reserve: 2,
    perTenant: 2,
    patienceMs: Number.POSITIVE_INFINITY,
    maxWaiting: 100,
    ...options,
  });

/** Whether a promise is settled by now. */
const isIn = async (entering: Promise<unknown>): Promise<boolean> => {
  const no = Symbol('no');
  return (await Promise.race([entering, new Promise((r) => setImmediate(r, no))])) !== no;
};

it('lets half of the places to one tenant, and another one in at once', async () => {
  const gate = open();
  const flood = Array.from({ length: 12 }, () => gate.enter('a'));
  expect((await Promise.all(flood.map(isIn))).filter(Boolean)).toHaveLength(2);
  expect(await isIn(gate.enter('b'))).toBe(true);
});

it('keeps places for the first of a tenant where two others have taken all', async () => {
  const gate = open();
  const taken = ['a', 'a', 'b', 'b'].map((tenant) => gate.enter(tenant));
  expect(await Promise.all(taken.map(isIn))).toEqual([true, true, true, true]);
  const [first, second] = [gate.enter('c'), gate.enter('c')];
  expect([await isIn(first), await isIn(second)]).toEqual([true, false]);
  expect(await isIn(gate.enter('d'))).toBe(true);
  const third = gate.enter('e');
  expect(await isIn(third)).toBe(false);
  (await first)();
  expect([await isIn(second), await isIn(third)]).toEqual([true, false]);
  (await second)();
  expect(await isIn(third)).toBe(true);
});

it('lets tenants take turns, each in the order in which it came', async () => {
  const gate = open({ atOnce: 1, reserve: 0, perTenant: 1 });
  const leave = await gate.enter('x');
  const order: string[] = [];
  const visit = async (name: string) => {
    const go = await gate.enter(name.charAt(0));
    order.push(name);
    go();
  };
  const visits = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(visit);
  leave();
  await Promise.all(visits);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('tells a tenant to come back that waits behind too many of its own, and no other', async () => {
  const gate = open({ maxWaiting: 1 });
  const waits = Array.from({ length: 3 }, () => gate.enter('a'));
  await expect(gate.enter('a')).rejects.toMatchObject({
    code: 'CONCURRENCY_LIMITED',
    headers: { 'Retry-After': '1' },
  });
  expect(await isIn(gate.enter('b'))).toBe(true);
  (await (waits[0] as Promise<() => void>))();
  expect(await isIn(waits[2] as Promise<unknown>)).toBe(true);
});

it('lets nobody wait longer than it says, and forgets who has left the line', async () => {
  const gate = open({ atOnce: 1, reserve: 0, perTenant: 1, patienceMs: 20 });
  const leave = await gate.enter('a');
  await expect(gate.enter('b')).rejects.toMatchObject({ code: 'CONCURRENCY_LIMITED' });
  leave();
  expect(await isIn(gate.enter('c'))).toBe(true);
});

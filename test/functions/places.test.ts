import { expect, it } from 'vitest';
import { functionTurns } from '../../src/tools/functions/places.ts';

/** Work of a tenant that lasts until it is told to end. */
function work(turns: ReturnType<typeof functionTurns>, tenant: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let isRunning = false;
  const done = turns.take(
    () => {
      isRunning = true;
      return promise;
    },
    { tenant },
  );
  return { end, done, isRunning: () => isRunning };
}

const many = (turns: ReturnType<typeof functionTurns>, tenant: string, count: number) =>
  Array.from({ length: count }, () => work(turns, tenant));
const running = (works: ReturnType<typeof work>[]) => works.filter((one) => one.isRunning()).length;
const soon = () => new Promise((resolve) => setImmediate(resolve));

it('runs four functions of one tenant and one of another at the same time', async () => {
  const turns = functionTurns();
  const flood = many(turns, 'a', 12);
  await soon();
  expect(running(flood)).toBe(4);
  const other = work(turns, 'b');
  await soon();
  expect(other.isRunning()).toBe(true);
});

it('keeps places for a tenant’s first function when two others have filled theirs', async () => {
  const turns = functionTurns();
  const [a, b] = [many(turns, 'a', 6), many(turns, 'b', 6)];
  const others = ['c', 'd', 'e', 'f', 'g'].map((tenant) => many(turns, tenant, 1));
  await soon();
  expect([running(a), running(b), ...others.map(running)]).toEqual([4, 4, 1, 1, 1, 1, 0]);
  others[0]?.[0]?.end();
  await soon();
  expect(others.at(-1)?.[0]?.isRunning()).toBe(true);
  expect([running(a), running(b)]).toEqual([4, 4]);
});

it('refuses only the tenant that already has four functions waiting', async () => {
  const turns = functionTurns({ maxOfTenant: 4 });
  const flood = many(turns, 'a', 9);
  await expect(flood[8]?.done).rejects.toMatchObject({
    code: 'CONCURRENCY_LIMITED',
    headers: { 'Retry-After': '1' },
  });
  const other = work(turns, 'b');
  flood[0]?.end();
  await soon();
  expect([running(flood), other.isRunning()]).toEqual([5, true]);
});

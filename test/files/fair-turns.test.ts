import { describe, expect, it } from 'vitest';
import { FairTurns } from '../../src/fair-turns.ts';

/** Takes turns for works of tenants that end when they are told to. */
function scene(atOnce: number, maxWaiting: number) {
  const turns = new FairTurns(atOnce, maxWaiting, 'Too much.');
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return {
    begun,
    refused,
    ask(name: string, work?: () => Promise<void>) {
      last = turns
        .take(name.charAt(0), () => {
          begun.push(name);
          return work?.() ?? new Promise<void>((resolve) => ends.push(resolve));
        })
        .catch((error) => refused.push(`${name}: ${error.code ?? error.message}`));
    },
    /** Ends the oldest work under way, and lets begin what begins then. */
    async end() {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
    settled: () => last,
  };
}

describe('turns of tenants', () => {
  it('begin so much at once, then one tenant after the other, each in its order', async () => {
    const { ask, begun, end } = scene(2, 100);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) ask(name);
    expect(begun).toEqual(['a1', 'a2']);
    for (let ended = 0; ended < 8; ended++) await end();
    expect(begun.slice(2)).toEqual(['a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
    ask('d1');
    expect(begun.at(-1)).toBe('d1');
  });

  it('are refused to the last of the longest line when too many wait', async () => {
    const { ask, begun, refused, end } = scene(1, 3);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) ask(name);
    await new Promise(setImmediate);
    expect(refused.toSorted()).toEqual([
      'a4: CONCURRENCY_LIMITED',
      'a5: CONCURRENCY_LIMITED',
      'b2: CONCURRENCY_LIMITED',
    ]);
    for (let ended = 0; ended < 5; ended++) await end();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('go on after work that failed', async () => {
    const { ask, begun, refused, settled } = scene(1, 3);
    ask('a1', () => Promise.reject(new Error('broken')));
    ask('b1', () => Promise.resolve());
    await settled();
    expect([begun, refused]).toEqual([['a1', 'b1'], ['a1: broken']]);
  });
});

import { describe, expect, it } from 'vitest';
import { leavingRoom, upTo } from '../../src/ground/concurrency/rules.ts';
import { Turns, type TurnsOptions } from '../../src/ground/concurrency/turns.ts';
import { until } from '../support/until.ts';

/** Takes turns for works that end when they are told to: `a1` is the first of tenant a, `a:k1` of its caller k. */
function scene(options: TurnsOptions) {
  const turns = new Turns(options);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    turns,
    begun,
    refused,
    ask(name: string, work?: () => Promise<void>, signal?: AbortSignal) {
      const [tenant = '', caller = ''] = name.replace(/\d+$/, '').split(':');
      const begin = () => {
        begun.push(name);
        return work?.() ?? new Promise<void>((resolve) => ends.set(name, resolve));
      };
      last = turns
        .take(begin, { tenant, caller, signal })
        .catch((error) => refused.push(`${name}: ${error.code ?? error.message}`));
    },
    /** Ends a work, or the oldest that is under way, and lets begin what begins then. */
    async end(name = ends.keys().next().value as string) {
      ends.get(name)?.();
      ends.delete(name);
      await settle();
    },
    settled: () => last,
  };
}

const settle = () => new Promise(setImmediate);

describe('the turns of tenants', () => {
  it('start as many at once as allowed, then one tenant after the other, each in order', async () => {
    const { ask, begun, end } = scene({ atOnce: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) ask(name);
    expect(begun).toEqual(['a1', 'a2']);
    for (let ended = 0; ended < 8; ended++) await end();
    expect(begun.slice(2)).toEqual(['b1', 'a3', 'c1', 'b2', 'a4', 'a5']);
    ask('d1');
    expect(begun.at(-1)).toBe('d1');
  });

  it('are refused to the last in the longest queue when too many wait', async () => {
    const { ask, begun, refused, end } = scene({ atOnce: 1, maxWaiting: 3 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) ask(name);
    await settle();
    expect(refused.toSorted()).toEqual([
      'a4: CONCURRENCY_LIMITED',
      'a5: CONCURRENCY_LIMITED',
      'b2: CONCURRENCY_LIMITED',
    ]);
    for (let ended = 0; ended < 5; ended++) await end();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('are refused only to the tenant whose own queue is too long', async () => {
    const { ask, refused } = scene({ atOnce: 1, maxOfTenant: 2, maxWaiting: 100 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) ask(name);
    await settle();
    expect(refused).toEqual(['a4: CONCURRENCY_LIMITED']);
  });

  it('are refused after a time limit, with the seconds to wait, and leave the queue', async () => {
    const { ask, begun, refused, end, turns } = scene({ atOnce: 1, waitMs: 10, refusal: 'Busy.' });
    for (const name of ['a1', 'a2', 'b1']) ask(name);
    await until(
      async () => refused,
      (all) => all.length === 2,
    );
    expect(turns.waiting).toBe(0);
    await end();
    expect([begun, turns.held]).toEqual([['a1'], 0]);
    ask('a1');
    await expect(turns.take(async () => {}, { tenant: 'b' })).rejects.toMatchObject({
      status: 429,
      message: 'Busy. Try again in a moment.',
      headers: { 'Retry-After': '1' },
    });
  });

  it('continue after work that failed', async () => {
    const { ask, begun, refused, settled } = scene({ atOnce: 1 });
    ask('a1', () => Promise.reject(new Error('broken')));
    ask('b1', () => Promise.resolve());
    await settled();
    expect([begun, refused]).toEqual([['a1', 'b1'], ['a1: broken']]);
  });

  it('pass to the next when a client leaves, in the queue or before it', async () => {
    const { ask, begun, refused, end, turns } = scene({ atOnce: 1 });
    const leaving = new AbortController();
    ask('a1');
    ask('b1', undefined, leaving.signal);
    ask('b2');
    leaving.abort(new Error('left'));
    ask('c1', undefined, leaving.signal);
    await settle();
    expect([refused.toSorted(), turns.waiting]).toEqual([['b1: left', 'c1: left'], 1]);
    await end();
    expect(begun).toEqual(['a1', 'b2']);
    expect(turns.held).toBe(1);
  });

  it('are also shared by the callers of a tenant: a flood of one delays another by one', async () => {
    const { ask, begun, end } = scene({ atOnce: 1 });
    for (const name of ['a:v1', 'a:v2', 'a:v3', 'a:k1']) ask(name);
    for (let ended = 0; ended < 4; ended++) await end();
    expect(begun).toEqual(['a:v1', 'a:v2', 'a:k1', 'a:v3']);
  });

  it('are refused to the flooding caller of a tenant, not to its other callers', async () => {
    const { ask, refused } = scene({ atOnce: 1, maxOfTenant: 3 });
    for (const name of ['a:v1', 'a:v2', 'a:v3', 'a:v4', 'a:k1']) ask(name);
    await settle();
    expect(refused).toEqual(['a:v4: CONCURRENCY_LIMITED']);
  });

  it('report how long each has waited', async () => {
    const waited: number[] = [];
    const { ask, end } = scene({ atOnce: 1, onTurn: (seconds) => waited.push(seconds) });
    ask('a1');
    ask('a2');
    await end();
    expect(waited).toEqual([0, expect.any(Number)]);
    expect(waited[1]).toBeGreaterThan(0);
  });
});

describe('the rule that leaves room', () => {
  const flood = (ask: (name: string) => void, tenant: string, count = 20) => {
    for (let n = 1; n <= count; n++) ask(`${tenant}${n}`);
  };
  const held = (begun: string[], tenant: string) =>
    begun.filter((name) => name.startsWith(tenant)).length;

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [8, 6],
    [16, 12],
  ])('gives a single active tenant, of %i places, %i', (atOnce, most) => {
    const { ask, begun } = scene({ atOnce, mayBegin: leavingRoom });
    flood(ask, 'a');
    expect(begun).toHaveLength(most);
  });

  it('lets another tenant start at once beside a flood', () => {
    for (const atOnce of [2, 3, 4, 8]) {
      const { ask, begun } = scene({ atOnce, mayBegin: leavingRoom });
      flood(ask, 'a');
      ask('b1');
      expect(begun.at(-1)).toBe('b1');
    }
  });

  it('gives tenants that all want more the same share, at most half of the places', async () => {
    const { ask, begun, end, turns } = scene({ atOnce: 8, mayBegin: leavingRoom });
    flood(ask, 'a');
    flood(ask, 'b');
    for (let n = 1; n <= 6; n++) await end(`a${n}`);
    expect([held(begun, 'a') - 6, held(begun, 'b')]).toEqual([3, 3]);
    ask('c1');
    expect(begun.at(-1)).toBe('c1');
    expect(turns.held).toBe(7);
  });

  it('gives no tenant another place while one with fewer waits', async () => {
    const { ask, begun, end } = scene({ atOnce: 8, mayBegin: leavingRoom });
    flood(ask, 'a');
    flood(ask, 'b');
    expect([held(begun, 'a'), held(begun, 'b')]).toEqual([6, 1]);
    const latest = async (ending: string) => {
      await end(ending);
      return begun.at(-1);
    };
    expect(await latest('a1')).toBe('b2');
    expect(await latest('a2')).toBe('b3');
    expect(await latest('a3')).toBe('b3');
    expect(await latest('b1')).toBe('b4');
  });

  it('lets a caller start beside a flood from another caller of the tenant', () => {
    const { ask, begun } = scene({ atOnce: 8, mayBegin: leavingRoom });
    for (let n = 1; n <= 20; n++) ask(`a:visitor${n}`);
    ask('a:key1');
    expect(begun.at(-1)).toBe('a:key1');
    ask('b1');
    expect(begun.at(-1)).toBe('b1');
  });
});

describe('the rule of a fixed number per tenant', () => {
  it('holds for each tenant, whatever is free', async () => {
    const { ask, begun, end } = scene({ atOnce: 100, mayBegin: upTo(() => 2) });
    for (const name of ['a1', 'a2', 'a3', 'b1']) ask(name);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun.at(-1)).toBe('a3');
  });

  it('lets a new caller start beside a flood from another, up to twice as many', () => {
    const { ask, begun } = scene({ atOnce: 100, mayBegin: upTo(() => 1) });
    for (const name of ['a:visitor1', 'a:visitor2', 'a:key1', 'a:other1']) ask(name);
    expect(begun).toEqual(['a:visitor1', 'a:key1']);
  });
});

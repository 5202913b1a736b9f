import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import type { Method, Route } from '../../src/operations/route.ts';
import { cannotRide, prepareCall, prepareTransaction } from '../../src/operations/transaction.ts';

const page = readFileSync('docs/data/safe-writes.md', 'utf8');
const table = page.split('### What runs only by itself')[1]?.split('\n## ')[0] ?? '';
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const listed = rows.flatMap(([, , ids = '']) =>
  [...ids.matchAll(/`([^`]+)`/g)].map(([, id]) => id),
);

describe('operations that run only by themselves', () => {
  it('are those that the documentation lists, each once and with its reason', () => {
    const alone = routes.filter((route) => ['alone', 'node'].includes(cannotRide(route) ?? ''));
    expect(listed.toSorted()).toEqual(alone.map(({ id }) => id).toSorted());
    for (const [, why] of rows) expect(why).not.toBe('');
  });

  it('are few among those of a tenant', () => {
    const own = routes.filter((route) => !['auth', 'operator'].includes(cannotRide(route) ?? ''));
    expect(listed.length / own.length).toBeLessThan(0.2);
  });

  it('are refused as a step by their path', () => {
    const find = (method: string, path: string) => {
      const route = routes.find((one) => one.method === method && one.path === path);
      return { route: route as (typeof routes)[number], params: {} };
    };
    for (const id of listed) {
      const route = routes.find((one) => one.id === id);
      const step = { method: route?.method as Method, path: route?.path ?? '' };
      expect(() => prepareCall(step, find), id).toThrow('cannot be called from here');
    }
  });
});

describe('a request of a transaction that cannot ride', () => {
  const refused = routes.filter((route) => cannotRide(route) !== undefined);

  it('is refused with its number, its method and path, the reason, and what to do', () => {
    const last = (path: string, method: string) => {
      const route = routes.find((one) => one.path === path && one.method === method);
      return { route: route as (typeof routes)[number], params: {} };
    };
    expect(new Set(refused.map(cannotRide))).toEqual(
      new Set(['alone', 'auth', 'node', 'operator']),
    );
    for (const { id, method, path } of refused) {
      const steps = [
        { method: 'GET' as Method, path: '/v1/dashboards' },
        { method: method as Method, path },
      ];
      let refusal: unknown;
      try {
        prepareTransaction(steps, (asked, at) => last(at, asked));
      } catch (error) {
        refusal = error;
      }
      expect([id, String((refusal as Error).message)]).toEqual([
        id,
        expect.stringMatching(
          /^requests\[1\]\.path: names [A-Z]+ \/\S+, which cannot be part of a transaction: it .+\. Send it by itself$/,
        ),
      ]);
      expect(refusal).toMatchObject({ extras: { param: 'requests[1].path' } });
    }
  });
});

describe('rows with work in Node', () => {
  it('declare what they read of their input by names that they accept', () => {
    const takes = ({ path, body, query }: Route, name: string) =>
      name in { ...body?.shape, ...query?.shape } || path.includes(`:${name}`);
    const wrong = routes.flatMap(({ id, reads }) => {
      // Some rows share what they read: what makes a record, and what changes it.
      const sharing = routes.filter((other) => reads && other.reads === reads);
      const names = typeof reads === 'function' ? reads({}) : (reads ?? []);
      return names
        .map((name) => name.split('.')[0] as string)
        .filter((name) => !sharing.some((other) => takes(other, name)))
        .map((name) => `${id} ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('have either a handler, or what comes before and after the function', () => {
    const both = routes.filter(({ handler, before, after }) => handler && (before ?? after));
    expect(both.map(({ id }) => id)).toEqual([]);
  });
});

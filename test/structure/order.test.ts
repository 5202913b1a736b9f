import { expect, it } from 'vitest';
import { callsOf, functionIn, sources } from './sources.ts';

/** Calls into a folder of sql/ with a higher number, by the two folders, each with the reason why it has to be there. */
const upward: Record<string, string> = {
  '40_gateway → 62_fleet': 'Writes what a process has counted of many tenants.',
  '60_platform → 62_fleet': 'What the operator sees of all tenants is read by definers alone.',
};

/** Calls upward, as `folder → folder`. Those of engines into operations are named in engines.test.ts. */
function upwardCalls(files: Map<string, string>): string[] {
  const folderOf = new Map(
    [...files].map(([path, text]) => [functionIn(text) ?? '', path.split('/')[1] ?? '']),
  );
  const calls = [...files].flatMap(([path, text]) => {
    const folder = path.split('/')[1] ?? '';
    return callsOf(text)
      .filter((call) => !(folder === '20_engines' && /^(api|gateway)\./.test(call)))
      .map((call) => folderOf.get(call) ?? '')
      .filter((called) => called > folder)
      .map((called) => `${folder} → ${called}`);
  });
  return [...new Set(calls)].toSorted();
}

it('functions call into folders with lower numbers, and no exception is kept that is not needed', () => {
  expect(upwardCalls(sources('sql/*/**/*.sql'))).toEqual(Object.keys(upward).toSorted());
});

it('a call upward would be found (the check can fail)', () => {
  const made = (name: string, body: string) => `create or replace function ${name}()\n${body}`;
  const files = new Map([
    ['sql/10_app/low.sql', made('app.low', 'select auth.high()')],
    ['sql/30_auth/high.sql', made('auth.high', 'select app.low(), auth.high()')],
  ]);
  expect(upwardCalls(files)).toEqual(['10_app → 30_auth']);
});

import { describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { functionOf } from '../../src/operations/route.ts';
import { sources } from './sources.ts';

/** Words of groups that have to be in the doorway, by file, each with its reason. */
const needed: Record<string, string[]> = {
  // One row that every caller may read, and no more than that: it asks for the rights of the caller.
  'src/operations/rights.ts': ['tenant_current_get'],
  // Upgrades to sockets come before there is a route.
  'src/tools/sockets/upgrade.ts': ['/v1/graphql', '/v1/realtime'],
  // The introduction of the documentation, and the socket, which has no row.
  'src/doors/http/openapi/about.ts': [
    '/v1/billing',
    '/v1/object-types',
    '/v1/objects',
    '/v1/transaction',
    '/v1/transactions',
    '/v1/usage',
  ],
  'src/doors/http/openapi/public-paths.ts': ['/v1/realtime'],
};

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const names = new Set(routes.flatMap((route) => [route.id, functionOf(route)]));

/** The operations and the addresses of groups that the code of a file names. */
function wordsIn(text: string): string[] {
  const code = withoutComments(text);
  const quoted = [...code.matchAll(/['"`]([a-z_]+[._][a-z_]+)['"`]/g)].map(([, word = '']) => word);
  const patterns = [...code.matchAll(/\b([a-z_]+)\\\.([a-z_]*)/g)]
    .map(([, noun, verb]) => `${noun}.${verb}`)
    .filter((start) => [...names].some((name) => name.startsWith(start)));
  const paths = [...code.matchAll(/\\?\/v1\\?\/([a-z-]+)/g)].map(([, part]) => `/v1/${part}`);
  const found = [...quoted.filter((word) => names.has(word)), ...patterns, ...paths];
  return [...new Set(found)].toSorted();
}

describe('the doorway and the operations floor', () => {
  it('name no operation and no address of a group, but for those with a reason', () => {
    const found = [...sources('src/{doors/http,operations,tools/answers,tools/sockets}/**/*.ts')]
      .map(([path, text]) => [path, wordsIn(text)] as const)
      .filter(([, words]) => words.length > 0);
    expect(Object.fromEntries(found)).toEqual(needed);
  });

  it('name no parameter of a path that only some groups have', () => {
    const special = ['credential_id', 'version_number'];
    const found = [
      ...sources('src/{doors/http,operations,tools/answers,tools/sockets}/**/*.ts'),
    ].flatMap(([path, text]) =>
      special.filter((name) => withoutComments(text).includes(name)).map((name) => [path, name]),
    );
    expect(found).toEqual([]);
  });

  it('a word of a group would be found (the check can fail)', () => {
    expect(wordsIn("if (route.id === 'transaction.run') x();")).toEqual(['transaction.run']);
    expect(wordsIn("/** 'view.get' */ ask('object_get', {})")).toEqual(['object_get']);
    expect(wordsIn('/^(key\\.|transaction\\.run)/')).toEqual(['key.', 'transaction.run']);
    expect(wordsIn('!/^\\/v1\\/usage$/')).toEqual(['/v1/usage']);
  });
});

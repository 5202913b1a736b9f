import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const most = 400;

it('no file is longer than 400 lines: a longer one has two subjects', () => {
  const long = [...sources('{src,test,sql,bench}/**/*.{ts,sql}')]
    .map(([path, text]) => [path, text.split('\n').length - 1] as const)
    .filter(([, lines]) => lines > most);
  expect(long).toEqual([]);
});

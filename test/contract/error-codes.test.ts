import { glob, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/ground/errors.ts';

const root = new URL('../../', import.meta.url);

async function sources(pattern: string): Promise<string> {
  const files = await Array.fromAsync(glob(pattern, { cwd: root }));
  return (await Promise.all(files.map((file) => readFile(new URL(file, root), 'utf8')))).join('\n');
}

describe('the error codes', () => {
  it('raised in SQL are on the list, with the status that it gives them', async () => {
    const sql = await sources('sql/**/*.sql');
    const raised = [...sql.matchAll(/app\.(?:fail|refuse)\(\s*(\d{3}),\s*'([A-Z_]+)'/g)].map(
      ([, status, code]) => [code, Number(status)],
    );
    expect(raised.length).toBeGreaterThan(20);
    const listed = raised.map(([code]) => [code, errorCodes[code as keyof typeof errorCodes]?.[0]]);
    expect(raised).toEqual(listed);
  });

  it('on the list are raised somewhere', async () => {
    const raising = (await sources('sql/**/*.sql')) + (await sources('src/**/*.ts'));
    const withoutList = raising.replace(
      await readFile(new URL('src/ground/error-codes.ts', root), 'utf8'),
      '',
    );
    // ApiError.invalid, in the file of the list itself.
    const unused = Object.keys(errorCodes).filter(
      (code) => code !== 'VALIDATION_ERROR' && !withoutList.includes(`'${code}'`),
    );
    expect(unused).toEqual([]);
  });
});

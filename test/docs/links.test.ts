import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inlineCode, isExample, pages, root } from './pages.ts';

/** The heading's anchor as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

describe.each(Object.entries(pages))('%s', (path, text) => {
  it('links to files and headings that are there', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const found = file ? join(root, dirname(path), file) : join(root, path);
      expect(existsSync(found), target).toBe(true);
      if (!anchor) continue;
      const headings = [...readFileSync(found, 'utf8').matchAll(/^#+ (.+)$/gm)];
      expect(headings.map(([, heading = '']) => anchorOf(heading))).toContain(anchor);
    }
  });

  it('has tables whose rows are whole', () => {
    const prose = text.replaceAll(/^```.*?^```/gms, '');
    for (const [table] of prose.matchAll(/(?:^\|.*\n)+/gm)) {
      const rows = table.trimEnd().split('\n');
      const cells = rows.map((row) => row.split(/(?<!\\)\|/).length);
      expect([rows[1], new Set(cells).size]).toEqual([expect.stringMatching(/^\|[ :|-]+\|$/), 1]);
    }
    // A line right behind a table, or a row by itself, would be shown as text.
    expect(prose).not.toMatch(/^\|.*\n(?![|\n])./m);
  });

  it('names files that are there', () => {
    for (const code of inlineCode(text)) {
      const isPath = /^(bench|bin|deploy|docs|migrations|sql|src|test)\/[\w./-]*$/.test(code);
      if (isPath && !isExample(code)) expect(existsSync(join(root, code)), code).toBe(true);
    }
  });
});

it('messages, descriptions and comments name pages that are there', () => {
  const named = globSync(['src/**/*.ts', 'sql/**/*.sql'], { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/docs\/[\w/-]+\.md/g)].map(
      ([page]) => page,
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((page) => !existsSync(join(root, page)))).toEqual([]);
});

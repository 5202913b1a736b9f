import { existsSync, readFileSync } from 'node:fs';
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

  it('names files that are there', () => {
    for (const code of inlineCode(text)) {
      const isPath = /^(bench|bin|deploy|docs|migrations|sql|src|test)\/[\w./-]*$/.test(code);
      if (isPath && !isExample(code)) expect(existsSync(join(root, code)), code).toBe(true);
    }
  });
});

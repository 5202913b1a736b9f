import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { blocks, inlineCode, pages, root } from './pages.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Every `insula …` in the prose and in the blocks of a page, without `insula` itself. */
function commandsIn(text: string): string[] {
  const lines = blocks(text, 'sh').flatMap((block) => block.split('\n'));
  const inBlocks = lines.flatMap((line) => /(?:npx|exec \w+) insula ([^#]+)/.exec(line)?.[1] ?? []);
  const inProse = inlineCode(text).flatMap(
    (code) => /^(?:npx )?insula (.+)$/.exec(code)?.[1] ?? [],
  );
  return [...inBlocks, ...inProse].map((words) => words.trim());
}

const program = await createProgram();

/** `tenant create\|list`, `start --api-only`: each alternative is a command, each option one of the command. */
function check(line: string): void {
  let commands: Command[] = [program];
  for (const word of line.split(' ')) {
    const first = commands[0] as Command;
    if (word.startsWith('--')) {
      const known = ['--help', ...first.options.map(({ long }) => long)];
      expect(known, line).toContain(word);
    } else if (first.commands.length > 0) {
      const next = word.split(/\\?\|/).map((name) => first.commands.find((c) => c.name() === name));
      expect(next, line).not.toContain(undefined);
      commands = next as Command[];
    } // else an argument
  }
}

describe.each(Object.entries(pages))('%s', (_, text) => {
  it('names scripts that are there', () => {
    for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty([script]);
  });

  it('names commands and options that are there', () => {
    for (const line of commandsIn(text)) check(line);
  });
});

/** `tenant create`, `migrate up`, `start`: what can be called. */
const leaves = (command: Command): string[] =>
  command.commands.length === 0
    ? [command.name()]
    : command.commands.flatMap((child) =>
        command === program
          ? leaves(child)
          : leaves(child).map((name) => `${command.name()} ${name}`),
      );

it('the table of README.md has every command', () => {
  const table = inlineCode(pages['README.md'] as string).flatMap((code) => {
    const [, words] = /^insula ([\w-]+(?: \S+)*)$/.exec(code) ?? [];
    const [first = '', second = ''] = (words ?? '').split(' ');
    return second.split(/\\?\|/).flatMap((name) => [first, `${first} ${name}`]);
  });
  const missing = leaves(program).filter((name) => !table.includes(name));
  expect(missing).toEqual([]);
});

/** Client programs of PostgreSQL, which do not come with Insula. */
const clients = /(^|[\s|(])(psql|pg_(basebackup|dump|dumpall|restore))\s/m;

it('pages that run client programs of PostgreSQL name what to install', () => {
  const using = Object.entries(pages).filter(([, text]) =>
    ['sh', 'bash'].some((kind) => blocks(text, kind).some((block) => clients.test(block))),
  );
  expect(using.length).toBeGreaterThan(2);
  for (const [page, text] of using)
    expect([page, text]).toEqual([page, expect.stringContaining('postgresql-client-18')]);
});

it('the commands of the pages are looked at', () => {
  const all = Object.values(pages).flatMap(commandsIn);
  expect(all).toContain('tenant create Acme --plan pro');
  expect(all).toContain('tenant create\\|list\\|suspend\\|activate');
  expect(() => check('tenant nonsense')).toThrow();
  expect(() => check('start --nonsense')).toThrow();
});

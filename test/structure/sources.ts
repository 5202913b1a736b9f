import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** One import of a file of src/ by another, both as paths from the root. */
export interface Import {
  from: string;
  to: string;
  /** Only types: nothing is loaded. */
  isType: boolean;
  /** `import('…')`: loaded when it is called. */
  isLazy: boolean;
}

/** The files that match, by their paths from the root, with what they say. */
export const sources = (pattern: string): Map<string, string> =>
  new Map(
    globSync(pattern, { cwd: root })
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

/** The function that a file of sql/ makes: `schema.name`. */
export const functionIn = (text: string): string | undefined =>
  /^create or replace function (\w+\.\w+)/m.exec(text)?.[1];

/** The calls of a file with one function: `schema.name`, each once. */
export function callsOf(text: string): string[] {
  const code = text.replace(/--[^\n]*/g, '').replace(/^comment on [\s\S]*/m, '');
  const calls = [...code.matchAll(/\b(\w+\.\w+)\s*\(/g)].map(([, call]) => call ?? '');
  return [...new Set(calls)];
}

const statement = /^(?:import|export)\s(type\s)?([^;]*?)from '(\.[^']+)';/gm;
const bare = /^import '(\.[^']+)';/gm;
const lazy = /\bimport\('(\.[^']+)'\)/g;

/** The imports of a file from its own project. */
export function importsOf(path: string, text: string): Import[] {
  const at = (to: string) => normalize(join(dirname(path), to));
  return [
    ...[...text.matchAll(statement)].map(([, type, names = '', to = '']) => ({
      from: path,
      to: at(to),
      isType: Boolean(type) || hasTypesOnly(names),
      isLazy: false,
    })),
    ...[...text.matchAll(bare)].map(([, to = '']) => ({
      from: path,
      to: at(to),
      isType: false,
      isLazy: false,
    })),
    ...[...text.matchAll(lazy)].map(([, to = '']) => ({
      from: path,
      to: at(to),
      isType: false,
      isLazy: true,
    })),
  ];
}

/** The modules whose addresses a file names for a thread or a process, and those whose types it adds to. */
export const modulesNamedIn = (path: string, text: string): Import[] =>
  [...text.matchAll(/new URL\(\s*'(\.[^']+\.ts)'|^declare module '(\.[^']+)'/gm)].map(
    ([, address, module]) => ({
      from: path,
      to: normalize(join(dirname(path), (address ?? module) as string)),
      isType: module !== undefined,
      isLazy: address !== undefined,
    }),
  );

/** `{ type A, type B }` */
function hasTypesOnly(names: string): boolean {
  const list = /^\{([^}]*)\}\s*$/.exec(names.trim())?.[1];
  const each = list?.split(',').map((name) => name.trim());
  return each?.every((name) => name === '' || name.startsWith('type ')) ?? false;
}

/** The sets of nodes from each of which every other is reached: circles, of two nodes at least. */
export function circles(edges: Array<[from: string, to: string]>): string[][] {
  const next = Map.groupBy(edges, ([from]) => from);
  const reach = new Map<string, Set<string>>();
  for (const start of next.keys()) {
    const seen = new Set<string>();
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop())
      for (const [, to] of next.get(node) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        open.push(to);
      }
    reach.set(start, seen);
  }
  const found = new Map<string, string[]>();
  for (const [node, seen] of reach) {
    const circle = [...seen].filter((other) => other !== node && reach.get(other)?.has(node));
    if (circle.length > 0) {
      const all = [node, ...circle].sort();
      found.set(all.join(), all);
    }
  }
  return [...found.values()];
}

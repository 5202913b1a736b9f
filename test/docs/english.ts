import { readFileSync } from 'node:fs';
import { sources } from '../structure/sources.ts';

/** A text that people read, and its place. */
export interface Text {
  at: string;
  text: string;
}

/** Habits of translated English, each with a way out; CONTRIBUTING.md has examples. */
export const habits = {
  opener: /^(?:What|Who|Whoever|Whose|Whom)\b(?!.*\?)/,
  person: /\b(?:nobody|somebody|everybody|anybody|whoever)\b/i,
  none: /(?<!\bthere )\b(?:is|are) none\b/,
  alone: /\balone(?:[.,;:]|$)/,
  too: /, too(?:[.,;:]|$)/,
  ours: /\bof (?:ours|theirs)\b/,
  along: /\b(?:comes?|takes?|goes) along\b/,
} as const;

export type Habit = keyof typeof habits;

/** The texts with a habit, as lines that name the place. */
export const withHabit = (texts: Text[], habit: Habit): string[] =>
  texts.filter(({ text }) => habits[habit].test(text)).map(({ at, text }) => `${at}: ${text}`);

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length;

/** The matches of a pattern in files, by their first group. */
function found(pattern: string, text: RegExp, tidy = (source: string) => source): Text[] {
  return [...sources(pattern)].flatMap(([path, source]) => {
    const tidied = tidy(source);
    return [...tidied.matchAll(text)].map((match) => ({
      at: `${path}:${lineOf(tidied, match.index)}`,
      text: (match[1] ?? match[2] ?? '').trim(),
    }));
  });
}

/** The sentences of the comments in files: each block, each run of single lines, each comment behind code. */
function commentsIn(pattern: string, blocks: RegExp[]): Text[] {
  const found = [...sources(pattern)].flatMap(([path, source]) =>
    blocks.flatMap((block) =>
      [...source.matchAll(block)].map((match) => ({
        at: `${path}:${lineOf(source, match.index)}`,
        text: (match[1] ?? '').replaceAll(/\n[ \t]*(?:\*|\/\/|--)?[ \t]*/g, ' ').trim(),
      })),
    ),
  );
  return found
    .filter(({ text }) => !text.startsWith('biome-ignore'))
    .flatMap(({ at, text }) =>
      text.split(/(?<=[.!?]) (?=[A-Z`@])/).map((one) => ({ at, text: one })),
    );
}

const ofTypeScript = [
  /\/\*\*\s*(?:\* )?(.*?)\s*\*\//gs,
  /^[ \t]*\/\/ (.*(?:\n[ \t]*\/\/ .*)*)/gm,
  /[;,{)\]] {1,2}\/\/ (.*)$/gm,
];

/** The sentences of all comments, by part of the repository. */
export const comments = {
  src: commentsIn('src/**/*.ts', ofTypeScript),
  sql: [
    ...found('sql/**/*.sql', /comment on [^;']*? is\s+E?'((?:[^'\n\\]|'')*)/g),
    ...commentsIn('sql/**/*.sql', [
      /^[ \t]*-- (.*(?:\n[ \t]*-- .*)*)/gm,
      /[;,(){] {1,2}-- (.*)$/gm,
    ]),
  ],
  others: commentsIn('{test,bench,bin}/**/*.{ts,js}', ofTypeScript),
};

const joined = (source: string) => source.replaceAll(/'\s*\n\s*'/g, '');
const withoutComments = (source: string) =>
  source
    .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1');

/** Texts of several words that functions of SQL answer or refuse with: no comments, no statements. */
export const sqlMessages: Text[] = found(
  'sql/[1-7]*/**/*.sql',
  /'((?:[A-Z%]|is|are|must|needs|cannot|has)(?:[^'\n]|'')* (?:[^'\n]|'')*)'/g,
  (source) =>
    joined(source)
      .replaceAll(/comment on .*/gs, '')
      .replaceAll(/--.*$/gm, ''),
);

/** Sentences among the strings of TypeScript: errors, descriptions, help. */
export const srcMessages: Text[] = found(
  'src/**/*.ts',
  /'((?:[^'\\\n]|\\.)+ (?:[^'\\\n]|\\.)+ (?:[^'\\\n]|\\.)+)'|`([^`\n]+ [^`\n]+ [^`\n]+)`/g,
  withoutComments,
).filter(({ at }) => !/^src\/(demo|groups\/ai\/handlers\/grounding|groups\/sql\/allowed)/.test(at));

/** The comments on tables, as the migrations have left them. */
export const tableComments: Text[] = [
  ...readFileSync('docs/reference/schema.sql', 'utf8').matchAll(
    /^comment on table (app\.\S+) is '((?:[^']|'')*)';$/gm,
  ),
].map(([, at = '', text = '']) => ({ at, text }));

/** The titles of tests, each as the beginning of a sentence. */
export const titles: Text[] = found(
  'test/**/*.test.ts',
  /\b(?:it|test|describe)(?:\.\w+)*(?:<[^(]*>)?(?:\((?:[^()'`]|\([^()]*\))*\))?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`([^`]*)`)/g,
).map(({ at, text }) => ({ at, text: text.charAt(0).toUpperCase() + text.slice(1) }));

/** The sentences of a page outside of code and of the heads of tables, without the signs of lists and tables. */
export function proseOf(path: string, text: string): Text[] {
  const prose = text
    .replaceAll(/^```.*?^```/gms, (code) => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^\|.*\n(?=\|[-| ]+\|$)/gm, '\n');
  return prose.split('\n').flatMap((line, index) =>
    line
      .replace(/^(?:[-*] |\d+\. )/, '')
      .replaceAll(/`[^`]*`/g, '`…`')
      .split(/(?<!\\)\||(?<=[.!?]) /)
      .map((sentence) => ({ at: `${path}:${index + 1}`, text: sentence.trim() })),
  );
}

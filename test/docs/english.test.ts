import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { errorCodes } from '../../src/ground/error-codes.ts';
import { groups } from '../../src/groups/index.ts';
import {
  comments,
  type Habit,
  habits,
  proseOf,
  sqlMessages,
  srcMessages,
  type Text,
  tableComments,
  titles,
  withHabit,
} from './english.ts';
import { pages } from './pages.ts';

const all = Object.keys(habits) as Habit[];

/** Every summary and description of the API, once. */
const described = new Map<string, Text>();
const walk = (value: unknown, at: string): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'string' && (key === 'summary' || key === 'description'))
      described.set(member, described.get(member) ?? { at: `${at}/${key}`, text: member });
    else walk(member, `${at}/${key}`);
  }
};
walk(openApiDocument(groups, 'http://localhost'), '');

describe('plain English', () => {
  it.each(all)('in summaries and descriptions of the API: %s', (habit) => {
    const texts = [...described.values()];
    expect(texts.length).toBeGreaterThan(1_000);
    expect(withHabit(texts, habit)).toEqual([]);
  });

  it.each(all)('in meanings and remedies of errors: %s', (habit) => {
    const texts = Object.entries(errorCodes).flatMap(([code, [, meaning, remedy]]) =>
      [meaning, remedy].map((text) => ({ at: code, text })),
    );
    expect(withHabit(texts, habit)).toEqual([]);
  });

  it.each(all)('in comments on tables: %s', (habit) => {
    expect(tableComments.length).toBeGreaterThan(130);
    expect(withHabit(tableComments, habit)).toEqual([]);
  });

  it('in comments on tables, which name what a row is', () => {
    const asking = tableComments.filter(({ text }) => /^(?:Which|When|How|Where|Why)\b/.test(text));
    expect(asking).toEqual([]);
  });

  const inMessages = all.filter((habit) => habit !== 'opener');

  it.each(inMessages)('in messages of SQL functions: %s', (habit) => {
    expect(sqlMessages.length).toBeGreaterThan(400);
    expect(withHabit(sqlMessages, habit)).toEqual([]);
  });

  it.each(inMessages)('in sentences of TypeScript: %s', (habit) => {
    expect(srcMessages.length).toBeGreaterThan(1_000);
    expect(withHabit(srcMessages, habit)).toEqual([]);
  });

  it.each(all)('in titles of tests: %s', (habit) => {
    expect(titles.length).toBeGreaterThan(4_000);
    expect(withHabit(titles, habit)).toEqual([]);
  });
});

/**
 * Places that are still to be rewritten. A number may only fall: lower it when you have rewritten some, and write new
 * text without these habits.
 */
const kept = {
  'comments in src': { texts: comments.src, most: {} },
  'comments in sql': { texts: comments.sql, most: {} },
  'comments in tests, benchmarks and bin': { texts: comments.others, most: {} },
  pages: {
    texts: Object.entries(pages)
      // The first is generated from comments on tables, the second quotes the habits.
      .filter(([path]) => path !== 'docs/inside/data-model.md' && path !== 'CONTRIBUTING.md')
      .flatMap(([path, text]) => proseOf(path, text)),
    most: {},
  },
} satisfies Record<string, { texts: Text[]; most: Partial<Record<Habit, number>> }>;

describe.each(Object.entries(kept))('%s', (_, { texts, most }) => {
  it.each(all)('do not get more of: %s', (habit) => {
    const places = withHabit(texts, habit);
    const limit = (most as Partial<Record<Habit, number>>)[habit] ?? 0;
    expect(places.length, `at most ${limit}:\n${places.join('\n')}`).toBeLessThanOrEqual(limit);
  });
});

import type { z } from 'zod';
import { nearestName } from './nearest.ts';

type Issue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a URL',
  datetime: 'a time with a time zone, such as 2026-11-20T18:23:00Z',
  date: 'a date, such as 2026-11-20',
  uuid: 'a UUID',
};

/** The most faults that are reported for one request. */
export const maxFaults = 50;
const maxNames = 20;

/** Suggests what to do about a name that is not known. */
export function hintFor(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  if (nearest !== undefined) return `is not known here; did you mean \`${nearest}\`?`;
  const some = known.slice(0, maxNames).join(', ');
  if (known.length === 0) return 'is not known here: nothing is accepted';
  return `is not known here; the known names are ${some}${known.length > maxNames ? ', …' : ''}`;
}

/** A hint for each of the names, one in a line. */
export const hintsFor = (given: readonly string[], known: readonly string[]): string =>
  given
    .slice(0, maxFaults)
    .map((name) => hintFor(name, known))
    .join('\n');

const namesOf = (schema: unknown): string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

/** Explains what a field must be, in words that follow its name: `limit: must be at most 100`. For zod's `error` option. */
export function explainIssue(issue: Issue): string | undefined {
  if (
    issue.input === undefined &&
    (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  )
    return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return size(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return size(issue.origin, 'at most', Number(issue.maximum));
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in another format'}`;
    case 'invalid_union':
      return [...new Set(issue.errors.map(([first]) => first?.message))].join(', or ');
    case 'unrecognized_keys':
      return hintsFor(issue.keys, namesOf(issue.inst));
    default:
      return undefined;
  }
}

function size(origin: string, bound: string, limit: number): string {
  const items = limit === 1 ? 'item' : 'items';
  if (origin === 'string')
    return limit === 1 && bound === 'at least'
      ? 'must not be empty'
      : `must have ${bound} ${limit} characters`;
  return origin === 'array' || origin === 'set'
    ? `must contain ${bound} ${limit} ${items}`
    : `must be ${bound} ${limit}`;
}

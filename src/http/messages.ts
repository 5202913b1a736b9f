import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: 'a text',
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
  datetime: 'a time with its zone, such as 2026-11-20T18:23:00Z',
  date: 'a date, such as 2026-11-20',
  uuid: 'a UUID',
};

/** What a field must be, in words that follow its name: `limit: must be at most 100`. For zod's `error` option. */
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
      return `must be ${formats[issue.format] ?? 'of another form'}`;
    case 'invalid_union':
      return [...new Set(issue.errors.map(([first]) => first?.message))].join(', or ');
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
    ? `must hold ${bound} ${limit} ${items}`
    : `must be ${bound} ${limit}`;
}

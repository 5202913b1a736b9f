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

const allKinds = new Set(Object.values(kinds).map((kind) => `must be ${kind}`));
/** Whether a message is about a value as a whole being of the wrong kind. */
export const saysKind = (message: string): boolean => allKinds.has(message);

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

/** Looks for the known name that was meant. */
type Nearest = typeof nearestName;
/** For how many names of one request the nearest is looked for: it may hold thousands, and takes as long for each. */
const maxNearest = 100;

/** Suggests what to do about a name that is not known. */
function hintFor(given: string, known: readonly string[], nearestOf: Nearest): string {
  const nearest = nearestOf(given, known);
  if (nearest !== undefined) return `is not known here; did you mean \`${nearest}\`?`;
  const some = known.slice(0, maxNames).join(', ');
  if (known.length === 0) return 'is not known here: nothing is accepted';
  return `is not known here; the known names are ${some}${known.length > maxNames ? ', …' : ''}`;
}

/** A hint for each of the names, one in a line. */
export const hintsFor = (
  given: readonly string[],
  known: readonly string[],
  nearestOf: Nearest = nearestName,
): string =>
  given
    .slice(0, maxFaults)
    .map((name) => hintFor(name, known, nearestOf))
    .join('\n');

const namesOf = (schema: unknown): string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

/**
 * Explains what a field must be, in words that follow its name: `limit: must be at most 100`. For zod's `error` option, of one
 * request.
 */
export function issueExplainer(): (issue: Issue) => string | undefined {
  let left = maxNearest;
  const nearestOf: Nearest = (given, known) => (left-- > 0 ? nearestName(given, known) : undefined);
  return (issue) => explainIssue(issue, nearestOf);
}

function explainIssue(issue: Issue, nearestOf: Nearest): string | undefined {
  if (
    issue.input === undefined &&
    (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  )
    return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return oneOf(issue.values, issue.input, nearestOf);
    case 'too_small':
      return size(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return size(issue.origin, 'at most', Number(issue.maximum));
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? formatOf(issue)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return `is not a name that can be used: ${issue.issues[0]?.message ?? 'choose another'}`;
    case 'invalid_union':
      return issue.errors.length > 0 ? eitherOf(issue.errors) : variantOf(issue, nearestOf);
    case 'unrecognized_keys':
      return hintsFor(issue.keys, namesOf(issue.inst), nearestOf);
    default:
      return undefined;
  }
}

const oneOf = (values: readonly unknown[], given: unknown, nearestOf: Nearest): string => {
  const names = values.map(String);
  if (names.length === 1) return `must be ${names[0]}`;
  const nearest = typeof given === 'string' ? nearestOf(given, names) : undefined;
  const all = `must be one of ${names.join(', ')}`;
  return nearest === undefined ? all : `${all}; did you mean \`${nearest}\`?`;
};

function formatOf({
  pattern,
  prefix,
  suffix,
  includes,
}: Extract<Issue, { code: 'invalid_format' }>) {
  if (prefix) return `a text that begins with ${prefix}`;
  if (suffix) return `a text that ends with ${suffix}`;
  if (includes) return `a text that contains ${includes}`;
  return `a text that matches ${pattern}`;
}

/** The value of the member that tells the shapes of a union apart is missing or unknown. */
function variantOf(
  { input, discriminator, options }: Extract<Issue, { code: 'invalid_union' }>,
  nearestOf: Nearest,
) {
  const given = (input as Record<string, unknown> | undefined)?.[String(discriminator)];
  const known = oneOf((options ?? []) as unknown[], given, nearestOf);
  return given === undefined ? `is required, and ${known}` : known;
}

/** The value has none of several kinds, or which of them was meant is not clear. */
function eitherOf(options: z.core.$ZodIssue[][]): string {
  const all = options.flatMap(([first]) => (first ? [saidOf(first)] : []));
  const [first, ...others] = new Set(all);
  return [first, ...others.map((text) => text.replace(/^must be /, ''))].join(', or ');
}

const saidOf = ({ path, message }: z.core.$ZodIssue): string =>
  path.length > 0 ? `${pathText(path)} ${message}` : message.replaceAll('\n', ', ');

/** `objects[3].properties` */
export function pathText(path: PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index ? `.${String(step)}` : String(step),
    )
    .join('');
}

function size(origin: string, bound: string, limit: number): string {
  const items = limit === 1 ? 'item' : 'items';
  if (origin === 'string')
    return limit === 1 && bound === 'at least'
      ? 'must not be empty'
      : `must have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  return origin === 'array' || origin === 'set'
    ? `must contain ${bound} ${limit} ${items}`
    : `must be ${bound} ${limit}`;
}

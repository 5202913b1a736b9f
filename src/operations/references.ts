import type { z } from 'zod';
import { ApiError } from '../ground/errors.ts';

/** A text with references, ready to be filled in by app.references_fill. */
export interface Reference {
  /** Its place in the arguments. */
  at: string[];
  /**
   * Literal texts, and where in the data of which earlier step to look. A single place without other text gives its
   * value unchanged.
   */
  parts: Array<string | { step: number; path: string[] }>;
  /** Only a text will do there: numbers become texts, anything else is refused. */
  is_text: boolean;
}

export const maxReferences = 1000;

/**
 * `{{name.data.field}}`; with a backslash before it, the braces are text.
 *
 * Not a template of app.template_fill: references are found before the call, in a request of any operation, where the same
 * braces may be text that is to be stored (of a mail, of an automation). So only what begins with a name and a dot refers,
 * it can be escaped, it has no default, and the schema of its place decides whether a value keeps its type.
 */
const pattern = /(\\?)\{\{\s*([A-Za-z_][\w-]{0,62})\.([^{}]*?)\s*\}\}/g;

/** Whether a text refers to something. */
export const refers = (text: string): boolean =>
  [...text.matchAll(pattern)].some(([, backslash]) => backslash === '');

/**
 * The references in the arguments of a step. Escaped braces lose their backslash on the way.
 * @param steps the numbers of the steps before it, by name
 * @param isText whether only a text will do in a place
 * @throws 400 for a reference to no earlier step, or to something other than its data
 */
export function findReferences(
  args: object,
  steps: ReadonlyMap<string, number>,
  isText: (at: string[]) => boolean,
): Reference[] {
  const found: Reference[] = [];
  const visit = (holder: object, at: string[]) => {
    for (const [name, value] of Object.entries(holder)) {
      const place = [...at, name];
      if (typeof value === 'object' && value !== null) visit(value, place);
      if (typeof value !== 'string' || !value.includes('{{')) continue;
      const parts = partsOf(value, steps);
      if (parts.some((part) => typeof part !== 'string'))
        found.push({ at: place, parts, is_text: isText(place) });
      // Defined, not assigned: the name may be __proto__.
      else Object.defineProperty(holder, name, { value: parts.join(''), enumerable: true });
    }
  };
  visit(args, []);
  return found;
}

function partsOf(text: string, steps: ReadonlyMap<string, number>): Reference['parts'] {
  const parts: Reference['parts'] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, backslash, name = '', rest = ''] = match;
    const before = text.slice(end, match.index);
    if (before) parts.push(before);
    parts.push(
      backslash ? whole.slice(1) : { step: stepOf(whole, name, steps), path: pathOf(whole, rest) },
    );
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function stepOf(whole: string, name: string, steps: ReadonlyMap<string, number>): number {
  const step = steps.get(name);
  if (step !== undefined) return step;
  const known =
    steps.size > 0 ? `known ids: ${[...steps.keys()].join(', ').slice(0, 200)}` : 'there are none';
  throw unknown(whole, `no earlier request has the id ${name} (${known})`);
}

function pathOf(whole: string, rest: string): string[] {
  const [data, ...path] = rest.split('.');
  if (data === 'data' && path.every((step) => step !== '')) return path;
  throw unknown(whole, 'a reference has the form {{id.data.field}}');
}

const unknown = (whole: string, why: string): ApiError => {
  const message = `${whole.slice(0, 100)} refers to nothing: ${why}. Write \\{{ for literal braces`;
  return new ApiError('VALIDATION_ERROR', message, {
    details: [{ code: 'unknown_reference', message }],
  });
};

/**
 * Where in a body only a text will do: a number in the place of each reference shows it.
 * @returns the paths that a schema then complains of
 */
export function textPlaces(schema: z.ZodObject, body: unknown): string[][] {
  const { error } = schema.safeParse(withNumbers(body));
  return error?.issues.map(({ path }) => path.map(String)) ?? [];
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'string') return refers(value) ? 0.5 : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNumbers(one)]));
}

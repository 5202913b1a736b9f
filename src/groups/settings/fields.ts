import { z } from 'zod';

/** The shapes of settings. */

export type Fields = Record<string, z.ZodType>;

/** A change of some fields: what is left out stays, null goes back to the default. */
export const changesOf = (fields: Fields) =>
  z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullish()])),
  );
/** The same fields as they are read. Only those that are named may be null, or missing. */
export const readOf = (fields: Fields, nullable: string[] = [], optional: string[] = []) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const shown = nullable.includes(name) ? field.nullable() : field;
        return [name, optional.includes(name) ? shown.optional() : shown];
      }),
    ),
  );

export const whole = (min: number, max: number) => z.number().int().min(min).max(max);
export const text = (max: number) => z.string().min(1).max(max);
export const roleName = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/, 'must be the name of a role');
export const webUrl = z
  .string()
  .max(2000)
  .refine((value) => isUrl(value, ['http:', 'https:']), 'must be an http or https URL');
export function isUrl(value: string, protocols: string[]): boolean {
  if (/[\s\\<>"]/.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocols.includes(protocol) && username === '' && password === '';
}

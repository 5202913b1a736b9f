import { z } from 'zod';

/** The documentation of a variable, also used in error messages. */
interface About {
  about: string;
  example: string;
  /** The effect of leaving it out, if there is no plain default. */
  without?: string;
  /** Never shown, not even when wrong. */
  secret?: boolean;
}

/** The documentation of each variable, next to its schema. */
export const documentation = z.registry<About>();

export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

export const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be "on" or "off"')
    .default(fallback)
    .transform((value) => ['on', 'true', '1'].includes(value));

export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)),
      `must be a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`,
    );

export const list = (isItem: (item: string) => boolean, fault: string, fallback = '') =>
  z
    .string()
    .default(fallback)
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .refine((items) => items.every(isItem), fault);

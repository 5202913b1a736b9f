import { parse } from 'lossless-json';
import { ApiError } from '../errors.ts';
import { canonical } from './canonical.ts';
import { checkShape } from './json-body.ts';
import { faultOfNumber, mayHoldUnkeepable } from './json-values.ts';

/** A value in JSON of others that cannot be kept as it is. */
export interface ForeignFault {
  /** Its names shortened: one of a megabyte may hold thousands of faults. */
  path: Array<string | number>;
  code: string;
  message: string;
}

/** JSON of others: what can be kept of it, and what cannot. */
export interface Foreign {
  value: unknown;
  faults: ForeignFault[];
}

const maxDepth = 64;
/** Of a name in a path: more than a property's may have. */
const maxNameShown = 255;
/** A document with more faults than this was not meant to be sent. */
const maxFaults = 10_000;

/**
 * Reads JSON that others wrote, whatever it holds: texts come without NUL and half surrogates, numbers that would be changed come as
 * texts of their digits, and what is nested too deeply is null. Each of these is a fault.
 * @param maxValues how many keys and values it may hold
 * @throws ApiError for what is not JSON at all
 */
export function readForeign(text: string, maxValues = Number.POSITIVE_INFINITY): Foreign {
  // A NUL that is not escaped is not JSON, but plain enough.
  const json = text.includes('\0') ? text.replaceAll('\0', '\\u0000') : text;
  checkShape(json, maxValues, Number.POSITIVE_INFINITY);
  try {
    if (!mayHoldUnkeepable(json) && !isDeep(json))
      return { value: canonical(JSON.parse(json)), faults: [] };
    const faults: ForeignFault[] = [];
    const value = parse(json, undefined, {
      parseNumber: (source) => {
        const fault = faultOfNumber(source);
        return fault ? new Written(source, fault) : Number(source);
      },
      onDuplicateKey: ({ newValue }) => newValue,
    });
    return { value: canonical(kept(value, [], faults)), faults };
  } catch (error) {
    const why = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message;
    throw new ApiError('INVALID_JSON', `It is not valid JSON: ${why}`);
  }
}

/** A value that was read by others, without what cannot be kept: see `readForeign`. */
export const keepableValue = (value: unknown): unknown => kept(value, [], []);

/** Without NUL and half surrogates, which PostgreSQL keeps in no text. */
export const keepableText = (text: string): string =>
  text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '');

/** `data.items[3].name` */
export const pathText = (path: Array<string | number>): string =>
  path
    .map((step, n) => (typeof step === 'number' ? `[${step}]` : n > 0 ? `.${step}` : step))
    .join('')
    .slice(0, 200);

/** A number as it was written. */
class Written {
  readonly source: string;
  readonly fault: { code: string; message: string };

  constructor(source: string, fault: { code: string; message: string }) {
    this.source = source;
    this.fault = fault;
  }
}

function isDeep(json: string): boolean {
  try {
    checkShape(json, Number.POSITIVE_INFINITY, maxDepth);
    return false;
  } catch {
    return true;
  }
}

function kept(value: unknown, path: ForeignFault['path'], faults: ForeignFault[]): unknown {
  const add = (fault: { code: string; message: string }) => {
    if (faults.length >= maxFaults)
      throw new Error(`more than ${maxFaults} of its values cannot be kept`);
    faults.push({ path, ...fault });
  };
  if (typeof value === 'string') {
    const fault = faultOfText(value);
    if (fault) add(fault);
    return fault ? keepableText(value) : value;
  }
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    add({ code: 'not_finite', message: 'is not a finite number' });
    return String(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Written) {
    add(value.fault);
    return value.source;
  }
  if (path.length >= maxDepth) {
    add({ code: 'too_deep', message: `is nested more than ${maxDepth} levels deep` });
    return null;
  }
  if (Array.isArray(value)) return value.map((item, n) => kept(item, [...path, n], faults));
  const map: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const fault = faultOfText(name);
    const shown = fault ? keepableText(name) : name;
    if (fault) add({ ...fault, message: `has a name that ${fault.message}` });
    // Also __proto__ is a name like any other.
    Object.defineProperty(map, shown, {
      value: kept(one, [...path, shown.slice(0, maxNameShown)], faults),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return map;
}

function faultOfText(text: string): { code: string; message: string } | undefined {
  if (text.includes('\0'))
    return { code: 'nul', message: 'holds a NUL character, which cannot be stored' };
  return text.isWellFormed()
    ? undefined
    : { code: 'surrogate', message: 'holds half of a surrogate pair, which is not a character' };
}

/** Parts of answers that differ from run to run, and what stands in their place. */
const moment = '2026-11-20T18:23:00.123456+00:00';
const second = 1_795_198_980;
const host = 'https://api.example.com';

const idPattern = /\b([a-z]{2,8})_[0-9a-f]{32}\b/g;
const uuidPattern = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const momentPattern = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)/g;
const hostPattern = /\b(https?|wss?):\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?/g;
const addressPattern = /(::ffff:)?\b127\.\d+\.\d+\.\d+\b/g;
/** Texts that look random: tokens, hashes, signatures, cursors. */
export const randomPattern = /[\w+=~-]{16,}/g;
const secretField = /(^|_)(secret|password|token|tokens|codes?|otp|signature|nonce|challenge)$/;

const lengthOfTexts = 160;
const lengthOfLists = 2;

/** Numbers the different ids of one answer, so that the same one stays the same. */
class Ids {
  /** How many items of a list are shown. */
  readonly mostItems: number;
  private readonly known = new Map<string, string>();

  constructor(mostItems: number) {
    this.mostItems = mostItems;
  }

  of(id: string, made: (number: string) => string): string {
    const number = (this.known.size + 1).toString(16).padStart(2, '0');
    const name = this.known.get(id) ?? made(number);
    this.known.set(id, name);
    return name;
  }
}

/** An answer that is the same from run to run, small, and without secrets. */
export function normalised(data: unknown, mostItems = lengthOfLists): unknown {
  return walk(data, '', new Ids(mostItems));
}

function walk(value: unknown, name: string, ids: Ids): unknown {
  if (typeof value === 'string') return textOf(value, name, ids);
  if (typeof value === 'number') return numberOf(value, name);
  if (Array.isArray(value)) return value.slice(0, ids.mostItems).map((one) => walk(one, name, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [textOf(key, '', ids), walk(one, key, ids)]),
  );
}

function numberOf(value: number, name: string): number {
  if (/_ms$|^duration|^uptime/.test(name)) return 12;
  // A moment in seconds or milliseconds.
  if (value > 1_700_000_000 && value < 2_100_000_000) return second;
  return value > 1_700_000_000_000 && value < 2_100_000_000_000 ? second * 1000 : value;
}

function textOf(text: string, name: string, ids: Ids): string {
  if (secretField.test(name) && !/^[A-Z_]+$/.test(text)) return '…';
  const steady = text
    .replace(idPattern, (id, prefix) => ids.of(id, (n) => `${prefix}_${idStart}${n}`))
    .replace(uuidPattern, (id) => ids.of(id, (n) => `0192f7c1-d5e8-7a3b-9c4d-2e1f0a6b8c${n}`))
    .replace(momentPattern, moment)
    .replace(hostPattern, host)
    .replace(addressPattern, '192.0.2.1')
    .replace(/^\d{4}-\d\d-\d\d$/, '2026-11-20')
    .replace(/\bexpires=\d+/g, `expires=${second}`)
    .replace(/\b(secret|token|signature|state|code|SAMLRequest)=[^&#\s"]+/g, '$1=…')
    .replace(/-[0-9a-f]{6,8}\b/g, '-0192f7c1')
    .replace(randomPattern, (run) => (isRandom(run) ? '…' : run));
  return steady.length > lengthOfTexts ? `${steady.slice(0, lengthOfTexts)}…` : steady;
}

const idStart = '0192f7c1d5e87a3b9c4d2e1f0a6b8c';

/** Letters and digits mixed, long or in both cases, and not an id of Insula. */
export const isRandom = (run: string): boolean =>
  /\d/.test(run) &&
  (run.length < 24 ? /[A-Z]/.test(run) && /[a-z]/.test(run) : /[A-Za-z]/.test(run)) &&
  !run.includes('0192f7c1') &&
  !run.includes('2026-11-20') &&
  !run.startsWith('expires=');

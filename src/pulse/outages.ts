import { DatabaseError } from 'pg';
import { isUnreachable } from '../db/errors.ts';
import { DeliveryError, type Receiver } from '../ground/delivery-error.ts';
import { ApiError } from '../ground/errors.ts';
import { StorageError } from '../ground/storage-error.ts';

/** A service that a process works with, and may have to wait for. */
export type Subject = 'database' | 'storage of files' | 'disk' | Receiver;

/** Writes a line of the log. */
type Tell = (level: 'error' | 'warn', fields: object, message: string) => void;

interface Outage {
  since: number;
  /** Requests that were answered 503, or not at all. */
  requests: number;
  others: number;
  failedAt: number;
  timer: NodeJS.Timeout;
  isProbing: boolean;
}

const lookMs = 1_000;
const countMs = 10_000;
/** Without a sign that it works again, it counts as back this long after the last failure. */
const quietMs: Record<Subject, number> = {
  database: 10_000,
  'storage of files': 60_000,
  disk: 10_000,
  'mail server': 600_000,
  'SMS webhook': 600_000,
};

interface Words {
  begins: string;
  lasts: string;
  ends: string;
}

const awayWords: Words = { begins: 'is away', lasts: 'is still away', ends: 'is back' };
const words: Partial<Record<Subject, Words>> = {
  disk: { begins: 'is full', lasts: 'is still full', ends: 'has room again' },
};
const wordsOf = (subject: Subject): Words => words[subject] ?? awayWords;

/**
 * One line when something is away, a count every ten seconds, one line when it is back: thousands of requests that fail
 * for the same reason tell no more than the first.
 */
export class Outages {
  private readonly open = new Map<Subject, Outage>();
  private readonly probes = new Map<Subject, () => Promise<unknown>>();
  private readonly tell: Tell;

  constructor(tell: Tell) {
    this.tell = tell;
  }

  /** @param probe fails while it is away; asked once a second then */
  watch(subject: Subject, probe: () => Promise<unknown>): void {
    this.probes.set(subject, probe);
  }

  /**
   * Counts a failure that one of the subjects has caused.
   * @param about the other members of its line; a `request_id` if it was a request
   * @returns false for any other error: that has to be written
   */
  note(err: unknown, message: string, about: { request_id?: unknown } = {}): boolean {
    const subject = subjectOf(err);
    if (subject === undefined) return false;
    const outage =
      this.open.get(subject) ?? this.begin(subject, err as Error, { ...about, first: message });
    if (about.request_id === undefined) outage.others += 1;
    else outage.requests += 1;
    outage.failedAt = performance.now();
    return true;
  }

  /** It has just worked. */
  works(subject: Subject): void {
    const outage = this.open.get(subject);
    if (!outage) return;
    clearInterval(outage.timer);
    this.open.delete(subject);
    this.tell(
      'warn',
      countsOf(outage),
      `the ${subject} ${wordsOf(subject).ends} after ${seconds(outage)} s: ${said(outage)}`,
    );
  }

  private begin(subject: Subject, err: Error, about: object): Outage {
    const now = performance.now();
    let toldAt = now;
    const look = () => {
      if (!outage.isProbing) void this.look(subject, outage);
      if (performance.now() - toldAt < countMs || this.open.get(subject) !== outage) return;
      toldAt = performance.now();
      this.tell(
        'error',
        countsOf(outage),
        `the ${subject} ${wordsOf(subject).lasts} after ${seconds(outage)} s: ${said(outage)}`,
      );
    };
    const timer = setInterval(look, lookMs).unref();
    const outage: Outage = {
      since: now,
      requests: 0,
      others: 0,
      failedAt: now,
      timer,
      isProbing: false,
    };
    this.open.set(subject, outage);
    this.tell(
      'error',
      { ...about, reason: reasonOf(err) },
      `the ${subject} ${wordsOf(subject).begins}: failures are counted until it ${wordsOf(subject).ends}`,
    );
    return outage;
  }

  private async look(subject: Subject, outage: Outage): Promise<void> {
    const probe = this.probes.get(subject);
    outage.isProbing = true;
    const isBack = probe
      ? await probe().then(
          () => true,
          () => false,
        )
      : performance.now() - outage.failedAt > quietMs[subject];
    outage.isProbing = false;
    if (isBack && this.open.get(subject) === outage) this.works(subject);
  }
}

const seconds = ({ since }: Outage): number => Math.round((performance.now() - since) / 1000);
const countsOf = ({ requests, others }: Outage) => ({ requests, others });

function said({ requests, others }: Outage): string {
  const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  return `${some(requests, 'request was', 'requests were')} answered 503, ${some(others, 'other call', 'other calls')} failed`;
}

/** In one line, without a stack. An attempt at several addresses has no message of its own. */
function reasonOf({ message, cause, ...error }: Error): string {
  const { code, errors } = error as { code?: string; errors?: Error[] };
  const own = message || errors?.map((one) => one.message).join('; ') || code || 'unknown';
  const under = cause instanceof Error ? ` (${cause.message})` : '';
  return `${own}${under}`.replace(/\s+/g, ' ').slice(0, 300);
}

/** SQLSTATEs with which a server that ends, starts, recovers, or takes no more connections closes one. */
const serverAway = /^(57P0[1-4]|08|53300)/;

/** The subject that an error is about, or undefined for one that is news by itself. */
export function subjectOf(err: unknown): Subject | undefined {
  if (err instanceof StorageError) return ofStorage[err.fault];
  if (err instanceof DeliveryError) return err.away;
  if (err instanceof ApiError)
    return err.code === 'SERVICE_UNAVAILABLE' && err.message.startsWith('The disk is full')
      ? 'disk'
      : undefined;
  if (err instanceof DatabaseError) {
    if (err.code === '53100') return 'disk';
    return err.severity !== 'ERROR' && serverAway.test(err.code ?? '') ? 'database' : undefined;
  }
  return isUnreachable(err) && isOfNetwork(err) ? 'database' : undefined;
}

const ofStorage: Partial<Record<StorageError['fault'], Subject>> = {
  unavailable: 'storage of files',
  full: 'disk',
};

/** A file that is missing has the code of a missing socket. */
function isOfNetwork(error: Error): boolean {
  const { code, address } = error as NodeJS.ErrnoException & { address?: string };
  return code !== 'ENOENT' || String(address).includes('.s.PGSQL');
}

import { Gauge, type Registry } from 'prom-client';
import { operationKinds } from '../../ground/machine/counters.ts';

/** The answer of app.metrics. */
interface Waiting {
  /** How many were begun and have not ended, by kind. */
  operations: Record<string, number>;
  queues: Record<string, { pending: number; oldest: number; age: number; again: number }>;
  dead_letters: number;
  undispatched: number;
  unsealed: number | null;
  /** Whether what leaves the installation is held. */
  held: boolean;
}

/** Queues that are also shown when they are empty; others are while something waits in them. */
const kinds = ['webhook', 'automation', 'function', 'job', 'email', 'sms', 'task'];
const kindsOf = (queues: Waiting['queues']) => new Set([...kinds, ...Object.keys(queues)]);
/** Several who scrape share one look. */
export const goodForMs = 5_000;

/**
 * Adds metrics of the work that waits in the database, for all tenants together: how much and for how long, without
 * tenants. Without a database that answers these are left out.
 * @param ask app.metrics, as json text
 */
export function addQueueMetrics(registry: Registry, ask: () => Promise<string>): void {
  const registers = [registry];
  const look = shared(async (): Promise<Waiting> => JSON.parse(await ask()));
  const gauge = <Name extends string>(
    name: string,
    help: string,
    labelNames: Name[],
    set: (own: Gauge<Name>, waiting: Waiting) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        const waiting = await look().catch(() => undefined);
        if (waiting) set(this, waiting);
        // One with labels has no values after the reset, and refuses this.
        else if (labelNames.length === 0) this.remove();
      },
    });
  gauge(
    'insula_queue_pending',
    'Queued work, waiting or running, by kind',
    ['kind'],
    (own, { queues }) => {
      for (const kind of kindsOf(queues)) own.set({ kind }, queues[kind]?.pending ?? 0);
    },
  );
  gauge(
    'insula_queue_oldest_seconds',
    'How long the oldest of a kind has been due',
    ['kind'],
    (own, { queues }) => {
      for (const kind of kindsOf(queues)) own.set({ kind }, queues[kind]?.oldest ?? 0);
    },
  );
  gauge(
    'insula_queue_age_seconds',
    'How long the oldest of a kind has been queued, however often it was begun or put off',
    ['kind'],
    (own, { queues }) => {
      for (const kind of kindsOf(queues)) own.set({ kind }, queues[kind]?.age ?? 0);
    },
  );
  gauge(
    'insula_queue_again',
    'Queued work that was started before and failed or lost its worker, by kind',
    ['kind'],
    (own, { queues }) => {
      for (const kind of kindsOf(queues)) own.set({ kind }, queues[kind]?.again ?? 0);
    },
  );
  gauge(
    'insula_operation_running',
    'Operations that were begun and have not ended, by kind',
    ['kind'],
    (own, { operations }) => {
      for (const kind of operationKinds) own.set({ kind }, operations[kind] ?? 0);
    },
  );
  gauge('insula_dead_letters', 'Work that was given up and needs attention', [], (own, waiting) =>
    own.set(waiting.dead_letters),
  );
  gauge(
    'insula_outbound_held',
    '1 while nothing leaves the installation: insula outbound release',
    [],
    (own, { held }) => own.set(Number(held)),
  );
  gauge(
    'insula_journal_lag_seconds',
    'Age of the oldest row of the journal that has not been dispatched, or not sealed',
    ['step'],
    (own, { undispatched, unsealed }) => {
      own.set({ step: 'dispatch' }, undispatched);
      if (unsealed !== null) own.set({ step: 'seal' }, unsealed);
    },
  );
}

/** Shares one look among all who ask within so long. */
export function shared<T>(look: () => Promise<T>, forMs = goodForMs): () => Promise<T> {
  let looking: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (!looking || performance.now() > until) {
      looking = look();
      until = performance.now() + forMs;
      looking.catch(() => {
        looking = undefined;
      });
    }
    return looking;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf } from '../../operations/answer.ts';
import type { Services } from '../../operations/services.ts';
import { oneTimeKey, sealFor } from '../../snapshot/handover.ts';

/** The work that a passphrase is handed over for. */
export type HandoverOf = { backup_id: string } | { restore_id: string };
/** The request that a passphrase came with. */
interface Asking {
  services: Pick<Services, 'operations'>;
  ctx: { requestId: string; ip: string };
}

interface State {
  /** The key of a worker that asks, and has nothing yet. */
  recipient: string | null;
  is_over: boolean;
}

/** How often each side looks, at first, and when it has taken long. */
const soonMs = 300;
const laterMs = 2_000;
const soonLooks = 100;
/** How long a worker waits for a process that may be gone. */
const patienceMs = 30_000;

/**
 * The giving side: passphrases that this process was sent, for as long as their work takes. Only its memory holds them. A
 * worker that needs one makes a key for it, and writes down only the public half; sealed for that, the passphrase goes through
 * the database, and no copy or log of it can be opened later.
 */
export class Handovers {
  private readonly ending = new AbortController();

  /** Gives a passphrase to each worker that does the work, until it is over. */
  begin(call: Asking, of: HandoverOf, passphrase: string): void {
    void this.give(call, of, passphrase).catch(() => {});
  }

  close(): Promise<void> {
    this.ending.abort();
    return Promise.resolve();
  }

  private async give({ services, ctx }: Asking, of: HandoverOf, passphrase: string): Promise<void> {
    const operation = 'backup_id' in of ? 'backup_handover' : 'restore_handover';
    const who = { request_id: ctx.requestId, ip: ctx.ip };
    const ask = async (more: object) =>
      dataOf<State>(await services.operations.platform(who, operation, { ...of, ...more }));
    for (let looks = 0; !this.ending.signal.aborted; looks++) {
      const wait = looks < soonLooks ? soonMs : laterMs;
      await sleep(wait, undefined, { signal: this.ending.signal, ref: false });
      // A database that does not answer tells nothing about the work.
      const { recipient, is_over } = await ask({}).catch(() => ({
        recipient: null,
        is_over: false,
      }));
      if (is_over) return;
      if (recipient !== null)
        await ask({ recipient, sealed: await sealFor(recipient, passphrase) }).catch(() => {});
    }
  }
}

/** The process that was sent the passphrase does not give it: it has ended. */
export class NoPassphrase extends Error {
  override name = 'NoPassphrase';
}

/**
 * The taking side.
 * @param note writes something down of the work, and reads it. @returns null when it is over
 * @throws NoPassphrase
 */
export async function takePassphrase(
  note: (changes: object) => Promise<{ sealed: string | null } | null>,
  signal: AbortSignal,
  longestMs = patienceMs,
): Promise<string | undefined> {
  const key = await oneTimeKey();
  let work = await note({ handover: { recipient: key.recipient } });
  for (let waited = 0; work; waited += soonMs) {
    if (work.sealed !== null) return key.open(work.sealed);
    if (waited >= longestMs)
      throw new NoPassphrase(
        'The server process that was sent the passphrase has ended, and the passphrase is kept nowhere else. Send the request again.',
      );
    await sleep(soonMs, undefined, { signal });
    work = await note({});
  }
  return undefined;
}

import type pg from 'pg';
import type { Logger } from 'pino';
import { withClient } from '../db/client.ts';
import type { Database } from '../db/connect.ts';
import { OtherKeyError } from '../db/encryption-key.ts';
import { keysGone, keysSeen } from '../db/key-holders.ts';
import { startPoll } from '../pulse/poll.ts';

/** Sooner after a failure: without a sign of life the process seals nothing. */
const pace = { everyMs: 1_000, restMs: () => 10_000 };

/**
 * Says every ten seconds that this process lives, and which keys it has, so that none is taken out of use that it needs.
 * @param onRetired hears why the process may not go on: its key was replaced while it was not heard of
 */
export function startKeyBeat(
  { keyHolder: holder, sealingRight: right }: Pick<Database, 'keyHolder' | 'sealingRight'>,
  asker: 'gateway' | 'worker',
  pool: pg.Pool,
  log: Logger,
  onRetired: (reason: string) => void,
): { stop(): Promise<void>; cut(): Promise<void> } {
  let told = '';
  const beat = async () => {
    const missing = await keysSeen(pool, asker, { holder, right }).then(
      (keys) => keys.join(', '),
      (error) => {
        if (!(error instanceof OtherKeyError)) throw error;
        onRetired(error.message);
        return told;
      },
    );
    if (missing !== told && missing !== '')
      log.error(
        { missing },
        'this process lacks an ENCRYPTION_KEY that is in force: restart it with that in ENCRYPTION_KEY_ALSO',
      );
    told = missing;
    return false;
  };
  const { stop } = startPoll('heartbeat of keys', pace, beat, log);
  return { stop, cut: async () => {} };
}

/** Says that this process has stopped: no one has to wait for it any more before a key is replaced. */
export async function leaveKeys({ urls, keyHolder }: Database, log: Logger): Promise<void> {
  await withClient(urls.api, 'keys', (client) => keysGone(client, 'gateway', keyHolder)).catch(
    (err) => log.debug({ err }, 'the end of this process could not be written down'),
  );
}

import type pg from 'pg';
import type { Logger } from 'pino';
import { withClient } from '../db/client.ts';
import type { Database } from '../db/connect.ts';
import { type KeyHolder, keysGone, keysSeen } from '../db/key-holders.ts';
import { startPoll } from '../pulse/poll.ts';

const everyMs = 10_000;

/** Says every ten seconds that this process lives, and which keys it has, so that none is taken out of use that it needs. */
export function startKeyBeat(
  holder: KeyHolder,
  asker: 'gateway' | 'worker',
  pool: pg.Pool,
  log: Logger,
): { stop(): Promise<void>; cut(): Promise<void> } {
  let told = '';
  const beat = async () => {
    const missing = (await keysSeen(pool, asker, holder)).join(', ');
    if (missing !== told && missing !== '')
      log.error(
        { missing },
        'this process lacks an ENCRYPTION_KEY that is in force: restart it with that in ENCRYPTION_KEY_ALSO',
      );
    told = missing;
    return false;
  };
  const { stop } = startPoll('heartbeat of keys', everyMs, beat, log);
  return { stop, cut: async () => {} };
}

/** Says that this process has stopped: no one has to wait for it any more before a key is replaced. */
export async function leaveKeys({ urls, keyHolder }: Database, log: Logger): Promise<void> {
  await withClient(urls.api, 'keys', (client) => keysGone(client, 'gateway', keyHolder)).catch(
    (err) => log.debug({ err }, 'the end of this process could not be written down'),
  );
}

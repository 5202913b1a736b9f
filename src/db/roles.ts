import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { canConnect, withClient } from './client.ts';
import { type DatabaseUrls, databaseUrls, rolePassword } from './urls.ts';

const rolesFile = new URL('../../migrations/roles.sql', import.meta.url);

/** What PostgreSQL says when two sessions create or change the same role at the same moment. */
const clashes = new Set(['23505', '42710', 'XX000']);

/**
 * Creates the roles and their rights (migrations/roles.sql), and lets the API and the worker log in with the
 * passwords that ENCRYPTION_KEY gives them.
 * @param client connected as the configured role, without `role=insula_owner`
 */
export async function ensureRoles(
  client: pg.Client,
  urls: DatabaseUrls,
  encryptionKey: Buffer,
  log: Logger,
): Promise<void> {
  const sql = await readFile(rolesFile, 'utf8');
  await retryClashes(() => client.query(sql));
  for (const [role, url] of [
    ['insula_api', urls.api],
    ['insula_worker', urls.worker],
  ] as const) {
    if (await canConnect(url)) continue;
    const verifier = scramVerifier(rolePassword(encryptionKey, role));
    await retryClashes(() => client.query(`alter role ${role} password '${verifier}'`));
    log.debug({ role }, 'set the password of a role from ENCRYPTION_KEY');
  }
}

/** The same, on a connection of its own. */
export async function ensureRolesAt(
  url: string,
  encryptionKey: Buffer,
  log: Logger,
): Promise<void> {
  await withClient(url, 'roles', (client) =>
    ensureRoles(client, databaseUrls(url, encryptionKey), encryptionKey, log),
  );
}

async function retryClashes(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (attempt === 8 || !clashes.has((error as pg.DatabaseError).code ?? '')) throw error;
      await sleep(20 * attempt * (1 + Math.random()));
    }
  }
}

/** A SCRAM-SHA-256 verifier (RFC 5803), so that the password itself never reaches the server or its log. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  const serverKey = sign('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `bytes` random bytes as text. */
export function randomText(bytes: number, encoding: 'hex' | 'base64' | 'base64url'): string {
  return randomBytes(bytes).toString(encoding);
}

/** Where `keepSecret` puts a secret. */
export function secretPath(dataDir: string, name: string): string {
  return join(dataDir, 'secrets', name);
}

/** A secret kept earlier, or undefined. */
export function readSecret(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(secretPath(dataDir, name), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns the secret called `name`, made once and then read from `DATA_DIR/secrets` (mode 600).
 * Two processes that start together agree: the file appears whole, by a link, and the first wins.
 */
export function keepSecret(dataDir: string, name: string, make: () => string): string {
  const kept = readSecret(dataDir, name);
  if (kept) return kept;
  // The folder around it stays open: the user that runs PostgreSQL may have to pass through.
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  const path = secretPath(dataDir, name);
  const draft = `${path}.${randomText(6, 'hex')}`;
  writeFileSync(draft, `${make()}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(dataDir, name) as string;
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../ground/config/config.ts';

/**
 * Notes in `DATA_DIR/url` where this process can be reached from this machine, so that `insula tenant`, `key` and
 * `demo` find it without being told. A DATA_DIR that cannot be written only costs that comfort.
 * @returns removes the note, unless another process has put its own there
 */
export function noteServerUrl({ dataDir, host }: Config, port: number): () => void {
  const url = `http://${reachable(host)}:${port}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path(dataDir), `${url}\n`);
  } catch {
    return () => {};
  }
  return () => {
    if (readServerUrl(dataDir) === url) rmSync(path(dataDir), { force: true });
  };
}

/** The address that a running server noted (or one that was killed left behind). */
export function readServerUrl(dataDir: string): string | undefined {
  try {
    return readFileSync(path(dataDir), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

const path = (dataDir: string) => join(dataDir, 'url');

/** An address to call, for an address to listen on. */
function reachable(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const file = () => join(homedir(), '.local', 'state', 'insula', 'sql-history');

/** The lines that were typed at the prompt, the newest first. */
export function readHistory(): string[] {
  try {
    return readFileSync(file(), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * Keeps them for the next time, readable only by their owner: statements contain values. Where it cannot write, nothing
 * is kept.
 */
export function keepHistory(lines: string[]): void {
  try {
    mkdirSync(dirname(file()), { recursive: true, mode: 0o700 });
    writeFileSync(file(), `${lines.join('\n')}\n`, { mode: 0o600 });
    chmodSync(file(), 0o600);
  } catch {
    // A prompt without a history is still a prompt.
  }
}

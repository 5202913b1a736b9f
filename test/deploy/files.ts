import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** The port that the image says it listens on. */
export const exposedPort = (): number => Number(/^EXPOSE (\d+)$/m.exec(read('Dockerfile'))?.[1]);

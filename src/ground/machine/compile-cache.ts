import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Keeps what V8 compiles of the modules, and their text without types, for the next process, which then starts in two
 * thirds of the time. It is beside the modules, where only those can write who could change the modules themselves: in
 * a
 * folder for temporary files, another user of the machine could leave code for us to run. Where it cannot be written,
 * everything works without it. bin/launch.js has begun with it already; for a process that starts otherwise, src/cli.ts
 * imports this before the modules that it is for.
 */
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/insula'));

/** Writes what has been compiled so far; a process that is killed would not. */
export const keepCompiled = (): void => flushCompileCache();

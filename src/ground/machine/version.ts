import { createRequire } from 'node:module';

/** The version of the API and of this package: one number. */
export const version: string = createRequire(import.meta.url)('../../../package.json').version;

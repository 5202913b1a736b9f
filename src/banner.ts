import { relative } from 'node:path';
import type { Config } from './config.ts';
import { listed } from './doctor/open-types.ts';
import type { FirstKey } from './first-tenant.ts';

/** What a person needs to begin: where it is, the key, and one line that works when pasted. */
export function banner(
  config: Config,
  key: FirstKey | undefined,
  openTypes: readonly string[] = [],
): string {
  const lines = [
    '',
    '  Insula is ready.',
    '',
    `  API    ${config.baseUrl}`,
    `  Docs   ${config.baseUrl}/docs`,
  ];
  if (key?.isNew) lines.push(`  Key    ${key.token}`);
  if (key) lines.push(`${key.isNew ? '        ' : '  Key   '} kept in ${shortest(key.path)}`);
  if (openTypes.length > 0)
    lines.push(`  Open   Anonymous users reach ${listed(openTypes)}: see "insula doctor"`);
  lines.push('', '  Try it:', '', `  ${curl(config, key)}`, '');
  return lines.join('\n');
}

/** On later starts the key stays out of the terminal: the line reads it from its file. */
function curl(config: Config, key: FirstKey | undefined): string {
  if (!key) return `curl ${config.baseUrl}/health`;
  const token = key.isNew ? key.token : `$(cat ${shortest(key.path)})`;
  return `curl ${config.baseUrl}/v1/object-types -H "Authorization: Bearer ${token}"`;
}

/** Relative to where the process was started, unless that leads outside. */
function shortest(path: string): string {
  const short = relative('.', path);
  return short.startsWith('..') ? path : short;
}

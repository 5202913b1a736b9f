import { relative } from 'node:path';
import type { Config } from '../ground/config/config.ts';
import type { FirstKey } from '../process/first-tenant.ts';
import { listed } from './doctor/open-types.ts';

interface Notes {
  isHeld?: boolean;
  warnings?: readonly string[];
  /** Which PostgreSQL this process runs. */
  postgres?: string | undefined;
}

/**
 * Returns what a person needs to begin: the addresses, the key, and one command that is ready to paste.
 * @param isTerminal whether a person sees it; elsewhere logs are kept by others, and only the key's file is named
 * @param openTypes object types that anonymous users can reach
 * @param notes whether nothing leaves the installation, and other things that an operator should see to
 */
export function banner(
  config: Config,
  key: FirstKey | undefined,
  isTerminal: boolean,
  openTypes: readonly string[] = [],
  { isHeld = false, warnings = [], postgres }: Notes = {},
): string {
  const shown = key?.isNew && isTerminal ? key.token : undefined;
  const lines = [
    '',
    '  Insula is ready.',
    '',
    `  API    ${config.baseUrl}`,
    `  Docs   ${config.baseUrl}/docs`,
  ];
  if (postgres) lines.push(`  Data   ${postgres}`);
  if (shown) lines.push(`  Key    ${shown}`);
  if (key) lines.push(`${shown ? '        ' : '  Key   '} kept in ${shortest(key.path)}`);
  if (openTypes.length > 0)
    lines.push(`  Open   Anonymous users can reach ${listed(openTypes)}: see "insula doctor"`);
  if (isHeld)
    lines.push('  Held   Nothing leaves: no webhook, mail or call. See "insula outbound status"');
  for (const warning of warnings) lines.push(`  Warn   ${warning}`);
  lines.push('', '  Try it:', '', `  ${curl(config, key, shown)}`, '');
  return lines.join('\n');
}

/** A key that is not shown is read from its file. */
function curl(config: Config, key: FirstKey | undefined, shown: string | undefined): string {
  if (!key) return `curl ${config.baseUrl}/health`;
  const token = shown ?? `$(cat ${shortest(key.path)})`;
  return `curl ${config.baseUrl}/v1/object-types -H "Authorization: Bearer ${token}"`;
}

/** Relative to where the process was started, unless that leads outside. */
function shortest(path: string): string {
  const short = relative('.', path);
  return short.startsWith('..') ? path : short;
}

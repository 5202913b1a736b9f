import { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { type Finding, failed } from '../doctor/check.ts';
import { checkCluster } from '../doctor/cluster-checks.ts';
import { checkDatabase } from '../doctor/database-checks.ts';
import { hasOtherKey } from '../doctor/keys-check.ts';
import { checkMachine } from '../doctor/machine-checks.ts';
import { checkStorage } from '../doctor/storage-check.ts';
import { checkStraight } from '../doctor/straight-checks.ts';
import { type CommandContext, withDatabase } from './database.ts';
import { describeFinding, examples, explain, printJson } from './report.ts';

interface DoctorOptions {
  json?: boolean;
  storage?: boolean;
  fix?: boolean;
  deep?: boolean;
}

/** `insula doctor`: looks at everything Insula needs and says what to do where something is missing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'check database, rights, settings, storage and clock, and say how to fix what is wrong',
    )
    .option(
      '--storage',
      'compare the stored bytes of files with the database: missing, damaged, not needed',
    )
    .option('--deep', 'with --storage: read all bytes and verify their checksums')
    .option('--fix', 'with --storage: remove what belongs to no file, recalculate quotas')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', examples('insula doctor', 'insula doctor --storage --fix'))
    .action(async (options: DoctorOptions) => {
      const findings = await examine(options);
      if (options.json) printJson(findings);
      else for (const finding of findings) console.log(describeFinding(finding));
      if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1;
    });
}

async function examine(options: DoctorOptions): Promise<Finding[]> {
  const machine = await checkMachine(loadConfig());
  try {
    return [...machine, ...(await withDatabase((context) => examineDatabase(context, options)))];
  } catch (error) {
    return [...machine, failed('database', explain(error), 'See the message.')];
  }
}

async function examineDatabase(
  { url, config }: CommandContext,
  { storage, fix = false, deep: isDeep = false }: DoctorOptions,
): Promise<Finding[]> {
  const database = await checkDatabase(url, config);
  const findings = [
    ...database,
    ...(await checkCluster(url)),
    // With another key nobody logs in.
    ...(hasOtherKey(database) ? [] : await checkStraight(url, config)),
  ];
  // Without the tables there is nothing to hold the bytes against.
  const isMigrated = findings.some(({ name, status }) => name === 'migrations' && status === 'ok');
  if (!isMigrated || !(storage || fix || isDeep)) return findings;
  return [...findings, ...(await checkStorage(url, config, { fix, isDeep }))];
}

import { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { type Finding, failed } from '../doctor/check.ts';
import { checkDatabase } from '../doctor/database-checks.ts';
import { checkMachine } from '../doctor/machine-checks.ts';
import { withDatabase } from './database.ts';
import { examples, explain, printJson } from './report.ts';

const signs = { ok: '✓', warning: '!', failed: '✗' };

/** `insula doctor`: looks at everything Insula needs and says what to do where something is missing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check database, rights, settings, storage and clock, and say what to do')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', examples('insula doctor', 'insula doctor --json'))
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine();
      if (json) printJson(findings);
      else for (const finding of findings) console.log(describe(finding));
      if (findings.some(({ status }) => status === 'failed')) process.exitCode = 1;
    });
}

async function examine(): Promise<Finding[]> {
  const machine = await checkMachine(loadConfig());
  try {
    return [...machine, ...(await withDatabase(({ url, config }) => checkDatabase(url, config)))];
  } catch (error) {
    return [...machine, failed('database', explain(error), 'See the message.')];
  }
}

function describe({ name, status, found, advice }: Finding): string {
  const line = `${signs[status]} ${name}: ${found}`;
  return advice ? `${line}\n    ${advice}` : line;
}

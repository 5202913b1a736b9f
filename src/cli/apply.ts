import { Command } from 'commander';
import { apply, describeApply } from '../db/apply.ts';
import { withDatabase } from './database.ts';
import { examples, printJson } from './report.ts';

interface ApplyOptions {
  check?: boolean;
  force?: boolean;
  json?: boolean;
}

/** `insula apply`: the functions of sql/ into the database. */
export function applyCommand(): Command {
  return new Command('apply')
    .description(
      'apply the functions in sql/ (without migrating); drops those that no file declares',
    )
    .option('--check', 'validate every function body while applying')
    .option('--force', 'apply even when nothing changed')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('insula apply', 'insula apply --check'))
    .action(async ({ json, ...options }: ApplyOptions) => {
      const result = await withDatabase(({ url }) => apply(url, options));
      if (json) printJson(result);
      else console.log(describeApply(result));
    });
}

import { Command, Option } from 'commander';
import { CallError } from './api-client.ts';
import { endWithReader, examples } from './report.ts';
import { asTenant, forTenants, type TenantOptions } from './server.ts';
import { ask } from './sql/ask.ts';
import { readExactly } from './sql/exact-json.ts';
import { type Form, write } from './sql/forms.ts';
import { converse } from './sql/prompt.ts';

interface SqlOptions extends TenantOptions {
  json?: boolean;
  csv?: boolean;
}

/** `insula sql`: one statement, or a prompt for several. */
export function sqlCommand(): Command {
  return forTenants(new Command('sql'))
    .description('ask a running server in SQL; without a statement: read statements from a prompt')
    .argument('[statement]', 'one SELECT over object types as tables')
    .argument('[params...]', 'values of $1, $2, …: numbers, true, false, null, or texts')
    .option('--json', 'print the rows as JSON')
    .addOption(new Option('--csv', 'print the rows as CSV').conflicts('json'))
    .addHelpText(
      'after',
      examples(
        `insula sql "select name, email from contacts where name like $1" 'A%'`,
        'insula sql --csv "select * from deals" > deals.csv',
        'insula sql',
      ),
    )
    .action(runSql);
}

async function runSql(
  statement: string | undefined,
  texts: string[],
  options: SqlOptions,
): Promise<void> {
  endWithReader();
  const client = asTenant(options, readExactly);
  const form: Form = options.json ? 'json' : options.csv ? 'csv' : 'table';
  if (statement === undefined) {
    const failed = await converse(client, form);
    if (failed > 0 && !process.stdin.isTTY)
      throw new CallError(`${failed} of the statements failed`);
    return;
  }
  write(form, await ask(client, statement, texts.map(parameter)));
}

/** A number, true, false or null as such if JSON writes it that way too; anything else is a text. */
function parameter(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value !== 'string' && JSON.stringify(value) === text ? value : text;
  } catch {
    return text;
  }
}

import { createInterface } from 'node:readline';
import type { ApiClient } from '../api-client.ts';
import { explain } from '../report.ts';
import { ask } from './ask.ts';
import { type Form, write } from './forms.ts';
import { keepHistory, readHistory } from './history.ts';

const help = `A statement ends with ; at the end of a line.
  \\d         lists the object types
  \\d NAME    lists the columns of a table
  \\q         ends, as Ctrl-D does; Ctrl-C forgets the lines of a statement`;

/**
 * Reads statements, from a person or from another command, and answers each until there are no more.
 * @returns how many failed
 */
export async function converse(client: ApiClient, form: Form): Promise<number> {
  const isPerson = process.stdin.isTTY === true;
  const lines = createInterface({
    input: process.stdin,
    ...(isPerson ? { output: process.stdout, history: readHistory(), historySize: 1000 } : {}),
  });
  if (isPerson) console.log('Statements end with ; and \\? shows what else there is.');
  let pending = '';
  let failed = 0;
  const prompt = () => {
    lines.setPrompt(pending ? '   ... ' : 'insula> ');
    if (isPerson) lines.prompt();
  };
  lines.on('history', keepHistory);
  lines.on('SIGINT', () => {
    pending = '';
    console.log();
    prompt();
  });
  const answer = async (sql: string) => {
    try {
      write(form, await ask(client, sql, []));
    } catch (error) {
      failed += 1;
      console.error(explain(error));
    }
  };
  prompt();
  for await (const line of lines) {
    if (pending === '' && line.startsWith('\\')) {
      if (line.trim() === '\\q') break;
      const described = /^\\d(?:\s+(\S+?);?)?\s*$/.exec(line);
      if (described) await answer(described[1] ? columnsOf(described[1]) : tables);
      else console.log(help);
    } else {
      pending += `${line}\n`;
      if (line.trimEnd().endsWith(';')) {
        await answer(pending.trim());
        pending = '';
      }
    }
    prompt();
  }
  if (!isPerson && pending.trim() !== '') await answer(pending.trim());
  return failed;
}

const tables = 'select name, display_name from object_types order by name';
const columnsOf = (table: string): string => `select * from "${table.replaceAll('"', '')}" limit 0`;

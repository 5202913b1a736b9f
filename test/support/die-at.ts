/**
 * Loaded before a process (`--import`): kills it, as kill -9 does, at the first statement that matches DIE_AT and that no earlier process
 * was killed at. Each is such a moment twice: before PostgreSQL has it, and once it is on its way.
 */
import { writeSync } from 'node:fs';
import pg from 'pg';

const { match, seen } = JSON.parse(process.env.DIE_AT ?? '{"match":"^$","seen":[]}');
const matching = new RegExp(match);
const known = new Set<string>(seen);

function reach(moment: string): void {
  if (known.has(moment)) return;
  writeSync(2, `killed ${moment}\n`);
  process.kill(process.pid, 'SIGKILL');
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a statement is given as
const query = pg.Client.prototype.query as (...given: any[]) => any;
// biome-ignore lint/suspicious/noExplicitAny: as above
pg.Client.prototype.query = function (this: pg.Client, ...given: any[]) {
  const [first, values = first?.values] = given;
  const text = String(first?.text ?? first).replaceAll(/\s+/g, ' ');
  const found = matching.exec(`${text} ${JSON.stringify(values) ?? ''}`);
  if (!found) return query.apply(this, given);
  reach(`before ${found[0]}`);
  const answer = query.apply(this, given);
  reach(`after ${found[0]}`);
  return answer;
};

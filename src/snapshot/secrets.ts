import { Box } from '../credentials/box.ts';
import { lostMask, lostSecret } from '../credentials/lost-secret.ts';
import {
  type Row,
  type Seal,
  type SealedColumn,
  sealedColumns,
} from '../credentials/sealed-columns.ts';

/**
 * Secrets of a tenant outside of its rows. In the rows of a snapshot each cipher is replaced by the text of one that was given
 * up. The plaintext is a text where the column is one; elsewhere the list of texts in the order in which `SealedColumn.change`
 * comes by, null for those that cannot be opened.
 */
export type Plaintext = string | null | (string | null)[];

/** The columns of a table that hold sealed texts. */
export const sealedColumnsOf = (table: string): SealedColumn[] =>
  sealedColumns.filter((column) => column.table === table && table !== 'signing_keys');

const isSealed = (text: unknown): text is string => typeof text === 'string' && Box.isSealed(text);

/** The secrets of a row, opened with the key of this installation. */
export function openedSecrets(box: Box, tenant: string, column: SealedColumn, row: Row): Plaintext {
  const texts: (string | null)[] = [];
  column.change(row, (seal) => {
    if (isSealed(seal.sealed)) texts.push(openedOrLost(box, tenant, seal));
    return seal.sealed;
  });
  return column.isText ? (texts[0] ?? null) : texts;
}

function openedOrLost(box: Box, tenant: string, { place, sealed, use }: Seal): string | null {
  if (sealed === lostSecret) return null;
  try {
    return box.open(tenant, place, sealed, use);
  } catch {
    return null;
  }
}

/**
 * The value of a column with its secrets sealed for a tenant of this installation.
 * @param row as it was loaded from a snapshot, with marks where the secrets were
 */
export function sealedAgain(
  box: Box,
  tenant: string,
  column: SealedColumn,
  row: Row,
  plaintext: Plaintext,
): unknown {
  const texts = Array.isArray(plaintext) ? [...plaintext] : [plaintext];
  return column.change(row, (seal) => {
    if (!isSealed(seal.sealed)) return seal.sealed;
    const text = texts.shift();
    return typeof text === 'string' ? box.seal(tenant, seal.place, text, seal.use) : seal.sealed;
  });
}

/** Of ECMAScript, what TypeScript does not know yet: the text of a number, and a number as a text. */
const { parse, rawJSON } = JSON as unknown as {
  parse(
    text: string,
    revive: (name: string, value: unknown, context: { source: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};

/** Reads JSON so that each number keeps the digits it has when it is written again. */
const readExactly = (text: string) =>
  parse(text, (_, value, { source }) => (typeof value === 'number' ? rawJSON(source) : value));

/**
 * The columns of a row as JSON texts, without a cipher.
 * @param areLeftOut whether the secrets do not come beside: then the record shows that they are lost
 */
export function withoutCiphers(
  table: string,
  columns: readonly string[],
  fields: readonly string[],
  areLeftOut: boolean,
): string[] {
  if (!fields.some((field) => field.includes('"enc:v'))) return [...fields];
  const row: Row = Object.fromEntries(
    columns.map((name, n) => [name, JSON.parse(fields[n] ?? 'null')]),
  );
  const made = new Map(columns.map((name, n) => [name, fields[n] ?? 'null']));
  for (const column of sealedColumnsOf(table)) {
    if (row[column.column] === null || row[column.column] === undefined) continue;
    const ciphers = new Set<string>();
    column.change(row, ({ sealed }) => {
      if (isSealed(sealed)) ciphers.add(sealed);
      return sealed;
    });
    if (ciphers.size === 0) continue;
    let text = made.get(column.column) ?? 'null';
    for (const cipher of ciphers) text = text.replaceAll(`"${cipher}"`, `"${lostSecret}"`);
    made.set(column.column, text);
    if (areLeftOut) showLost(column, row, made);
  }
  return columns.map((name) => made.get(name) ?? 'null');
}

/** Lets a record show that its secrets are lost. */
function showLost(column: SealedColumn, row: Row, made: Map<string, string>): void {
  for (const [name, value] of Object.entries(column.whenLost?.(row) ?? {}))
    made.set(name, JSON.stringify(value));
  if (!column.maskOf || !made.has('config_json')) return;
  // biome-ignore lint/suspicious/noExplicitAny: a part of JSON
  const shown: any = readExactly(made.get('config_json') as string);
  for (const secret of Object.keys(row[column.column])) {
    const path = column.maskOf(secret);
    const last = path.pop() as string;
    const parent = path.reduce((part, name) => part?.[name], shown);
    if (typeof parent?.[last] === 'string') parent[last] = lostMask;
  }
  made.set('config_json', JSON.stringify(shown));
}

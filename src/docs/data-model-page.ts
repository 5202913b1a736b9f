const about = `# The data model

<!-- Made from docs/reference/schema.sql by \`npm run docs\`: change the comments in a migration. -->

Tenants cause no DDL: their object types and properties are rows, and so are the changes of them. Every table of a tenant has
\`tenant_id\` first in its keys and a row-level policy over it. Ids are \`<prefix>_\` and 32 hex digits of a UUID version 7, in the
collation "C": they sort by creation, so the primary key \`(tenant_id, object_type_id, id)\` is the default order of a list and
its cursor. There are no triggers: what a write does is spelled out in the function that does it.

Columns, constraints and indexes are in [schema.sql](../reference/schema.sql); how they are used is in [objects.md](objects.md),
[worker.md](worker.md) and [files.md](files.md).
`;

interface Table {
  name: string;
  comment: string;
  /** Tables that its foreign keys lead to, but for app.tenants. */
  refersTo: string[];
  columns: { name: string; comment: string }[];
}

/** docs/inside/data-model.md: every table with its comment, its references and the columns that need a word. */
export function dataModelPage(schema: string): string {
  const tables = tablesIn(schema);
  const rows = tables.map(
    ({ name, comment, refersTo }) =>
      `| \`${name}\` | ${comment} | ${refersTo.map((table) => `\`${table}\``).join(', ')} |`,
  );
  const columns = tables.flatMap((table) =>
    table.columns.map(({ name, comment }) => `| \`${table.name}\` | \`${name}\` | ${comment} |`),
  );
  return [
    about,
    '## Tables',
    '',
    '| Table | What it holds | Refers to |',
    '|---|---|---|',
    ...rows,
    '',
    '## Columns that need a word',
    '',
    '| Table | Column | What it says |',
    '|---|---|---|',
    ...columns,
    '',
  ].join('\n');
}

/** Each `create table` of the dump with the comments that follow it. */
function tablesIn(schema: string): Table[] {
  return [...schema.matchAll(/^create table (\S+) \((.*?)^\)/gms)].map(
    ([, name = '', body = '']) => {
      const refersTo = [...body.matchAll(/ REFERENCES (\S+?)\(/g)].map(
        ([, table]) => table as string,
      );
      return {
        name,
        comment: commentOn(schema, `table ${name}`),
        refersTo: [...new Set(refersTo)].filter(
          (table) => table !== 'app.tenants' && table !== name,
        ),
        columns: [
          ...schema.matchAll(new RegExp(`^comment on column ${name}\\.(\\w+) is '(.*?)';$`, 'gms')),
        ].map(([, column = '', text = '']) => ({ name: column, comment: cell(text) })),
      };
    },
  );
}

function commentOn(schema: string, what: string): string {
  const found = new RegExp(`^comment on ${what} is '(.*?)';$`, 'ms').exec(schema);
  return cell(found?.[1] ?? '');
}

/** The text of an SQL literal as a cell of a table. */
const cell = (literal: string): string =>
  literal
    .replaceAll("''", "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');

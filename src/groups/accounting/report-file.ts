import { printSheet, type SheetRow } from '../../ground/pdf/sheet.ts';
import { fileOf } from '../../tools/tables/table-file.ts';
import { type ReportWords, reportWords } from './report-words.ts';

/** A report as its SQL function answers it for a file (`is_file`). */
interface Report {
  report: string;
  currency: string;
  at?: string;
  from?: string;
  to?: string;
  compared_with?: { at?: string; from?: string; to?: string };
  rows: Row[];
  totals: Totals;
  letterhead: { company: string; language: 'en' | 'de'; paper: 'a4' | 'letter' };
}

type Row = Record<string, unknown>;
type Totals = Record<string, string> & { previous?: Record<string, string> };

const amounts = new Set([
  ...['opening', 'debit', 'credit', 'balance', 'amount', 'previous'],
  ...['base_balance', 'rate', 'revalued', 'difference'],
]);

/**
 * Makes a file of a report. It runs in a process beside the one that answers (src/computing): a report may have thousands of
 * accounts.
 * @param text the report as JSON
 */
export async function reportFile(
  format: 'csv' | 'xlsx' | 'pdf',
  text: string,
): Promise<{ name: string; bytes: Buffer }> {
  const report: Report = JSON.parse(text);
  const { at, from, to } = report;
  const name = `${report.report}-${at ?? `${from}-${to}`}.${format}`;
  return { name, bytes: format === 'pdf' ? await pdfOf(report) : await tableOf(format, report) };
}

/** Columns as the rows have them; a report without rows still has those that every row has. */
const tableOf = (format: 'csv' | 'xlsx', { report, rows, compared_with }: Report) => {
  const names = membersOf[report]?.(compared_with ? ['previous'] : []) ?? [];
  return fileOf(format, {
    columns: names.map((name) => ({ name, type: amounts.has(name) ? 'decimal' : 'string' })),
    rows,
  });
};

const account = [
  ...['account_id', 'code', 'name', 'type', 'normal_side'],
  ...['parent_id', 'level', 'is_parent'],
];
/** The members of the rows of each report. */
const membersOf: Record<string, (previous: string[]) => string[]> = {
  'trial-balance': (previous) => [
    ...account,
    ...['opening', 'debit', 'credit', 'balance'],
    ...[...previous, 'drill'],
  ],
  'balance-sheet': (previous) => [...account, 'balance', 'computed', ...previous, 'drill'],
  'profit-loss': (previous) => [...account, 'balance', 'computed', ...previous, 'drill'],
  'cash-flow': (previous) => [
    ...['section', 'account_id', 'code', 'name', 'amount'],
    ...[...previous, 'drill'],
  ],
  revaluation: () => [
    ...['account_id', 'code', 'currency', 'balance', 'base_balance'],
    ...['rate', 'revalued', 'difference', 'drill'],
  ],
};

/** The parts of a report on paper: rows that have something in common, and the total of them. */
const partsOf: Record<
  string,
  { by: string; totals: Record<string, string>; sides?: Record<string, string> }
> = {
  'balance-sheet': {
    by: 'type',
    totals: { asset: 'assets', liability: 'liabilities', equity: 'equity' },
    sides: { asset: 'debit', liability: 'credit', equity: 'credit' },
  },
  'profit-loss': {
    by: 'type',
    totals: { revenue: 'revenue', expense: 'expense' },
    sides: { revenue: 'credit', expense: 'debit' },
  },
  'cash-flow': {
    by: 'section',
    totals: { operating: 'operating', investing: 'investing', financing: 'financing' },
  },
};

function pdfOf(report: Report): Promise<Buffer> {
  const { rows, totals, letterhead, compared_with: before } = report;
  const words = reportWords[letterhead.language];
  const isTrial = report.report === 'trial-balance';
  const figures = [
    ...(isTrial ? ['opening', 'debit', 'credit'] : []),
    ...(report.report === 'cash-flow' ? ['amount'] : ['balance']),
    ...(before ? ['previous'] : []),
  ];
  const parts = partsOf[report.report];
  /** On paper, contra accounts have a minus, so that the figures of a part add up to its total. */
  const signed = (row: Row, amount: unknown) => {
    const side = parts?.sides?.[row.type as string];
    return side && side !== row.normal_side ? negative(amount) : amount;
  };
  const isShown = (name: string) => words.names[name] as string;
  const ofRow = (row: Row): SheetRow => ({
    cells: [titleOf(row, words), ...figures.map((name) => amountOf(signed(row, row[name]), words))],
    indent: Number(row.level ?? 1),
    isStrong: row.is_parent === true,
  });
  /** Its figures stand below the balances. */
  const ofTotal = (name: string, title = isShown(name)): SheetRow => ({
    cells: [
      title,
      ...figures.map((figure) =>
        figure === 'previous'
          ? amountOf(totals.previous?.[name], words)
          : figure === 'balance' || figure === 'amount'
            ? amountOf(totals[name], words)
            : '',
      ),
    ],
    isStrong: true,
    hasRule: true,
  });
  const inParts = Object.entries(parts?.totals ?? {}).flatMap(([value, total]): SheetRow[] => [
    { cells: [isShown(value)], isStrong: true },
    ...rows.filter((row) => row[(parts as { by: string }).by] === value).map(ofRow),
    ofTotal(total, words.total(isShown(value))),
  ]);
  const rest = Object.keys(totals).filter(
    (name) => name !== 'previous' && !Object.values(parts?.totals ?? {}).includes(name),
  );
  return printSheet({
    company: letterhead.company,
    title: isShown(report.report),
    notes: [
      `${daysOf(report, words)} · ${words.amountsIn(report.currency)}`,
      ...(before ? [words.comparedWith(daysOf(before, words))] : []),
    ],
    paper: letterhead.paper,
    columns: [
      { title: isShown('account'), isAmount: false },
      ...figures.map((name) => ({ title: isShown(name), isAmount: true })),
    ],
    rows: [...(parts ? inParts : rows.map(ofRow)), ...rest.map((name) => ofTotal(name))],
    pageOf: words.pageOf,
  });
}

function daysOf(
  { at, from = '', to = '' }: Pick<Report, 'at' | 'from' | 'to'>,
  words: ReportWords,
) {
  return at ? words.on(words.day(at)) : words.between(words.day(from), words.day(to));
}

const titleOf = ({ code, name, computed, account_id }: Row, { names }: ReportWords): string => {
  if (account_id !== null) return `${code}  ${name}`;
  return names[(computed as string | null) ?? 'net_income'] as string;
};

/** The same amount with the other sign; nothing is nothing. */
function negative(amount: unknown): unknown {
  if (typeof amount !== 'string' || !/[1-9]/.test(amount)) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** Digits in groups: of a text, never as a number. */
function amountOf(amount: unknown, { separators: [thousands, point] }: ReportWords): string {
  if (typeof amount !== 'string') return '';
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : grouped + point + decimals;
}

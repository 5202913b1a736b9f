import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportFile } from '../../src/groups/accounting/report-file.ts';
import { good, refusal } from '../support/answers.ts';
import type { TenantClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/use-server.ts';
import { program } from './programs.ts';
import { lastDay, reportedBooks, reports, typeOf } from './report-books.ts';
import { accounts, booksOf, entries, line, posted, simple } from './support.ts';

const server = useServer();
let api: TenantClient;
beforeAll(async () => {
  api = await reportedBooks(server);
});

/** A file as it is sent; the client of tests reads texts. */
async function fileAt(path: string, from = api) {
  const answer = await fetch(`${server.url}${reports}/${path}`, {
    headers: { authorization: `Bearer ${from.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

/** The cells of the only sheet: numbers as they are written, texts as texts. */
function cellsOf(bytes: Buffer): Array<Array<string | { number: string }>> {
  const { 'xl/worksheets/sheet1.xml': sheet } = unzipSync(new Uint8Array(bytes));
  return [...new TextDecoder().decode(sheet).matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: t="(\w+)")?(?:\/>|>(.*?)<\/c>)/gs)].map(([, type, inner = '']) => {
      const value = inner.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&');
      return type || inner === '' ? value : { number: value };
    }),
  );
}

const of = {
  'trial-balance': `from=2025-04-01&to=${lastDay}&compare=previous_year`,
  'balance-sheet': `at=${lastDay}`,
  'profit-loss': `from=2025-04-01&to=${lastDay}&dimension=cost_center:C1`,
  'cash-flow': `from=2025-04-01&to=${lastDay}&compare=previous_period`,
  revaluation: 'at=2026-03-01',
};
const isAmount =
  /^(opening|debit|credit|balance|amount|previous|base_balance|rate|revalued|difference)$/;

describe.each(Object.entries(of))('%s', (name, query) => {
  it('as csv and xlsx has the rows of the answer, amounts as numbers', async () => {
    const { rows } = await good(api.get(`${reports}/${name}?${query}`));
    expect(rows.length).toBeGreaterThan(3);
    const names = Object.keys(rows[0]);
    const texts = rows.map((row: object) => Object.values(row).map((cell) => String(cell ?? '')));

    const csv = await fileAt(`${name}?${query}&format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename=${name}-[\\d-]+\\.csv$`),
    );
    expect(parse(csv.bytes)).toEqual([names, ...texts]);
    expect(csv.bytes.toString()).not.toMatch(/["']-?\d+\.\d\d/);

    const xlsx = await fileAt(`${name}?${query}&format=xlsx`);
    const [head, ...cells] = cellsOf(xlsx.bytes);
    expect(head).toEqual(names);
    expect(cells).toEqual(
      texts.map((row: string[]) =>
        row.map((cell, at) =>
          (isAmount.test(names[at] as string) || names[at] === 'level') && cell !== ''
            ? { number: cell }
            : cell,
        ),
      ),
    );
  });
});

it('names that a spreadsheet would run are only texts, and amounts of many digits keep them all', async () => {
  const own = await booksOf(server);
  await good(own.patch(`${accounts}/${own.ids['6100']}`, { name: '=1+1' }));
  const big = '999999999999999999.99';
  await good(own.post(entries, simple(big, posted)));
  const query = 'trial-balance?from=2026-01-01&to=2026-12-31&format=';
  const csv = (await fileAt(`${query}csv`, own)).bytes.toString();
  expect(csv).toContain(`,'=1+1,`);
  expect(csv).toContain(`,0.00,0.00,${big},-${big},`);
  const [, bank, rent] = cellsOf((await fileAt(`${query}xlsx`, own)).bytes);
  expect(bank?.slice(8, 12)).toEqual([{ number: '0.00' }, { number: '0.00' }, big, `-${big}`]);
  expect(rent?.[2]).toBe(`'=1+1`);
});

describe('on paper', () => {
  /** As the figure of a contra account is printed, so that a part adds up to its total. */
  const turned = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
  const pdftotext = program('pdftotext', 'poppler-utils');
  const pdftoppm = program('pdftoppm', 'poppler-utils');

  it.skipIf(!pdftotext)('each report says what its rows and totals are', async () => {
    for (const [name, query] of Object.entries(of).slice(0, 4)) {
      const { rows, totals } = await good(api.get(`${reports}/${name}?${query}`));
      const { headers, bytes } = await fileAt(`${name}?${query}&format=pdf`);
      expect(headers.get('content-type')).toBe('application/pdf');
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString();
      expect(text).toContain(api.tenant.name);
      const grouped = (amount: string) => amount.replaceAll(/\B(?=(\d{3})+\.)/g, ',');
      for (const { code, name: title, balance, amount, type, normal_side: side } of rows) {
        const line = text.split('\n').find((one) => code && one.includes(`${code} `));
        const isDebit = type === 'asset' || type === 'expense';
        const isContra = name !== 'trial-balance' && balance && isDebit !== (side === 'debit');
        if (code) expect(line).toContain(title);
        if (code)
          expect(line).toContain(` ${grouped(isContra ? turned(balance) : (balance ?? amount))}`);
      }
      for (const [total, amount] of Object.entries(totals))
        if (total !== 'previous') expect(text, total).toContain(grouped(amount as string));
    }
  });

  it.skipIf(!pdftoppm)('a page has ink where the table is, and none at its edges', async () => {
    const folder = await temporaryFolder();
    const { bytes } = await fileAt(`balance-sheet?${of['balance-sheet']}&format=pdf`);
    await writeFile(join(folder, 'sheet.pdf'), bytes);
    execFileSync('pdftoppm', ['-r', '60', '-png', '-singlefile', 'sheet.pdf', 'sheet'], {
      cwd: folder,
    });
    const page = sharp(join(folder, 'sheet.png')).greyscale();
    const { data, info } = await page.raw().toBuffer({ resolveWithObject: true });
    expect([496, 497]).toContain(info.width);
    expect(info.height).toBe(702);
    /** The share of dark pixels of a part of the page, whose sides are from 0 to 1. */
    const ink = (left: number, top: number, right: number, bottom: number) => {
      let [dark, all] = [0, 0];
      for (let y = Math.round(top * info.height); y < bottom * info.height; y++)
        for (let x = Math.round(left * info.width); x < right * info.width; x++) {
          all++;
          if ((data[y * info.width + x] as number) < 160) dark++;
        }
      return dark / all;
    };
    for (const [left, top, right, bottom] of [
      [0, 0, 1, 0.05],
      [0, 0, 0.06, 1],
      [0.94, 0, 1, 1],
      [0, 0.96, 1, 1],
    ] as const)
      expect(ink(left, top, right, bottom)).toBe(0);
    expect(ink(0.07, 0.06, 0.5, 0.12)).toBeGreaterThan(0.02);
    expect(ink(0.07, 0.15, 0.4, 0.5)).toBeGreaterThan(0.01);
    expect(ink(0.75, 0.15, 0.94, 0.5)).toBeGreaterThan(0.01);
  });

  it.skipIf(!pdftotext)(
    'thousands of accounts in German, with long names, take as many pages as they need',
    async () => {
      const rows = Array.from({ length: 1_000 }, (_, n) => ({
        account_id: `acc_${n}`,
        code: String(10_000 + n),
        name: n % 50 === 0 ? 'Ein sehr langer Name, '.repeat(8) : `Größe ${n}`,
        type: 'asset',
        normal_side: 'debit',
        level: 1 + (n % 8),
        is_parent: n % 8 < 7,
        balance: `-${n}234567.89`,
      }));
      const { name, bytes } = await reportFile(
        'pdf',
        JSON.stringify({
          report: 'balance-sheet',
          currency: 'EUR',
          at: '2026-12-31',
          rows,
          totals: {
            assets: '1.00',
            liabilities: '0.00',
            equity: '1.00',
            liabilities_and_equity: '1.00',
          },
          letterhead: { company: 'Müller & Söhne', language: 'de', paper: 'letter' },
        }),
      );
      expect(name).toBe('balance-sheet-2026-12-31.pdf');
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString();
      const pages = text.split('\f').filter((page) => page.trim() !== '');
      expect(pages.length).toBeGreaterThan(15);
      for (const [n, page] of pages.entries()) {
        expect(page).toContain(`Seite ${n + 1} von ${pages.length}`);
        expect(page).toContain('Konto');
      }
      expect(text).toContain('Zum 31.12.2026');
      expect(text).toContain('-999.234.567,89');
      for (const { code } of rows) expect(text).toContain(code);
    },
  );
});

describe('the general ledger as a file', () => {
  const query = `general-ledger?from=2024-06-01&to=${lastDay}`;

  it('has the lines of the list', async () => {
    const { results } = await good(api.get(`${reports}/${query}&limit=100`));
    const names = Object.keys(results[0]);
    const texts = results.map((row: object) =>
      Object.values(row).map((cell) => (cell === null ? '' : String(cell))),
    );
    const csv = parse((await fileAt(`${query}&format=csv`)).bytes);
    expect(csv[0]).toEqual(names);
    expect(csv.slice(1, 101)).toEqual(texts);
    const xlsx = cellsOf((await fileAt(`${query}&format=xlsx`)).bytes);
    expect(xlsx).toHaveLength(csv.length);
    const plain = xlsx.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? cell : cell.number)),
    );
    expect(plain).toEqual(csv);
    expect(xlsx[1]?.[names.indexOf('debit')]).toEqual({ number: texts[0]?.[11] });
    const head = await fetch(`${server.url}${reports}/${query}&format=csv`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is of one moment, whatever is posted while it is read', async () => {
    const own = await reportedBooks(server);
    const read = async (place: object) => {
      const args = { from: '2024-06-01', to: '2026-12-31', format: 'csv', limit: 40, ...place };
      const { rows } = await server.db.query('select api.accounting_report_lines($1, $2) as part', [
        own.tenant.id,
        JSON.stringify(args),
      ]);
      return rows[0].part;
    };
    const before = (await fileAt(`${query}&format=csv`, own)).bytes.toString();
    let part = await read({});
    const { mark } = part;
    let lines = part.lines;
    while (part.after) {
      const code = Object.keys(typeOf).findLast((one) => typeOf[one] === 'expense') as string;
      // Before the range, within it, and in a fiscal year that had no entry.
      for (const date of ['2024-05-01', '2025-05-05', '2026-06-05'])
        await good(
          own.post(entries, { date, ...posted, lines: [line(code, '1'), line('1000', '-1')] }),
        );
      part = await read({ mark, after: part.after });
      lines += part.lines;
    }
    expect(lines).toBe(before.slice(before.indexOf('\n') + 1));
    const now = (await fileAt(`${query}&format=csv`, own)).bytes.toString();
    expect(now.length).toBeGreaterThan(before.length);
    const [account] = await good(own.get(accounts));
    await good(own.patch(`${accounts}/${account.id}`, { code: '9000' }));
    await expect(read({ mark, after: null })).rejects.toMatchObject({ code: 'PT409' });
  });

  it('holds up to 100,000 lines, which are counted where there are more', async () => {
    const own = await booksOf(server);
    await good(own.post(entries, simple('1', posted)));
    await server.db.query(
      `insert into app.ledger_lines (tenant_id, entry_id, line_no, account_id, day, sequence, currency, amount, base)
       select tenant_id, entry_id, 10 + n, case when n <= 3000 then $2 else $3 end, day, sequence, 'EUR', 1, 1
       from app.ledger_lines, generate_series(1, 100000) n where tenant_id = $1 and line_no = 1`,
      [own.tenant.id, own.ids['1400'], own.ids['4000']],
    );
    const all = 'general-ledger?from=2026-01-01&to=2026-12-31&format=csv';
    const refused = await own.get(`${reports}/${all}`);
    expect([refused.status, refused.body.error.param]).toEqual([400, 'from']);
    expect(refused.body.error.message).toContain('100002 lines');
    const few = (await fileAt(`${all}&account_id=1400`, own)).bytes.toString().split('\n');
    expect(few).toHaveLength(3002);
    expect(few[3000]?.split(',')[15]).toBe('3000.00');
    expect(await refusal(own.get(`${reports}/${all}&account_id=77`))).toEqual([404, 'account_id']);
  });
});

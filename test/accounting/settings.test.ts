import { beforeAll, describe, expect, it } from 'vitest';
import { good, refusal } from '../support/answers.ts';
import { uploadText } from '../support/seed-files.ts';
import { useServer } from '../support/use-server.ts';
import { type Books, booksOf, entries, posted, simple } from './support.ts';

const server = useServer();
let api: Books;
beforeAll(async () => {
  api = await booksOf(server);
});
const settings = '/v1/accounting/settings';
const set = (body: object) => api.patch(settings, body);

it('settings of documents have defaults, and are changed one by one', async () => {
  expect(await good(api.get(settings))).toMatchObject({
    rounding: 'document',
    payment_terms_days: 14,
    language: 'en',
    paper: 'a4',
    numbering: {
      journal_entry: { format: '{YYYY}-{SEQ:6}' },
      invoice: { format: 'INV-{YYYY}-{SEQ:5}' },
      credit_note: { format: 'CN-{YYYY}-{SEQ:5}' },
      expense: { format: 'EXP-{YYYY}-{SEQ:5}' },
    },
    company: {},
    expense_approval: true,
    four_eyes: { entries: false, expenses: true },
    retention_years: 10,
  });
  const changed = {
    rounding: 'line',
    payment_terms_days: 30,
    language: 'de',
    paper: 'letter',
    expense_approval: false,
    four_eyes: { entries: false, expenses: false },
    retention_years: 30,
  };
  expect(await good(set(changed))).toMatchObject(changed);
  expect(await good(set({ retention_years: 6 }))).toMatchObject({ ...changed, retention_years: 6 });
});

it.each([
  [{ rounding: 'none' }, 'rounding'],
  [{ payment_terms_days: 366 }, 'payment_terms_days'],
  [{ language: 'fr' }, 'language'],
  [{ paper: 'a5' }, 'paper'],
  [{ retention_years: 5 }, 'retention_years'],
  [{ four_eyes: { invoices: true } }, 'four_eyes.invoices'],
  [{ numbering: { quote: { format: 'Q{YYYY}{SEQ:1}' } } }, 'numbering.quote'],
  [{ company: { address: { country: 'ZZ' } } }, 'company.address.country'],
  [{ company: { iban: 'DE03120300000000202051' } }, 'company.iban'],
  [{ company: { bic: 'X' } }, 'company.bic'],
  [{ company: { website: 'javascript:alert(1)' } }, 'company.website'],
  [{ company: { email: 'nobody' } }, 'company.email'],
])('%j is refused', async (body, param) => {
  expect(await refusal(set(body))).toEqual([400, param]);
});

it('the company is merged at every depth, and null removes a member', async () => {
  const logo = await uploadText(api, 'logo.png');
  await good(
    set({
      company: {
        name: 'Ada Ltd',
        iban: 'DE02 1203 0000 0000 2020 51',
        address: { city: 'Berlin', country: 'DE' },
        logo_file_id: logo.id,
      },
    }),
  );
  const { company } = await good(
    set({ company: { address: { city: 'Bonn' }, logo_file_id: null } }),
  );
  expect(company).toEqual({
    name: 'Ada Ltd',
    iban: 'DE02120300000000202051',
    address: { city: 'Bonn', country: 'DE' },
  });
  expect(await refusal(set({ company: { logo_file_id: 'file_0' } }))).toEqual([
    404,
    'company.logo_file_id',
  ]);
});

describe('numbering', () => {
  const invoice = (format: string) => set({ numbering: { invoice: { format } } });

  it.each([
    'CN-{YYYY}-{SEQ:5}',
    'CN-{YYYY}-{SEQ:3}',
    'CN-{YYYY}-1{SEQ:4}',
    '{YYYY}-{SEQ:6}',
    '{YY}20-{SEQ:6}',
  ])(
    'refuses %s for invoices, because another series could make the same number',
    async (format) => {
      expect(await refusal(invoice(format))).toEqual([400, 'numbering.invoice.format']);
    },
  );

  it.each(['CN{YYYY}-{SEQ:5}', 'CN-{YYYY}/{SEQ:5}', 'cn-{YYYY}-{SEQ:5}', 'R{YY}{SEQ:12}'])(
    'takes %s for invoices',
    async (format) => {
      expect((await good(invoice(format))).numbering.invoice.format).toBe(format);
    },
  );

  it('compares formats that are sent together with each other', async () => {
    const numbering = {
      invoice: { format: 'X{YYYY}{SEQ:3}' },
      expense: { format: 'X{YY}{SEQ:5}' },
    };
    expect(await refusal(set({ numbering }))).toEqual([400, 'numbering.expense.format']);
  });

  it('starts a series of documents in the middle of a year', async () => {
    const start = { year: 2026, next: 417 };
    const { numbering } = await good(set({ numbering: { expense: { start } } }));
    expect(numbering.expense).toEqual({ format: 'EXP-{YYYY}-{SEQ:5}', start });
  });

  it('that started in the middle of one year and of a later one has no gap for verify', async () => {
    const own = await booksOf(server);
    for (const year of [2025, 2026]) {
      const journal_entry = { start: { year, next: 40 } };
      await good(own.patch(settings, { numbering: { journal_entry } }));
      const entry = await good(
        own.post(entries, simple('1', { ...posted, date: `${year}-05-01` })),
      );
      expect(entry.sequence).toBe(40);
    }
    expect((await good(own.get('/v1/accounting/verify'))).problems).toEqual([]);
  });
});

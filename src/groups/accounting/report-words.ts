/** The words that are printed on reports, by the language of the books. */
export interface ReportWords {
  /** Titles of reports, columns and totals, by their names in the API. */
  names: Record<string, string>;
  on(day: string): string;
  between(from: string, to: string): string;
  comparedWith(days: string): string;
  total(of: string): string;
  amountsIn(currency: string): string;
  pageOf(page: number, pages: number): string;
  day(day: string): string;
  /** Between thousands, and before decimals. */
  separators: [thousands: string, decimals: string];
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const en: ReportWords = {
  names: {
    'trial-balance': 'Trial balance',
    'balance-sheet': 'Balance sheet',
    'profit-loss': 'Profit and loss',
    'cash-flow': 'Cash flow',
    account: 'Account',
    opening: 'Opening',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    amount: 'Amount',
    previous: 'Before',
    asset: 'Assets',
    liability: 'Liabilities',
    equity: 'Equity',
    revenue: 'Revenue',
    expense: 'Expenses',
    operating: 'Operating activities',
    investing: 'Investing activities',
    financing: 'Financing activities',
    retained_earnings: 'Retained earnings',
    current_earnings: 'Current earnings',
    liabilities_and_equity: 'Liabilities and equity',
    net_income: 'Net income',
    net_change: 'Change in cash',
    opening_cash: 'Cash at the beginning',
    closing_cash: 'Cash at the end',
    opening_debit: 'Opening, debit',
    opening_credit: 'Opening, credit',
    closing_debit: 'Closing, debit',
    closing_credit: 'Closing, credit',
  },
  on: (day) => `On ${day}`,
  between: (from, to) => `From ${from} to ${to}`,
  comparedWith: (days) => `Before: ${lower(days)}`,
  total: (of) => `Total ${lower(of)}`,
  amountsIn: (currency) => `Amounts in ${currency}`,
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  day: (day) => day,
  separators: [',', '.'],
};

const de: ReportWords = {
  names: {
    'trial-balance': 'Summen- und Saldenliste',
    'balance-sheet': 'Bilanz',
    'profit-loss': 'Gewinn- und Verlustrechnung',
    'cash-flow': 'Kapitalflussrechnung',
    account: 'Konto',
    opening: 'Anfangsbestand',
    debit: 'Soll',
    credit: 'Haben',
    balance: 'Saldo',
    amount: 'Betrag',
    previous: 'Vorher',
    asset: 'Aktiva',
    liability: 'Verbindlichkeiten',
    equity: 'Eigenkapital',
    revenue: 'Erträge',
    expense: 'Aufwendungen',
    operating: 'Laufende Geschäftstätigkeit',
    investing: 'Investitionstätigkeit',
    financing: 'Finanzierungstätigkeit',
    retained_earnings: 'Gewinnvortrag',
    current_earnings: 'Ergebnis des laufenden Jahres',
    liabilities_and_equity: 'Verbindlichkeiten und Eigenkapital',
    net_income: 'Ergebnis',
    net_change: 'Veränderung der Zahlungsmittel',
    opening_cash: 'Zahlungsmittel am Anfang',
    closing_cash: 'Zahlungsmittel am Ende',
    opening_debit: 'Anfangsbestand, Soll',
    opening_credit: 'Anfangsbestand, Haben',
    closing_debit: 'Endbestand, Soll',
    closing_credit: 'Endbestand, Haben',
  },
  on: (day) => `Zum ${day}`,
  between: (from, to) => `Vom ${from} bis ${to}`,
  comparedWith: (days) => `Vorher: ${lower(days)}`,
  total: (of) => `Summe ${of}`,
  amountsIn: (currency) => `Beträge in ${currency}`,
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  day: (day) => day.split('-').reverse().join('.'),
  separators: ['.', ','],
};

export const reportWords: Record<'en' | 'de', ReportWords> = { en, de };

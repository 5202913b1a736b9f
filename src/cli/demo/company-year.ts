/** A line of an entry: what an account is debited with, credited where it is negative. */
export type Line = readonly [account: string, amount: number];

export interface Posting {
  date: string;
  description: string;
  /** By this a later run knows that it is there. */
  reference: string;
  lines: readonly Line[];
}

const taxOf = (net: number) => Math.round((net * 19) / 100);
/** Sales of the months, in hundreds: a company that finds its customers. */
const sales = [62, 58, 71, 66, 80, 84, 61, 57, 92, 99, 104, 88];

/**
 * The books of a small company in one calendar year, in order of days: capital and a loan, equipment, rent, wages, sales with
 * their payments, purchases, quarterly tax, depreciation. In whole units of any currency; the accounts are those of the chart generic.
 */
export function companyYear(year: number): Posting[] {
  const postings: Posting[] = [];
  const post = (month: number, day: number, description: string, ...lines: Line[]) => {
    // A payment after the year belongs into the next one.
    if (month > 12) return;
    const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const reference = `demo ${date} ${description}`;
    postings.push({ date, description, reference, lines });
  };
  post(1, 2, 'Capital', ['1000', 25_000], ['3000', -25_000]);
  post(1, 3, 'Loan of the bank', ['1000', 12_000], ['2300', -12_000]);
  post(1, 5, 'Desks and computers', ['1500', 6_000], ['1400', taxOf(6_000)], ['1000', -7_140]);
  let [charged, paid] = [0, taxOf(6_000)];
  for (const [index, hundreds] of sales.entries()) {
    const month = index + 1;
    const net = hundreds * 100;
    const goods = Math.floor(hundreds / 4) * 100;
    post(month, 6, 'Rent', ['6100', 900], ['1400', taxOf(900)], ['1000', -900 - taxOf(900)]);
    for (const [day, description, part] of [
      [10, 'Services', Math.floor(hundreds / 3) * 100],
      [18, 'Sales', net - Math.floor(hundreds / 3) * 100],
    ] as const) {
      const gross = part + taxOf(part);
      const account = description === 'Sales' ? '4000' : '4100';
      post(month, day, description, ['1100', gross], [account, -part], ['2100', -taxOf(part)]);
      const due = day === 10 ? [month, 24] : [month + 1, 4];
      const [dueMonth = 0, dueDay = 0] = due;
      post(dueMonth, dueDay, `Payment of ${description}`, ['1000', gross], ['1100', -gross]);
      charged += taxOf(part);
    }
    const bill = goods + taxOf(goods);
    post(month, 12, 'Goods', ['5000', goods], ['1400', taxOf(goods)], ['2000', -bill]);
    post(month + 1, 11, 'Payment of goods', ['2000', bill], ['1000', -bill]);
    post(month, 20, 'Train and hotel', ['6300', 150 + month], ['1000', -150 - month]);
    post(month, 27, 'Wages', ['6000', 2_600], ['1000', -2_600]);
    post(month, 28, 'Depreciation', ['6400', 100], ['1590', -100]);
    post(month, 28, 'Loan', ['2300', 200], ['6600', 40], ['1000', -240]);
    paid += taxOf(900) + taxOf(goods);
    if (month % 3 === 0) {
      post(month, 28, 'Tax', ['2100', charged], ['1400', -paid], ['1000', paid - charged]);
      post(month, 28, 'Drawings', ['3200', 1_500], ['1000', -1_500]);
      [charged, paid] = [0, 0];
    }
  }
  return postings.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

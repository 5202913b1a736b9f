import { line } from './support.ts';

export const codes = ['1000', '1400', '2000', '3000', '4000', '6100'] as const;
export type Code = (typeof codes)[number];
const debits: readonly Code[] = ['1000', '1400', '6100'];

/** Numbers that look random and are the same each time. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A line: `cents` of the base currency are positive for debits; in dollars there are twice as many. */
export interface Line {
  code: Code;
  day: string;
  cents: bigint;
}

export const text = (cents: bigint) => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** A ledger of a few lines, to compare with. */
export class NaiveLedger {
  readonly lines: Line[] = [];

  /** On its normal side. */
  sum(code: Code, wanted: (day: string) => boolean = () => true): bigint {
    const sum = this.lines
      .filter((one) => one.code === code && wanted(one.day))
      .reduce((all, { cents }) => all + cents, 0n);
    return debits.includes(code) ? sum : -sum;
  }
}

export const isDebit = (code: Code) => debits.includes(code);

/** An entry as a request, and its lines; a quarter of them in dollars, two of which are a euro. */
export function drawEntry(random: (below: number) => number, days: readonly string[]) {
  const day = days[random(days.length)] as string;
  const parts = Array.from({ length: 1 + random(3) }, () => BigInt(1 + random(1_000_000)));
  const turned = random(2) ? 1n : -1n;
  const lines = [...parts, -parts.reduce((a, b) => a + b)].map((cents) => ({
    code: codes[random(codes.length)] as Code,
    cents: cents * turned,
    day,
  }));
  const isForeign = random(4) === 0;
  const body = {
    date: day,
    lines: lines.map(({ code, cents }) => line(code, text(isForeign ? cents * 2n : cents))),
    ...(isForeign ? { currency: 'USD', exchange_rate: '0.5' } : {}),
  };
  return { body, lines };
}

export const turn = (lines: Line[]): Line[] => lines.map((one) => ({ ...one, cents: -one.cents }));

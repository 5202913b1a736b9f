const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The clock on the wall of a zone: between two changes it runs like any other. */
export interface Walk {
  /** Minutes since 1970: [first, end of the piece, what the wall is ahead of UTC]. */
  pieces: Array<{ first: number; end: number; ahead: number }>;
  /** When the clocks are changed, in milliseconds. */
  changes: number[];
}

/** Asks a clock once a day, and looks for the minute where two days differ. */
export function walkOf(zone: string, from: number, to: number): Walk {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const aheadAt = (minute: number) =>
    Date.parse(`${clock.format(minute * minuteMs).replace(' ', 'T')}Z`) / minuteMs - minute;
  const walk: Walk = { pieces: [], changes: [] };
  const last = to / minuteMs;
  let piece = { first: from / minuteMs, end: last, ahead: aheadAt(from / minuteMs) };
  for (let day = piece.first; day < last; day += 1440) {
    const next = aheadAt(Math.min(day + 1440, last));
    if (next === piece.ahead) continue;
    let [low, high] = [day, day + 1440];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (aheadAt(middle) === piece.ahead) low = middle;
      else high = middle;
    }
    walk.pieces.push({ ...piece, end: high });
    walk.changes.push(high * minuteMs);
    piece = { first: high, end: last, ahead: next };
  }
  walk.pieces.push(piece);
  return walk;
}

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** The values of a field of numbers, lists, ranges and steps. */
function valuesOf(field: string, index: number): Set<number> {
  const [least, most] = bounds[index] as (typeof bounds)[0];
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step = '1'] = part.split('/');
    const [low, high = low] = range === '*' ? [least, most] : range.split('-').map(Number);
    for (let n = low as number; n <= (high as number); n += Number(step)) values.add(n);
  }
  return values;
}

/**
 * Every moment at which an expression fires: all minutes are looked at in turn. One that the wall has shown before does
 * not count, and one that it leaps over counts at the leap, unless the expression is for every hour.
 */
export function momentsIn({ pieces }: Walk, expression: string): number[] {
  const fields = expression.split(' ');
  const [minutes, hours, days, months, weekdays] = fields.map(valuesOf) as Set<number>[];
  const isHourly = hours?.size === 24;
  const isEither = fields[2] !== '*' && fields[4] !== '*';
  const matchesDay = (day: number) => {
    const date = new Date(day * dayMs);
    const [isDay, isWeekday] = [days?.has(date.getUTCDate()), weekdays?.has(date.getUTCDay())];
    return (
      months?.has(date.getUTCMonth() + 1) && (isEither ? isDay || isWeekday : isDay && isWeekday)
    );
  };
  /** Of the minutes of the wall from `first` to before `end` those that match. */
  const matching = (first: number, end: number) => {
    const found: number[] = [];
    for (let day = Math.floor(first / 1440); day * 1440 < end; day++) {
      if (!matchesDay(day)) continue;
      for (let at = day * 1440; at < (day + 1) * 1440; at++)
        if (
          at >= first &&
          at < end &&
          hours?.has(Math.floor(at / 60) % 24) &&
          minutes?.has(at % 60)
        )
          found.push(at);
    }
    return found;
  };
  const moments = new Set<number>();
  let shown = Number.NEGATIVE_INFINITY;
  for (const { first, end, ahead } of pieces) {
    const wall = first + ahead;
    if (!isHourly && wall > shown && matching(Math.max(shown, wall - 1440), wall).length > 0)
      moments.add(first);
    for (const at of matching(isHourly ? wall : Math.max(wall, shown), end + ahead))
      moments.add(at - ahead);
    shown = Math.max(shown, end + ahead);
  }
  // The first piece has no leap before it.
  const begun = (pieces[0] as (typeof pieces)[0]).first;
  return [...moments].filter((at) => at > begun).map((at) => at * minuteMs);
}

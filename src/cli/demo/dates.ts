const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `1970-01-31` or `Jan 31 1970` as an ISO date; undefined for anything else. */
export function isoDate(value: unknown): string | undefined {
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const [, month = '', day = '', year] = /^([A-Z][a-z]{2}) (\d\d?) (\d{4})$/.exec(text) ?? [];
  if (!year || !months.includes(month)) return undefined;
  const number = String(months.indexOf(month) + 1).padStart(2, '0');
  return `${year}-${number}-${day.padStart(2, '0')}`;
}

/** Milliseconds since 1970, between 1990 and 2050, in a column whose name suggests a time. */
export function looksLikeMoments(values: unknown[], source: string): boolean {
  const [from, to] = [Date.UTC(1990), Date.UTC(2050)];
  return (
    /time|date/i.test(source) &&
    values.every(
      (value) => Number.isSafeInteger(value) && Number(value) > from && Number(value) < to,
    )
  );
}

/** Milliseconds since 1970 as an ISO time. */
export function isoTime(value: unknown): string {
  return new Date(Number(value)).toISOString();
}

/**
 * SQL for a moment before the one in a column. By the clock of UTC, where it depends on no time zone: a cluster refuses to
 * change a row by what does.
 * @param interval SQL, such as `interval '1 h'`
 */
export const earlier = (column: string, interval: string): string =>
  `(${column} at time zone 'UTC' - ${interval}) at time zone 'UTC'`;

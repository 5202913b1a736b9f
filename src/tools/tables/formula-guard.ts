/**
 * Text that a spreadsheet would run as a formula (OWASP, CSV injection): = + - @ TAB CR and their full-width forms,
 * also behind quotes and spaces.
 */
const formula = /^['"\s]*[=+\-@\t\r＝＋－＠]/u;

/** A text as a cell that no spreadsheet runs: a quote before what looks like a formula. */
export const guard = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text that `guard` made a cell of. For every text, unguard(guard(text)) is the text. */
export const unguard = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

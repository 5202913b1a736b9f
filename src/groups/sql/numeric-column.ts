import { isExact } from '../../ground/shapes/json-values.ts';

const decimal = /^-?\d+(\.\d+)?$/;
const isLong = (value: unknown): boolean =>
  typeof value === 'string' && decimal.test(value) && !isExact(value);

/** Whether a column of an answer holds numbers, of which some may be texts because a double would change them. */
export const isNumericColumn = (rows: Record<string, unknown>[], name: string): boolean => {
  const values = rows.map((row) => row[name] ?? null);
  const isNumber = (value: unknown) => value === null || typeof value === 'number';
  return (
    values.every(isNumber) ||
    (values.some((value) => typeof value === 'number') &&
      values.every((value) => isNumber(value) || isLong(value)))
  );
};

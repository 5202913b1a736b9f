import { ApiError } from '../../errors.ts';

const maxLength = 150;

/** The name of the file of an export: what was asked for, or type and day, and the format's ending. */
export function exportName(
  given: string | undefined,
  type: string,
  format: string,
  now = new Date(),
): string {
  const ending = `.${format}`;
  if (given === undefined) return `${type}-${now.toISOString().slice(0, 10)}${ending}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\0-\x1f\x7f/\\]/.test(given) || given.trim() === '' || /^\.+$/.test(given)) {
    throw ApiError.invalid('filename', 'invalid_name', 'must be a name without / or \\');
  }
  if (given.length > maxLength)
    throw ApiError.invalid('filename', 'too_long', `must have at most ${maxLength} characters`);
  return given.toLowerCase().endsWith(ending) ? given : given + ending;
}

/** Turns a text of one format into ISO 8601; undefined for a text of another. */
export type DateReader = (text: string) => string | undefined;

const tokens: Record<string, [name: string, pattern: string]> = {
  YYYY: ['year', '\\d{4}'],
  MM: ['month', '\\d{2}'],
  M: ['month', '\\d{1,2}'],
  DD: ['day', '\\d{2}'],
  D: ['day', '\\d{1,2}'],
  HH: ['hour', '\\d{2}'],
  mm: ['minute', '\\d{2}'],
  ss: ['second', '\\d{2}'],
};

/**
 * Reads a format such as DD.MM.YYYY or M/D/YYYY HH:mm: year, month and day each once, hour, minute and second if
 * they are there, anything else as it stands.
 * @returns undefined when it is not such a format
 */
export function dateReader(format: string): DateReader | undefined {
  const names: string[] = [];
  const pattern = format.replaceAll(/YYYY|MM?|DD?|HH|mm|ss|[\s\S]/g, (part) => {
    const token = tokens[part];
    if (!token) return part.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
    names.push(token[0]);
    return `(?<${token[0]}>${token[1]})`;
  });
  const isWhole = ['year', 'month', 'day'].every((name) => names.includes(name));
  if (!isWhole || new Set(names).size < names.length) return undefined;
  const expression = new RegExp(`^${pattern}$`);
  const hasTime = names.includes('hour');
  return (text) => {
    const found = expression.exec(text.trim())?.groups;
    if (!found) return undefined;
    const { year, month = '', day = '', hour = '', minute = '00', second = '00' } = found;
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return hasTime ? `${date}T${hour}:${minute}:${second}Z` : date;
  };
}

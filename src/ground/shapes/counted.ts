/** Such as `1 api key`, or `2 policies`: the name of a kind is its plural. */
export function counted(count: number, kind: string): string {
  const many = kind.replaceAll('_', ' ');
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular(many) : many}`;
}

const singular = (many: string): string =>
  many
    .replace(/ies$/, 'y')
    .replace(/(s|x)es$/, '$1')
    .replace(/([^s])s$/, '$1');

/** The name of a file without the folders that some clients send along, and without what no name may hold. */
export function cleanName(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    // How browsers write a quote in the name of a part (HTML, multipart/form-data encoding algorithm).
    .replaceAll('%22', '"')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes
    .replaceAll(/[\0-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return [...(/^\.*$/.test(name) ? 'file' : name)].slice(0, 255).join('');
}

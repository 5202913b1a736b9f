/** A whole page; `head` and `body` are HTML, `title` is our own text. @param locale the language of most of its words */
export function page(title: string, head: string, body: string, locale = 'en'): string {
  return `<!doctype html>
<html lang="${escapeHtml(locale)}"${isRightToLeft(locale) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/assets/icon.svg">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** Whether a language is written from right to left, in the script that it names or mostly has: `ar`, `az-Arab`. */
export const isRightToLeft = (locale: string): boolean =>
  rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '');

/** A text escaped for HTML, including a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

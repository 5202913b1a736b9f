import { bareType } from './media-type.ts';

/**
 * Types that a browser may show in place, because nothing in them runs: pictures made of pixels, sound, film, PDF, and
 * text that it shows as text (`nosniff` keeps it from finding HTML in there). Everything else is offered to be saved,
 * whatever it is: a list of what is dangerous would never be whole. Of the formats that can hold code:
 *
 * - HTML, XHTML: saved. Opened, it would be a page of the API's own origin.
 * - SVG: saved. Opened by its address it is a document with scripts; `<img>` minds no disposition, and runs none.
 * - XML, RSS, MathML: saved. XSLT can make a page of it.
 * - MHTML, EML, web archives: saved. HTML again, which names its own origin.
 * - JavaScript: saved, and as plain text (see `servedType`), as `<script src>` minds neither disposition nor sandbox.
 * - PDF: shown. Its scripts stay in the viewer, which has no way to the origin of the file.
 * - Flash, Java, executables, shortcuts: saved, as what they are.
 */
const shown =
  /^(image\/(jpeg|png|webp|gif|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video)\/.+|text\/(plain|csv|markdown)|application\/(json|pdf))$/;

/** Whether a file could do something where it is opened: it is offered to be saved, never shown. */
export const isActive = (mimeType: string): boolean => !shown.test(bareType(mimeType));

/** Every name of JavaScript that browsers know (WHATWG MIME Sniffing, section 4.6). */
const javaScript =
  /^(application|text)\/((x-)?(java|ecma)script|javascript1\.[0-5]|jscript|livescript)$/;

/** Of texts whose sender has declared no other charset. */
const utf8 = '; charset=utf-8';

/**
 * The Content-Type that a file goes out with. Scripts go as plain text, which `nosniff` keeps browsers from running:
 * Insula's own pages, whose policy trusts their origin, could otherwise be made to load one that someone has uploaded.
 */
export function servedType(mimeType: string): string {
  const bare = bareType(mimeType);
  if (javaScript.test(bare)) return `text/plain${mimeType.slice(bare.length) || utf8}`;
  return bare === mimeType && bare.startsWith('text/') ? `${bare}${utf8}` : mimeType;
}

/**
 * What a browser may show in place, because nothing of it runs: pictures made of pixels, sound, film, and text that it
 * shows as text (`nosniff` keeps it from finding HTML in there). Everything else is offered to be saved, whatever it
 * is; a list of what is dangerous would never be whole. What that means for formats that can hold code:
 *
 * | | |
 * |---|---|
 * | HTML, XHTML | saved: opened, it would be a page of the API's own origin |
 * | SVG | saved: opened by its address it is a document with scripts. `<img>` minds no disposition, and runs none |
 * | XML, RSS, MathML | saved: may style itself with XSLT, which makes HTML of it |
 * | MHTML, EML, web archives | saved: HTML with an origin of its own saying |
 * | PDF | saved: its scripts stay in the viewer, but Chromium has none for a sandboxed document, and shows nothing |
 * | JavaScript | saved, and as plain text (see `servedType`): `<script src>` minds neither disposition nor sandbox |
 * | Flash, Java, executables, shortcuts | saved, as what they are |
 */
const shown =
  /^(image\/(jpeg|png|webp|gif|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video)\/.+|text\/(plain|csv|markdown)|application\/json)$/;

/** Whether a file could do something where it is opened: it is offered to be saved, never shown. */
export const isActive = (mimeType: string): boolean => !shown.test(mimeType);

/** Every name of JavaScript that browsers know (WHATWG MIME Sniffing, section 4.6). */
const javaScript =
  /^(application|text)\/((x-)?(java|ecma)script|javascript1\.[0-5]|jscript|livescript)$/;

/**
 * The Content-Type that a file goes out with. Scripts go as plain text, which `nosniff` keeps browsers from running: a
 * page of ours, whose policy trusts its own origin, could else be made to load one that somebody has uploaded.
 */
export function servedType(mimeType: string): string {
  const type = javaScript.test(mimeType) ? 'text/plain' : mimeType;
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

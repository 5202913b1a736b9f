import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js';

/** What is read of an element of the parser. */
export interface XmlElement {
  localName: string;
  namespaceURI: string | null;
  parentNode: unknown;
  textContent: string | null;
  getAttribute(name: string): string | null;
}

export interface XmlDocument {
  documentElement: XmlElement;
}

/** XML that is not taken. The message says why. */
export class XmlError extends Error {
  override name = 'XmlError';
}

export const maxXmlBytes = 256 * 1024;
const maxDepth = 40;
const maxElements = 5_000;

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws XmlError when it is too large, or not UTF-8 */
export function xmlText(bytes: Uint8Array): string {
  if (bytes.length > maxXmlBytes) throw new XmlError('It is larger than 256 kB.');
  try {
    return utf8.decode(bytes);
  } catch {
    throw new XmlError('It is not UTF-8.');
  }
}

/**
 * Parses XML with the very parser that checks signatures, so that both see the same document: no document type (and so
 * no entities), no processing instructions, and so large and deep and no more, which is counted before it is parsed.
 * @param mayComment signed messages hold no comments either: a signature does not cover them
 * @throws XmlError
 */
export async function readXml(text: string, mayComment = false): Promise<XmlDocument> {
  if (text.length > maxXmlBytes) throw new XmlError('It is larger than 256 kB.');
  checkMarkup(text.replace(/^\s*<\?xml\s[^<>?]*\?>/, ''), mayComment);
  const document: unknown = await parseDomFromString(text).catch(() => undefined);
  if (!document) throw new XmlError('It is not well-formed.');
  return document as XmlDocument;
}

function checkMarkup(text: string, mayComment: boolean): void {
  let depth = 0;
  let elements = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1];
    if (mayComment && text.startsWith('<!--', at)) {
      at = text.indexOf('-->', at + 4);
      if (at < 0) throw new XmlError('A comment does not end.');
    } else if (next === '!' || next === '?') {
      throw new XmlError('It holds a document type, a comment or an instruction.');
    } else {
      at = endOfTag(text, at);
      if (next === '/') depth--;
      else elements++;
      if (next !== '/' && text[at - 1] !== '/') depth++;
      if (depth > maxDepth || elements > maxElements) throw new XmlError('It is too deep.');
    }
  }
}

const tagStart = /<\/?[^\s<>"'=/!?]+/y;
const attribute = /\s+[^\s<>"'=/]+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const tagEnd = /\s*\/?>/y;

/** Where the tag that begins at a place ends. The parser would forgive what is not quite one. */
function endOfTag(text: string, start: number): number {
  const after = (part: RegExp, at: number) => {
    part.lastIndex = at;
    return part.test(text) ? part.lastIndex : -1;
  };
  let at = after(tagStart, start);
  for (let next = at; next >= 0; next = after(attribute, at)) at = next;
  const end = at < 0 ? -1 : after(tagEnd, at);
  if (end < 0) throw new XmlError('It is not well-formed.');
  return end - 1;
}

/** Elements by local name and namespace: `anywhere` in a document, or children of an element. */
export function elements(
  node: XmlDocument | XmlElement,
  name: string,
  namespace: string,
  where: 'anywhere' | 'children' = 'anywhere',
): XmlElement[] {
  const axis = where === 'anywhere' ? './/' : './';
  return select(node, `${axis}*[local-name(.)='${name}' and namespace-uri(.)='${namespace}']`);
}

/** @param path XPath 1.0 that finds elements; never with anything of a request in it */
export const select = (node: XmlDocument | XmlElement, path: string): XmlElement[] =>
  xpath.selectElements(node as never, path) as unknown as XmlElement[];

import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js';

/** The part of the parser's nodes that is read. */
interface XmlNode {
  nodeType: number;
  parentNode: unknown;
  previousSibling: XmlNode | null;
  lastChild: XmlNode | null;
  textContent: string | null;
}

export interface XmlElement extends XmlNode {
  localName: string;
  namespaceURI: string | null;
  /** '' for one that is not there. */
  getAttribute(name: string): string | null;
}

export interface XmlDocument extends XmlNode {
  documentElement: XmlElement;
}

const elementType = 1;

/** XML that is not taken. The message gives the reason. */
export class XmlError extends Error {
  override name = 'XmlError';
}

export const maxXmlBytes = 256 * 1024;
const maxDepth = 40;
const maxElements = 2_000;
/** Tags and attributes. */
const maxParts = 8_000;

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
  let count = 0;
  let parts = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1];
    if (mayComment && text.startsWith('<!--', at)) {
      at = text.indexOf('-->', at + 4);
      if (at < 0) throw new XmlError('A comment does not end.');
    } else if (next === '!' || next === '?') {
      throw new XmlError('It contains a document type, a comment or an instruction.');
    } else {
      const tag = readTag(text, at);
      at = tag.end;
      parts += 1 + tag.attributes;
      if (next === '/') depth--;
      else count++;
      if (next !== '/' && text[at - 1] !== '/') depth++;
      if (depth > maxDepth || count > maxElements || parts > maxParts)
        throw new XmlError('It is nested too deeply, or has too many parts.');
    }
  }
}

const tagStart = /<\/?[^\s<>"'=/!?]+/y;
const attribute = /\s+[^\s<>"'=/]+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const tagEnd = /\s*\/?>/y;

/** Where the tag that begins at a place ends. The parser would forgive what is not quite one. */
function readTag(text: string, start: number): { end: number; attributes: number } {
  const after = (part: RegExp, at: number) => {
    part.lastIndex = at;
    return part.test(text) ? part.lastIndex : -1;
  };
  let attributes = -1;
  let at = after(tagStart, start);
  for (let next = at; next >= 0; next = after(attribute, at)) {
    at = next;
    attributes++;
  }
  const end = at < 0 ? -1 : after(tagEnd, at);
  if (end < 0) throw new XmlError('It is not well-formed.');
  return { end: end - 1, attributes };
}

/** All elements below a node, in their order. XPath would sort them, in the square of their number. */
export function descendants(node: XmlDocument | XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting: XmlNode[] = childrenOf(node);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.nodeType !== elementType) continue;
    found.push(next as XmlElement);
    waiting.push(...childrenOf(next as XmlElement));
  }
  return found;
}

/** The children, the last one first. */
function childrenOf({ lastChild }: Pick<XmlElement, 'lastChild'>): XmlNode[] {
  const found: XmlNode[] = [];
  for (let child = lastChild; child; child = child.previousSibling) found.push(child);
  return found;
}

/** Elements by local name and namespace: `anywhere` in a document, or children of an element. */
export const elements = (
  node: XmlDocument | XmlElement,
  name: string,
  namespace: string,
  where: 'anywhere' | 'children' = 'anywhere',
): XmlElement[] =>
  descendants(node).filter(
    (element) =>
      element.localName === name &&
      element.namespaceURI === namespace &&
      (where === 'anywhere' || element.parentNode === node),
  );

/** Names of media types that are in use beside the registered ones (IANA). */
export const synonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'image/jpeg': ['image/jpg', 'image/pjpeg'],
    // An animated one is a picture in PNG too.
    'image/png': ['image/x-png', 'image/apng'],
    'image/bmp': ['image/x-ms-bmp', 'image/x-bmp'],
    'image/tiff': ['image/tif'],
    'image/vnd.microsoft.icon': ['image/x-icon', 'image/ico'],
    'audio/mpeg': ['audio/mp3', 'audio/x-mp3'],
    'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
    'audio/flac': ['audio/x-flac'],
    'audio/aac': ['audio/x-aac'],
    'video/matroska': ['video/x-matroska'],
    'video/vnd.avi': ['video/x-msvideo', 'video/avi'],
    'text/javascript': ['application/javascript', 'application/x-javascript'],
    'text/markdown': ['text/x-markdown'],
    'text/csv': ['application/csv', 'text/x-csv', 'text/comma-separated-values'],
    'text/vcard': ['text/x-vcard'],
    'application/xml': ['text/xml'],
    'application/yaml': ['application/x-yaml', 'text/yaml', 'text/x-yaml'],
    'application/pdf': ['application/x-pdf'],
    'application/rtf': ['text/rtf'],
    'application/zip': ['application/x-zip-compressed', 'application/x-zip'],
    'application/gzip': ['application/x-gzip'],
    'application/vnd.rar': ['application/x-rar-compressed', 'application/x-rar'],
  }).flatMap(([registered, others]) => others.map((other) => [other, registered] as const)),
);

/** Formats that are built alike: what bytes show of them, and what they may be in truth. */
const families: readonly (readonly [found: RegExp, claimed: RegExp])[] = [
  [/^application\/xml$/, /\+xml$/],
  [
    // The names of a document's parts may be behind the beginning that is read.
    /^application\/zip$/,
    /^application\/(vnd\.(openxmlformats|oasis|ms-(word|excel|powerpoint)|android|apple|google-earth\.kmz).*|java-archive)$|^model\/3mf$|\+zip$/,
  ],
  [/^application\/x-cfb$/, /^application\/(msword|vnd\.(ms-(excel|powerpoint|outlook)|visio))$/],
  [/^application\/gzip$/, /^application\/(x-gtar|x-compressed-tar|tar\+gzip)$/],
  family(/^(video\/(mp4|quicktime|x-m4v|3gpp2?)|audio\/(mp4|x-m4a))$/),
  family(/^(video\/(matroska|webm)|audio\/(webm|x-matroska))$/),
  family(/^(video|audio|application)\/ogg$/),
  family(/^image\/hei[cf](-sequence)?$/),
  [/ms-asf$/, /^(video\/x-ms-(wmv|asf)|audio\/x-ms-wma)$/],
  [/^image\/tiff$/, /^image\/x-(adobe-dng|nikon-nef|sony-arw|canon-cr2)$/],
];

function family(members: RegExp): [found: RegExp, claimed: RegExp] {
  return [members, members];
}

/** Whether bytes that look like one type may be of another, which only their sender can tell apart. */
export const toldApartBySender = (found: string, claimed: string): boolean =>
  families.some(([looks, is]) => looks.test(found) && is.test(claimed));

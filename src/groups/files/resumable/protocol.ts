/** tus, the open protocol for resumable uploads: https://tus.io/protocols/resumable-upload */
export const tusVersion = '1.0.0';

/** The media type of the bytes of a PATCH. */
export const offsetType = 'application/offset+octet-stream';

/** In each answer, errors too. */
export const tusAnswer = { 'Tus-Resumable': tusVersion };

/** The server's description of itself in its answer to OPTIONS. */
export const tusOptions = (maxBytes: number): Record<string, string> => ({
  'Tus-Resumable': tusVersion,
  'Tus-Version': tusVersion,
  'Tus-Extension': 'creation,creation-with-upload,expiration,termination',
  'Tus-Max-Size': String(maxBytes),
});

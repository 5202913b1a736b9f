/** What a browser shows in place: it runs nothing of it, or in a viewer of its own. */
const shown =
  /^(image\/(jpeg|png|webp|gif|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video)\/.+|application\/pdf|text\/(plain|csv|markdown)|application\/json)$/;

/** Whether a file could do something where it is opened: it is offered to be saved, never shown. */
export const isActive = (mimeType: string): boolean => !shown.test(mimeType);

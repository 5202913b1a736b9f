/**
 * The environment inside the sandbox before the code of a tenant: it makes `ctx` and `console` out of one function that
 * takes two texts, `send(kind, text)`. It is JavaScript for QuickJS, evaluated there, and guards nothing: whatever the
 * code does to it, `send` is all there is, and the host checks what goes through it.
 */
export const prelude = `(send, inputText, contextText) => {
  'use strict';
  for (const name of ['eval', 'SharedArrayBuffer', 'Atomics', 'performance']) delete globalThis[name];

  const waiting = new Map();
  const call = (kind, request) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(request);
      const number = send(kind, text === undefined ? 'null' : text);
      waiting.set(number, { resolve, reject });
    });
  const settle = (number, isGood, text) => {
    const one = waiting.get(number);
    if (!one) return;
    waiting.delete(number);
    const value = JSON.parse(text);
    if (isGood) one.resolve(value);
    else one.reject(Object.assign(new Error(value.message), value));
  };

  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) {
      const own = String(value.stack || '').split('\\n').filter((line) => line.includes('function.js'));
      return [value.name + ': ' + value.message, ...own].join('\\n');
    }
    try {
      const text = JSON.stringify(value);
      return text === undefined ? String(value) : text;
    } catch (error) {
      return String(error);
    }
  };
  // Texts leave as those of C, which end at a NUL.
  const plain = (text) => text.toWellFormed().replaceAll('\\0', '\\ufffd');
  const levels = ['debug', 'info', 'warn', 'error'];
  const write = (level, values) => send(level, plain(values.map(shown).join(' ')));
  const log = (...values) =>
    values.length > 1 && levels.includes(values[0]) ? write(values[0], values.slice(1)) : write('info', values);
  globalThis.console = Object.fromEntries(levels.map((level) => [level, (...values) => write(level, values)]));
  globalThis.console.log = (...values) => write('info', values);

  const api = (method, path, body) => call('api', { method: String(method).toUpperCase(), path: String(path), body });
  for (const method of ['get', 'post', 'put', 'patch', 'delete'])
    api[method] = (path, body) => api(method, path, body);
  const fetch = async (url, { method, headers, body } = {}) => {
    const answer = await call('fetch', { url: String(url), method, headers, body });
    return {
      ...answer,
      ok: answer.status >= 200 && answer.status < 300,
      text: async () => answer.body,
      json: async () => JSON.parse(answer.body),
    };
  };
  const db = (sql, params = []) => call('db', { sql: String(sql), params });
  const emit = (event_type, data = {}) => api('POST', '/v1/events', { event_type, data });

  const described = (error) => {
    if (!(error instanceof Error)) return 'threw ' + shown(error);
    const line = /function\\.js:(\\d+)/.exec(error.stack || '');
    return error.name + ': ' + error.message + (line ? ' (line ' + line[1] + ')' : '');
  };
  const start = (module) => {
    Promise.resolve(module)
      .then((exports) => {
        if (typeof exports.default !== 'function')
          throw new TypeError('the code has no default export that is a function');
        return exports.default(JSON.parse(inputText), { ...JSON.parse(contextText), api, db, fetch, emit, log });
      })
      .then((output) => {
        if (output === undefined) return send('succeeded', 'null');
        const text = JSON.stringify(output);
        if (text === undefined) throw new TypeError('a ' + typeof output + ' is not JSON, and cannot be returned');
        send('succeeded', text);
      })
      .catch((error) => {
        if (error === null) return send('threw-null', 'threw null');
        let text = 'threw something that cannot be described';
        try {
          text = described(error);
        } catch {}
        send('failed', plain(text));
      });
  };
  return { start, settle, described };
}`;

import type { Seed } from '../support/group-seeds.ts';

/** An error that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/errors/report', {
    message: marker,
    stack: marker,
    source: marker,
    path: `/${marker}`,
    metadata: { [marker]: marker },
    release: marker,
    environment: marker,
    user: { id: marker },
    url: `https://${marker}.example/`,
    user_agent: marker,
    fingerprint: [marker],
  });
  return { error_id: body.data.error_id };
};

/** Texts that nobody writes, by table. */
export const notWritten: Record<string, RegExp> = {
  error_groups: /^(fingerprint|level)$/,
};

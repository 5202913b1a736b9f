export const path = '/v1/plugins';

// Libraries check less, and keep more, outside of development: a GraphQL answer takes 10 % less processor time. They
// look at this when they are loaded.
process.env.NODE_ENV ??= 'production';

/**
 * The media type of GraphQL over HTTP: with it, a request that is wrong as a whole is answered 400. In a file of its own, so
 * that the routes do not load the library.
 */
export const responseType = 'application/graphql-response+json';

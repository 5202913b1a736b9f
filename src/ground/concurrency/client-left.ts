/** The client closed its connection before it was answered. Whatever was still to be done for it is not. */
export class ClientLeft extends Error {
  override name = 'ClientLeft';

  constructor() {
    super('the client closed its connection before it got an answer');
  }
}

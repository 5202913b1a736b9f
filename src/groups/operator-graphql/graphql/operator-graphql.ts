import type { Operation } from './mutations.ts';
import type { OperatorSchema } from './operator-schema.ts';

declare module '../../../operations/services.ts' {
  interface GroupServices {
    /** Of POST /admin/graphql. */
    operatorGraphql: OperatorGraphql;
  }
}

/** The GraphQL schema of the operator, made with the first question: PostGraphile takes two seconds to load. */
export class OperatorGraphql {
  private readonly apiUrl: string;
  private made: Promise<OperatorSchema> | undefined;

  /** @param apiUrl the address of the database as insula_api */
  constructor(apiUrl: string) {
    this.apiUrl = apiUrl;
  }

  schema(operations: Operation[]): Promise<OperatorSchema> {
    this.made ??= this.make(operations).catch((error) => {
      // The database was away: the next question tries again.
      this.made = undefined;
      throw error;
    });
    return this.made;
  }

  async close(): Promise<void> {
    const made = await this.made?.catch(() => undefined);
    await made?.close();
  }

  private async make(operations: Operation[]): Promise<OperatorSchema> {
    const { makeOperatorSchema } = await import('./operator-schema.ts');
    return makeOperatorSchema(this.apiUrl, operations);
  }
}

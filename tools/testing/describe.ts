import type pg from 'pg';

/** PostgreSQL's description of a prepared statement, without running it. */
export interface Described {
  readonly columns: readonly {
    readonly name: string;
    readonly type: number;
    readonly table: number;
    readonly column: number;
  }[];
}

interface Wire {
  parse(message: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** An exchange of the extended protocol that prepares and describes, and stops there. */
export function describe(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    let columns: Described['columns'] = [];
    let failure: Error | undefined;
    const query = {
      submit(connection: Wire) {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        columns = fields.map((field) => ({
          name: field.name,
          type: field.dataTypeID,
          table: field.tableID,
          column: field.columnID,
        }));
      },
      handleError(error: Error) {
        failure = error;
      },
      handleReadyForQuery() {
        if (failure === undefined) resolve({ columns });
        else reject(failure);
      },
    };
    client.query(query as unknown as pg.Submittable);
  });
}

import type pg from 'pg';
import { advice, fault, ok, type Finding } from './finding.ts';

interface StorageRow {
  readonly encoding: string;
  readonly checksums: string;
}

const STORAGE = `select pg_encoding_to_char(encoding) as encoding, current_setting('data_checksums') as checksums
  from pg_database where datname = current_database()`;

const readStorage = async (client: pg.Client): Promise<StorageRow> => {
  const { rows } = await client.query<StorageRow>(STORAGE);
  return rows[0] ?? { encoding: '', checksums: '' };
};

/** Why no installation can be made in this database; null if one can. */
export async function encodingRefusal(client: pg.Client): Promise<string | null> {
  const { encoding } = await readStorage(client);
  return encoding === 'UTF8'
    ? null
    : `The database has the encoding ${encoding}; Bureau needs UTF8. Make it anew: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8`;
}

/** How the database stores text, and whether it notices that a disk has changed what it wrote. */
export async function checkStorage(client: pg.Client): Promise<readonly Finding[]> {
  const { encoding, checksums } = await readStorage(client);
  return [
    encoding === 'UTF8'
      ? ok('encoding', 'of the database is UTF8.')
      : fault('encoding', `of the database is ${encoding}; names in other scripts need UTF8.`),
    checksums === 'on'
      ? ok('checksums', 'of the data are on.')
      : advice(
          'checksums',
          'of the data are off: what a disk damages is read, and backed up, unnoticed. Stop PostgreSQL and run pg_checksums --enable.',
        ),
  ];
}

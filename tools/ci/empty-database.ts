/** Recreates the database of DATABASE_URL empty, so that data of earlier journeys does not affect the next run. */
import { openClient } from '#server/platform/db/client.ts';

const url = new URL(process.env['DATABASE_URL'] ?? '');
const name = url.pathname.slice(1);
url.pathname = '/postgres';
const client = await openClient(url.href);
await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
await client.query(`create database ${client.escapeIdentifier(name)}`);
await client.end();

import type { Database } from '#server/platform/database.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { lastPublicationAge } from './ibr.sql.ts';

/** How old the rates in force are. Without any publication there is no figure. */
export const addRatesFigures = (metrics: Metrics, database: Database): void =>
  metrics.sampled(async () => {
    const { age } = await lastPublicationAge(database.read);
    return age === null
      ? []
      : [
          {
            name: 'publication_age_seconds',
            description: 'Time since rates were last published',
            value: age,
          },
        ];
  });

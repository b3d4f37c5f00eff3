import { momentOrEmpty } from '#server/platform/moment.ts';
import type { WireColumns } from '#server/platform/database.ts';

export const TAX_START: WireColumns = {
  from: 'starts_on::text',
  scheme: 'scheme',
  madeby: 'made_by_name',
  madeat: momentOrEmpty('made_at'),
};

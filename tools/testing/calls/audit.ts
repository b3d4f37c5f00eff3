import type { ModuleSamples } from './sample.ts';

export const auditSamples: ModuleSamples = { samples: [] };

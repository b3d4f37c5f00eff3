import { accessSamples } from './access.ts';
import { auditRegisterSamples } from './audit-registers.ts';
import { auditSamples } from './audit.ts';
import { auditDiscrepancySamples } from './audit-discrepancies.ts';
import { budgetSamples, tasksSamples } from './budget.ts';
import { customerPaperSamples } from './customer-papers.ts';
import { entitySamples } from './entity.ts';
import { flashSamples } from './flash.ts';
import { homeSamples } from './home.ts';
import { licencesSamples } from './licences.ts';
import { importSamples } from './imports.ts';
import { librarySamples } from './library.ts';
import { lookupSamples } from './lookups.ts';
import { mastersSamples } from './masters.ts';
import { notesSamples } from './notes.ts';
import { paymentsSamples } from './payments.ts';
import { peopleSamples } from './people.ts';
import { ratesSamples } from './rates.ts';
import { requestDocumentSamples } from './requestdocs.ts';
import { requestsSamples } from './requests.ts';
import type { ModuleSamples } from './sample.ts';
import { jobSamples } from './jobs.ts';
import { retentionSamples } from './retention.ts';
import { schemeSamples } from './schemes.ts';
import { specialSamples } from './special.ts';
import { trailSamples } from './trail.ts';
import { uploadsSamples } from './uploads.ts';

/** The samples of every module. Tests use them to make each call of the contract. */
export const SAMPLES: readonly ModuleSamples[] = [
  accessSamples,
  mastersSamples,
  lookupSamples,
  peopleSamples,
  entitySamples,
  trailSamples,
  jobSamples,
  retentionSamples,
  importSamples,
  ratesSamples,
  requestsSamples,
  paymentsSamples,
  notesSamples,
  requestDocumentSamples,
  schemeSamples,
  specialSamples,
  homeSamples,
  budgetSamples,
  tasksSamples,
  auditSamples,
  auditRegisterSamples,
  auditDiscrepancySamples,
  customerPaperSamples,
  flashSamples,
  uploadsSamples,
  librarySamples,
  licencesSamples,
];

import * as z from 'zod/mini';
import { LICENCE_STATUSES } from '#domain/licences/status.ts';
import { defineCall, defineUpload } from '../define.ts';
import { json, limited, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/**
 * The renewal page. Whoever holds the link of an entity sends its documents without a session. The entity comes from the
 * key alone. Every invalid key gets the same answer, whatever is wrong with it.
 */

const shared = {
  session: 'none',
  right: 'public',
  source: '002 §2.13, §7.6; docs/readings.md: renewal page',
  assumed: true,
} as const;
/** The key has no limit of its own, because a key that is too long must be answered like any other wrong one. */
const entitykey = z.string();
/** The number of a kind of document. */
const docid = z.int().check(z.minimum(1));

export const requiredRow = named('', {
  /** The number of the kind of document. */
  kind: ['docid', z.int()],
  kindName: ['docname', z.string()],
  /** P pending, A approved, R rejected; empty if there is none. */
  status: z.enum(['', ...LICENCE_STATUSES]),
  /** Why it was rejected. */
  reason: z.string(),
  /** yyyy-MM-dd; empty if the document has no last day. */
  expires: ['expirydate', z.string()],
  mayUpload: yesOrNo,
  mayRemove: yesOrNo,
});
export type RequiredRow = z.output<typeof requiredRow>;

export const pendingDocuments = defineCall({
  ...shared,
  endpoint: 'franchise_a.php',
  action: 'pendingdoc',
  summary:
    'The documents that are required of the entity of a key, and how each stands. With logo 1 the logo of the company as well.',
  effect: 'read',
  args: { page: json(named('', { entityKey: entitykey, withLogo: ['logo', z.optional(yesOrNo)] })) },
  reply: named('', {
    err: z.string(),
    /** LIC0000; any other code comes with its text in err. */
    msg: z.string(),
    documents: ['doclist', z.array(requiredRow)],
    entityId: z.string(),
    entityName: z.string(),
    /** yyyy-MM-dd; empty if the licence has no last day. */
    licenceTo: z.string(),
    company: z.string(),
    contact1: z.string(),
    contact2: z.string(),
    /** PNG in base64; empty if there is none, or if it was not asked for. */
    logo: z.string(),
  }),
});

export const renewalContacts = defineCall({
  ...shared,
  endpoint: 'franchise_a.php',
  action: 'contacts',
  source: 'docs/readings.md: dead renewal link',
  summary:
    'The company and its two contact lines, for the page of a link that does not work. It takes no key.',
  effect: 'read',
  args: {},
  reply: z.object({ company: z.string(), contact1: z.string(), contact2: z.string() }),
});

export const removeDocument = defineCall({
  ...shared,
  endpoint: 'franchise_a.php',
  action: 'removedoc',
  summary: 'Takes back a document that was uploaded on the renewal page; an approved one stays.',
  effect: 'outside',
  args: {
    document: json(named('', { kind: ['docid', docid], entityId: limited(20), entityKey: entitykey })),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

export const uploadLicence = defineUpload({
  ...shared,
  endpoint: 'licrenewaldoc_a.php',
  action: 'uploadlicense',
  summary:
    'A required document of the entity of a key. The key is checked before a byte of the file is read.',
  effect: 'outside',
  meta: z.object({ docid, entitykey }),
  accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
  reply: z.object({ err: z.string(), msg: z.string() }),
});

import * as calls from '#contract/licences/links.ts';
import { LICENCE_LIMITS, LICENCE_TEXTS } from '#domain/licences/licences.ts';
import { licenceDocuments } from '#server/modules/masters/index.ts';
import type { Config } from '#server/platform/config.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { mustNotBeFranchise } from './approval.handlers.ts';
import { findEntity, listRequirements } from './documents.sql.ts';
import { endLink, linkFacts, linkOf, makeLinks } from './keys.sql.ts';

/** The link of an entity to its renewal page, and the documents that are required of it. */
export const linkHandlers = ({ RENEWAL_LINK_DAYS }: Config): readonly Bound[] => [
  handle(calls.renewalLink, async ({ db, caller }, { entity }) => {
    const found = await linkOf(db.read, entity.entity, caller.scope);
    if (found === undefined) throw notFound();
    return {
      isLive: found.is_live,
      madeAt: found.made_at,
      madeBy: found.made_by,
      expiresAt: found.expires_at,
      mailedAt: found.mailed_at,
      email: found.email,
      licenceTo: found.licence_to,
    };
  }),

  handle(calls.sendRenewalLink, async ({ tx, caller }, { entity }) => {
    mustNotBeFranchise(caller);
    const facts = await linkFacts(tx, entity.entity);
    if (facts === undefined) throw notFound();
    if (!facts.is_required || !facts.is_active) throw new Refusal(LICENCE_TEXTS.notRenewable);
    if (!facts.has_email) throw new Refusal(LICENCE_TEXTS.noEmail);
    if (facts.sent_today >= LICENCE_LIMITS.linksPerDay) throw new Refusal(LICENCE_TEXTS.tooManyLinks);
    await makeLinks(tx, [{ entity: facts.srno, days: null }], RENEWAL_LINK_DAYS, caller);
    return { err: '', msg: 'The link is on its way.', srno: facts.srno };
  }),

  handle(calls.revokeRenewalLink, async ({ tx, caller }, { entity }) => {
    mustNotBeFranchise(caller);
    const ended = await endLink(tx, entity.entity);
    if (ended === undefined) throw notFound();
    return { err: '', msg: 'The link no longer works.', srno: ended.srno };
  }),

  handle(calls.requiredDocuments, async ({ db, caller }, { entity }) => {
    const found = await findEntity(db.read, entity.entity, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json((await listRequirements(db.read, found.srno)).body);
  }),

  handle(calls.saveRequired, async ({ tx, caller }, { requirement: { entity, kind, isRequired } }) => {
    mustNotBeFranchise(caller);
    const saved = await licenceDocuments.requireDocument(tx, entity, kind, isRequired);
    if (saved === undefined) throw notFound();
    return { err: '', msg: 'Saved.', srno: saved.srno };
  }),
];

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { allowedBranches } from '#contract/access/session.ts';
import { countFlashDiscrepancies, listFlashDiscrepancies } from '#contract/flash/discrepancies.ts';
import { listFlashAudits } from '#contract/flash/flash.ts';
import { openApp, server } from '#web/testing/app.tsx';
import { blankReply } from '#web/testing/blank.ts';
import { giveHeights } from '#web/testing/auditParts.tsx';

const DELHI = { value: 'DEL', name: 'Delhi Connaught Place' };
const MUMBAI = { value: 'MUM', name: 'Mumbai Fort' };

beforeEach(() => {
  giveHeights();
  server.on(listFlashAudits).answer(() => []);
  server.on(listFlashDiscrepancies).answer(() => []);
  server.on(countFlashDiscrepancies).answer(() => blankReply(countFlashDiscrepancies));
});

/** The list of a user with one branch has two entries: All, and the branch. */
test.each(['/flash', '/flash-discrepancy'])(
  '002 §6: of two entries in the branch list of %s the second is chosen',
  async (path) => {
    server.setAccess({ branches: [DELHI] });
    server.on(allowedBranches).answer(() => [DELHI]);
    openApp(path);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Branch' });
    await waitFor(() => expect(field.value).toBe(DELHI.name));
  },
);

test.each(['/flash', '/flash-discrepancy'])(
  '002 §2.10, §2.12: %s has the branch filter on All for a user of several branches',
  async (path) => {
    server.setAccess({ branches: [DELHI, MUMBAI] });
    server.on(allowedBranches).answer(() => [DELHI, MUMBAI]);
    openApp(path);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Branch' });
    expect(field.value).toBe('');
    expect(field.placeholder).toBe('All');
  },
);

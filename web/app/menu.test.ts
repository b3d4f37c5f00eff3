import { describe, expect, it } from 'vitest';
import { RIGHTS, type RightKey } from '#domain/rights.ts';
import { isPart, MENU, permittedMenu } from './menu.ts';
import type { HeldRights } from '#web/wire/rights.ts';
import { PATHS } from './paths.ts';

const all = Object.fromEntries(RIGHTS.map(({ key }) => [key, 1])) as HeldRights;

const shown = (held: HeldRights) =>
  permittedMenu(held).map((item) =>
    isPart(item) ? `${item.label}: ${item.entries.map(({ label }) => label).join(', ')}` : item.label,
  );

describe('permittedMenu', () => {
  it('shows everything in the specified order to a user with every right', () => {
    expect(shown(all)).toEqual([
      'Masters: Area, Country, State, City, Currency, Right, User, Entity, KYC Approval, IBR, Budget, Purpose, Bank, Gateway Bank, Employee',
      'Transactions: New Request, Request Detail, CN Out, CN Accept, CN Return, Special Approvals, Money to Return, Vault Stock',
      'Rate Card',
      'Dashboard: MIS Budget, Tasksheet',
      'Audit: Assessment, Discrepancy, Flash Audit, Flash Discrepancy',
      'Report: In Hand, In Out, Rate Card (LCD) Both, Rate Card (LCD) We Buy, Rate Card (LCD) We Sell, Upload Data, Guidelines',
      'System: Company Profile, Tax Scheme, Trail, Jobs, Retention',
    ]);
  });

  it('shows nothing to a user without rights', () => {
    expect(shown({})).toEqual([]);
  });

  it('requires the key of the entry and the key of its part', () => {
    expect(shown({ MASTER: 1, COUNTRY: 1 })).toEqual(['Masters: Country']);
    expect(shown({ MASTER: 1, TRAIL: 1 })).toEqual(['System: Trail']);
    expect(shown({ TRAIL: 1 })).toEqual([]);
    expect(shown({ COUNTRY: 1 })).toEqual([]);
    expect(shown({ MASTER: 1 })).toEqual([]);
    expect(shown({ MASTER: 1, COUNTRY: 0, RATEFAN: 1 })).toEqual(['Rate Card']);
  });

  it('links only to paths that require the same right', () => {
    const needs: Readonly<Record<string, string>> = PATHS;
    for (const { path, right } of MENU.flatMap((item) => (isPart(item) ? item.entries : [item]))) {
      const pattern = path.startsWith('/autorates/') ? '/autorates/:id' : path;
      expect([path, needs[pattern]]).toEqual([path, right satisfies RightKey]);
    }
  });

  it('has an entry for every path that requires a right, except those that other screens open', () => {
    const inMenu = MENU.flatMap((item) => (isPart(item) ? item.entries : [item])).map(({ path }) => path);
    const guarded = Object.entries(PATHS).filter(([, need]) => need !== 'public' && need !== 'signed-in');
    expect(guarded.map(([path]) => path).filter((path) => !inMenu.includes(path))).toEqual([
      '/contract',
      '/autorates',
      '/autorates/:id',
      '/uploadxlsx',
    ]);
  });
});

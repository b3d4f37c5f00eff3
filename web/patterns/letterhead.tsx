import { useQuery } from '@tanstack/react-query';
import { companyDetail, companyLogo, type CompanyDetail } from '#contract/masters/company.ts';
import { letterheadLines } from '#domain/masters/company.ts';
import type { LetterheadProps } from '#web/ui/PrintPage.tsx';
import { call } from '#web/wire/call.ts';

/** The first part of every query key of the company profile. */
export const COMPANY_KEY = 'company';
const FRESH_MS = 300_000;
const AGAIN_MS = 5_000;

const untilThere = (query: { readonly state: { readonly status: string } }) =>
  query.state.status === 'error' && AGAIN_MS;

/** The lines of a letterhead, from the field names of the wire. */
export const companyLines = (company: CompanyDetail): string[] =>
  letterheadLines({
    address1: company.co_address1,
    address2: company.co_address2,
    address3: company.co_address3,
    licence: company.co_licence,
    gstin: company.co_gstin,
    contact1: company.co_contact1,
    contact2: company.co_contact2,
  });

/** A URL of the logo; null if there is none. */
export const useCompanyLogo = () =>
  useQuery({
    queryKey: [COMPANY_KEY, 'logo'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const { bs64, typ } = (await call(companyLogo, {}, { signal })).reply;
      return bs64 === '' ? null : `data:${typ};base64,${bs64}`;
    },
  });

/** Retries until it succeeds: printed documents wait for it and show no error of their own. */
export const useCompany = () =>
  useQuery({
    queryKey: [COMPANY_KEY, 'letterhead'],
    staleTime: FRESH_MS,
    refetchInterval: untilThere,
    queryFn: async ({ signal }) => (await call(companyDetail, {}, { signal })).reply,
  });

/**
 * The company's part of every printed document: name, lines and logo; undefined until it is loaded. A logo that failed
 * to load is omitted.
 */
export function useLetterhead(): Pick<LetterheadProps, 'company' | 'lines' | 'logo'> | undefined {
  const { data: company } = useCompany();
  const { data: logo, isPending } = useCompanyLogo();
  if (company === undefined || isPending) return undefined;
  return {
    company: company.co_name,
    lines: companyLines(company),
    // The name beside the logo says the same, so the alternative text is empty.
    ...(logo ? { logo: <img src={logo} alt="" /> } : {}),
  };
}

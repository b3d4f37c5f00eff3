import { useQuery } from '@tanstack/react-query';
import { companyDetail, companyLogo, type CompanyDetail } from '#contract/masters/company.ts';
import { letterheadLines } from '#domain/masters/company.ts';
import type { LetterheadProps } from '#web/ui/PrintPage.tsx';
import { call } from './call.ts';

/** Everything asked of the company profile stands under this key. */
export const COMPANY_KEY = 'company';
const FRESH_MS = 300_000;
const AGAIN_MS = 5_000;

const untilThere = (query: { readonly state: { readonly status: string } }) =>
  query.state.status === 'error' && AGAIN_MS;

/** The lines of a letterhead, as the wire names what is in them. */
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

/** The logo as an address that a picture can be shown from; null where there is none. */
export const useCompanyLogo = () =>
  useQuery({
    queryKey: [COMPANY_KEY, 'logo'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const { bs64, typ } = (await call(companyLogo, {}, { signal })).reply;
      return bs64 === '' ? null : `data:${typ};base64,${bs64}`;
    },
  });

/** Asked again until it is there: a paper that bears it waits for it, and says nothing of its own. */
export const useCompany = () =>
  useQuery({
    queryKey: [COMPANY_KEY, 'letterhead'],
    staleTime: FRESH_MS,
    refetchInterval: untilThere,
    queryFn: async ({ signal }) => (await call(companyDetail, {}, { signal })).reply,
  });

/**
 * What every printed document bears of the company: name, lines and logo; undefined until it is there. It does without a
 * logo that did not come.
 */
export function useLetterhead(): Pick<LetterheadProps, 'company' | 'lines' | 'logo'> | undefined {
  const { data: company } = useCompany();
  const { data: logo, isPending } = useCompanyLogo();
  if (company === undefined || isPending) return undefined;
  return {
    company: company.co_name,
    lines: companyLines(company),
    // The name beside it says the same.
    ...(logo ? { logo: <img src={logo} alt="" /> } : {}),
  };
}

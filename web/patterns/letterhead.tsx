import { useQuery } from '@tanstack/react-query';
import { companyDetail, companyLogo } from '#contract/masters/company.ts';
import { letterheadLines } from '#domain/masters/company.ts';
import type { LetterheadProps } from '#web/ui/PrintPage.tsx';
import { call } from '#web/wire/call.ts';

/** The first part of every query key of the company profile. */
export const COMPANY_KEY = 'company';
const FRESH_MS = 300_000;
const AGAIN_MS = 5_000;

const untilThere = (query: { readonly state: { readonly status: string } }) =>
  query.state.status === 'error' && AGAIN_MS;

/** A URL of the logo; null if there is none. */
export const useCompanyLogo = () =>
  useQuery({
    queryKey: [COMPANY_KEY, 'logo'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const { content, type } = (await call(companyLogo, {}, { signal })).reply;
      return content === '' ? null : `data:${type};base64,${content}`;
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
    company: company.name,
    lines: letterheadLines(company),
    // The name beside the logo says the same, so the alternative text is empty.
    ...(logo ? { logo: <img src={logo} alt="" /> } : {}),
  };
}

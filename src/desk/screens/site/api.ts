import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '#desk/lib/mutations.ts'
import { requestServer } from '#desk/lib/supabase.ts'
import {
  type SitePublishRequest,
  type SiteValue,
  sitePreviewSchema,
  sitePublishedSchema,
  siteRevisionSchema,
  siteStateSchema,
} from '#shared/contract/site.ts'

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => requestServer(siteStateSchema, '/site/v1'),
})

export const createPreview = () => requestServer(sitePreviewSchema, '/site/v1/preview', {})
export const publishSite = (source: SitePublishRequest) =>
  requestServer(sitePublishedSchema, '/site/v1/publish', source)
export const discardDraft = (revision: number) => requestServer(siteRevisionSchema, '/site/v1/discard', { revision })

/** Runs a request that changes the site or its draft, then loads the new state. */
export function useSiteAction<Result, Input = void>(
  run: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void = () => undefined,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: siteQuery.queryKey }),
  })
}

/** Saves a value in the draft; null restores the original. */
export const useEdit = () =>
  useSiteAction((edit: { path: string; value: SiteValue | null }) =>
    requestServer(siteRevisionSchema, '/site/v1/edits', edit, 'PUT'),
  )

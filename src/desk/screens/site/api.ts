import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '#desk/lib/mutations.ts'
import { requestServer } from '#desk/lib/supabase.ts'
import {
  type SiteValue,
  sitePreviewSchema,
  sitePublishedSchema,
  siteRevisionSchema,
  siteStateSchema,
} from '#shared/contract/site.ts'
import { showToast } from '#ui/toast.tsx'

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => requestServer(siteStateSchema, '/site/v1'),
})

export const createPreview = () => requestServer(sitePreviewSchema, '/site/v1/preview', {})
export const publishDraft = (revision: number) => requestServer(sitePublishedSchema, '/site/v1/publish', { revision })
export const discardDraft = (revision: number) => requestServer(siteRevisionSchema, '/site/v1/discard', { revision })
/** Publishes an earlier publication again; 0 is the original site. */
export const restorePublication = (id: number) =>
  requestServer(sitePublishedSchema, `/site/v1/publications/${id}/restore`, {})

interface EditRequest {
  path: string
  /** Null restores the original. */
  value: SiteValue | null
  /** The value that Undo saves; without it, there is no Undo. */
  before?: SiteValue | null
  says?: string
}

/** Saves a value in the draft. */
export function useEdit() {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ path, value }: EditRequest) =>
      requestServer(siteRevisionSchema, '/site/v1/edits', { path, value }, 'PUT'),
    onSuccess: async (_, { path, before, says = 'Saved.' }) => {
      await queryClient.invalidateQueries({ queryKey: siteQuery.queryKey })
      showToast(says, before === undefined ? {} : { undo: () => mutation.mutate({ path, value: before }) })
    },
  })
  return mutation
}

/** Runs a request that changes what is published or the complete draft, then loads the new state. */
export function useSiteAction<Result, Input = void>(
  run: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: siteQuery.queryKey }),
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import controls from '#desk/lib/controls.module.css'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { type ApiResult, dataOrThrow, errorMessage } from '#desk/lib/failure.ts'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { supabase } from '#desk/lib/supabase.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type SavedView, savedViewSchema } from '#shared/contract/desk-rows.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { FilterSelect } from './filters.tsx'
import css from './inbox.module.css'
import type { InboxSearch } from './list-request.ts'

interface SavedViewsProps {
  list: 'bookings' | 'messages'
  search: InboxSearch
  onApply: (search: InboxSearch) => void
}

/** The search parameters that a view saves. */
const savedParams = ({ status, source, assignee, step_by, sort, down, week }: InboxSearch) =>
  Object.assign({ status, source, assignee, step_by, sort, down, week })

/** Named filters and sort orders, personal or shared. Saves the current view, or removes it if it was already saved. */
export function SavedViews({ list, search, onApply }: SavedViewsProps) {
  const me = useMe()
  const queryClient = useQueryClient()
  const { data: views = [] } = useQuery({
    queryKey: ['saved-views', list],
    queryFn: async () => {
      const rows = supabase.from('saved_views').select('id,owner,name,filters,is_shared').eq('list', list)
      return v.parse(v.array(savedViewSchema), dataOrThrow(await rows.is('removed_at', null).order('name')))
    },
  })
  const change = useMutation({
    mutationFn: async (request: PromiseLike<ApiResult<unknown>>) => dataOrThrow(await request),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['saved-views'] }),
    onError: (error) => showToast(errorMessage(error), { isAlert: true }),
  })
  const filters = savedParams(search)
  const text = JSON.stringify(filters)
  const shown = views.find((view) => JSON.stringify(savedParams(view.filters)) === text)
  const save = (form: FormData) => {
    const view = { list, name: textOf(form, 'name'), filters, is_shared: form.has('shared') }
    change.mutate(supabase.from('saved_views').insert(view))
  }
  const setRemoved = (id: string, at: string | null, onSuccess = () => {}) =>
    change.mutate(supabase.from('saved_views').update({ removed_at: at }).eq('id', id), { onSuccess })
  const remove = ({ id, name }: SavedView) =>
    setRemoved(id, new Date().toISOString(), () =>
      showToast(`View ${isolateBidi(name)} removed.`, { undo: () => setRemoved(id, null) }),
    )
  return (
    <div className={`${layout.row} ${pieces.actionRow}`}>
      <WhenOnline>
        {views.length > 0 && (
          <FilterSelect
            label="Saved views"
            none="None"
            options={views.map(({ id, name, is_shared }) => ({
              value: id,
              label: `${name}${is_shared ? ', shared' : ''}`,
            }))}
            value={shown?.id}
            onChange={(id) => onApply(savedParams(views.find((view) => view.id === id)?.filters ?? {}))}
          />
        )}
        {shown && (shown.owner === me.id || me.role === 'owner') && (
          <Button size="small" onClick={() => remove(shown)}>
            Remove this view
          </Button>
        )}
        {!shown && text !== '{}' && (
          <details key={text} className={css.saving}>
            <summary className={layout.small}>Save this view…</summary>
            <form className={`${layout.stack} ${css.savingForm}`} onSubmit={handleSubmit(save)}>
              <input
                className={controls.control}
                name="name"
                aria-label="Name"
                placeholder="Name"
                required
                maxLength={60}
              />
              {mayEdit(me) && (
                <label className={controls.check}>
                  <input type="checkbox" name="shared" /> Share with the team
                </label>
              )}
              <Button type="submit" size="small">
                Save
              </Button>
            </form>
          </details>
        )}
      </WhenOnline>
    </div>
  )
}

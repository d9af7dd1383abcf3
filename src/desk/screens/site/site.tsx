import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useMe } from '#desk/lib/door.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { siteParts } from '#desk/lib/search-params.ts'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import type { SiteState } from '#shared/contract/site.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { siteQuery } from './api.ts'
import { fieldGroups, inWords, partOf } from './labels.ts'
import { FieldSection, SettingsValues } from './parts.tsx'
import { DraftBar, History } from './publishing.tsx'
import css from './site.module.css'
import { readDraft } from './texts.ts'
import { Words } from './words.tsx'

const route = getRouteApi('/site')
const tabs = siteParts.map((value) => ({ value, label: inWords(value) }))

/** Edits, previews and publishes the texts of the site. */
export function Screen() {
  const me = useMe()
  const { data, error, refetch } = useQuery({ ...siteQuery, enabled: me.role === 'owner' && isOwnServer })
  if (me.role !== 'owner') return <OwnersOnly title="Site" />
  return (
    <Page title="Site">
      {!isOwnServer ? (
        <EmptyState title="The site cannot be changed here" text={projectLacks.site} />
      ) : data ? (
        <Parts state={data} />
      ) : error ? (
        <LoadError title="The site’s texts could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </Page>
  )
}

function Parts({ state }: { state: SiteState }) {
  const { find, part = find ? partOf(find) : 'identity' } = route.useSearch()
  const navigate = useNavigate()
  const draft = useMemo(() => readDraft(state), [state])
  useEffect(() => {
    const field = find ? document.getElementById(find) : null
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [find])
  return (
    <>
      <DraftBar state={state} />
      <div className={css.tabs}>
        <Tabs
          label="Parts of the site"
          tabs={tabs}
          value={part}
          onChange={(part) => void navigate({ to: '/site', search: { part }, replace: true })}
          panelClassName={css.panel}
        >
          <div className={pieces.sections}>
            {part === 'figures' && <SettingsValues draft={draft} />}
            {part === 'words' && <Words draft={draft} />}
            {part === 'history' && <History draft={draft} />}
            {fieldGroups[part].map((group) => (
              <FieldSection key={group.title} draft={draft} group={group} />
            ))}
          </div>
        </Tabs>
      </div>
    </>
  )
}
